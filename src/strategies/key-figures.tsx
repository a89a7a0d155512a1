import { memo } from "react";
import { IntervalNote } from "../analysis/intervals/interval-note.tsx";
import { type Intervals, withInterval } from "../analysis/intervals/interval-words";
import { printedAs } from "../analysis/programs/printed-as.tsx";
import { count, fixed, percent } from "../lib/format.ts";
import { Stat, StatStrip } from "../ui/stat.tsx";
import { provenanceOf } from "./provenance";
import type { BacktestRun } from "./use-backtest";
import { useEquityByProgram } from "./use-equity-by-program";

export interface KeyFiguresProps {
  run: BacktestRun;
  intervals: Intervals | null;
}

export const share = (value: number | null) => percent(value);
export const ratio = (value: number | null) => fixed(value, 2);

/** The four cards, each with its interval and, if the behavioral adjustment was on, its value without it. */
export const KeyFigures = memo(function KeyFigures({ run, intervals }: KeyFiguresProps) {
  const { metrics, unadjusted, benchmarkPerformance, statistics, reasons } = run.value;
  const about = provenanceOf(run);
  const by = useEquityByProgram(run);
  const without = (text: string) => (unadjusted ? `${text} without adjustment` : undefined);
  const sharpeNote =
    metrics.sharpeRatio === null ? (
      reasons.sharpe
    ) : (
      <IntervalNote intervals={intervals} figure="sharpe" show={ratio}>
        {without(fixed(unadjusted?.performance.sharpe, 2)) ?? `benchmark ${fixed(benchmarkPerformance.sharpe, 2)}`}
      </IntervalNote>
    );
  const drawdownNote = (
    <IntervalNote intervals={intervals} figure="maxDrawdown" show={share}>
      {without(percent(unadjusted?.performance.maxDrawdown)) ?? `benchmark ${percent(benchmarkPerformance.maxDrawdown)}`}
    </IntervalNote>
  );
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
        {...printedAs(by, "sharpe", ratio, { value: metrics.sharpeRatio, note: sharpeNote }, withInterval(about.sharpe, intervals))}
      />
      <Stat
        label="Max Drawdown"
        {...printedAs(
          by,
          "maxDrawdown",
          share,
          { value: metrics.maxDrawdown, note: drawdownNote },
          withInterval(about.drawdown, intervals),
        )}
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
