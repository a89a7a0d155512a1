import { memo } from "react";
import { IntervalNote } from "../analysis/intervals/interval-note.tsx";
import { type Intervals, withInterval } from "../analysis/intervals/interval-words";
import { count, fixed, percent } from "../lib/format.ts";
import { Stat, StatStrip } from "../ui/stat.tsx";
import { provenanceOf } from "./provenance";
import type { BacktestRun } from "./use-backtest";

interface KeyFiguresProps {
  run: BacktestRun;
  intervals: Intervals | null;
}

const share = (value: number) => percent(value);
const ratio = (value: number) => fixed(value, 2);

/** The four cards, each with its interval, and with what it would be without the behavioral adjustment, where that was on. */
export const KeyFigures = memo(function KeyFigures({ run, intervals }: KeyFiguresProps) {
  const { metrics, unadjusted, benchmarkPerformance, statistics, reasons } = run.value;
  const about = provenanceOf(run);
  const without = (text: string) => (unadjusted ? `${text} without adjustment` : undefined);
  return (
    <StatStrip label="Key figures">
      <Stat
        label="Total Return"
        value={percent(metrics.returns)}
        note={
          <IntervalNote intervals={intervals} figure="totalReturn" show={share}>
            {without(percent(unadjusted?.performance.totalReturn)) ?? `benchmark ${percent(benchmarkPerformance.totalReturn)}`}
          </IntervalNote>
        }
        info={withInterval(about.returns, intervals)}
      />
      <Stat
        label="Sharpe Ratio"
        value={fixed(metrics.sharpeRatio, 2)}
        note={
          metrics.sharpeRatio === null ? (
            reasons.sharpe
          ) : (
            <IntervalNote intervals={intervals} figure="sharpe" show={ratio}>
              {without(fixed(unadjusted?.performance.sharpe, 2)) ?? `benchmark ${fixed(benchmarkPerformance.sharpe, 2)}`}
            </IntervalNote>
          )
        }
        info={withInterval(about.sharpe, intervals)}
      />
      <Stat
        label="Max Drawdown"
        value={percent(metrics.maxDrawdown)}
        note={
          <IntervalNote intervals={intervals} figure="maxDrawdown" show={share}>
            {without(percent(unadjusted?.performance.maxDrawdown)) ?? `benchmark ${percent(benchmarkPerformance.maxDrawdown)}`}
          </IntervalNote>
        }
        info={withInterval(about.drawdown, intervals)}
      />
      <Stat
        label="Win Rate"
        value={percent(metrics.winRate)}
        note={
          metrics.winRate === null ? (
            reasons.winRate
          ) : (
            <IntervalNote intervals={intervals} figure="winRate" show={share}>
              {count(statistics.wins)} of {count(metrics.trades)} closed trades
            </IntervalNote>
          )
        }
        info={about.winRate}
      />
    </StatStrip>
  );
});
