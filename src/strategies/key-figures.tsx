import { memo } from "react";
import { count, fixed, percent } from "../lib/format.ts";
import { Stat, StatStrip } from "../ui/stat.tsx";
import { provenanceOf } from "./provenance";
import type { BacktestRun } from "./use-backtest";

/** The four cards, each with what it would be without the behavioral adjustment, where that was on. */
export const KeyFigures = memo(function KeyFigures({ run }: { run: BacktestRun }) {
  const { metrics, unadjusted, benchmarkPerformance, statistics, reasons } = run.value;
  const about = provenanceOf(run);
  const without = (text: string) => (unadjusted ? `${text} without adjustment` : undefined);
  return (
    <StatStrip label="Key figures">
      <Stat
        label="Total Return"
        value={percent(metrics.returns)}
        note={without(percent(unadjusted?.performance.totalReturn)) ?? `benchmark ${percent(benchmarkPerformance.totalReturn)}`}
        info={about.returns}
      />
      <Stat
        label="Sharpe Ratio"
        value={fixed(metrics.sharpeRatio, 2)}
        note={
          metrics.sharpeRatio === null
            ? reasons.sharpe
            : (without(fixed(unadjusted?.performance.sharpe, 2)) ?? `benchmark ${fixed(benchmarkPerformance.sharpe, 2)}`)
        }
        info={about.sharpe}
      />
      <Stat
        label="Max Drawdown"
        value={percent(metrics.maxDrawdown)}
        note={without(percent(unadjusted?.performance.maxDrawdown)) ?? `benchmark ${percent(benchmarkPerformance.maxDrawdown)}`}
        info={about.drawdown}
      />
      <Stat
        label="Win Rate"
        value={percent(metrics.winRate)}
        note={metrics.winRate === null ? reasons.winRate : `${count(statistics.wins)} of ${count(metrics.trades)} closed trades`}
        info={about.winRate}
      />
    </StatStrip>
  );
});
