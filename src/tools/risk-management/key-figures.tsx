import { fixed, percent } from "../../lib/format.ts";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { provenanceOf } from "./provenance";
import type { RiskReport, RiskRun } from "./use-risk";

type Estimate = RiskReport["metrics"]["sharpe"];

/** "95%: 12.3% – 18.1%", or why there is none. */
export function intervalText(estimate: Estimate, show: (value: number) => string, preliminary: boolean): string {
  if (estimate.value === null) return estimate.reason ?? "not available";
  if (estimate.lower === null || estimate.upper === null) return preliminary ? "interval follows" : "no interval";
  return `${show(estimate.lower)} to ${show(estimate.upper)}`;
}

/** Loss figures of the chosen method. */
export function headlineLosses({ losses, monteCarlo, settings }: RiskReport): { valueAtRisk: Estimate; shortfall: Estimate } {
  switch (settings.method) {
    case "historical":
      return { valueAtRisk: losses.historicalVar, shortfall: losses.historicalShortfall };
    case "parametric":
      return { valueAtRisk: losses.parametricVar, shortfall: losses.parametricShortfall };
    case "cornish-fisher":
      return { valueAtRisk: losses.cornishFisherVar, shortfall: losses.cornishFisherShortfall };
    case "monte-carlo": {
      // The draws tend to the figures of the fitted t, whose intervals are therefore theirs.
      const drawn = (value: number, of: Estimate): Estimate => ({ ...of, value, reason: null });
      return {
        valueAtRisk: drawn(monteCarlo.valueAtRisk, losses.studentVar),
        shortfall: drawn(monteCarlo.shortfall, losses.studentShortfall),
      };
    }
  }
}

const share = (value: number) => percent(value, 2);
const ratio = (value: number) => fixed(value, 2);

/** The headline numbers, each with its 95% interval under it. */
export function KeyFigures({ run, preliminary }: { run: RiskRun; preliminary: boolean }) {
  const { value: report } = run;
  const about = provenanceOf(run);
  const { metrics } = report;
  const { valueAtRisk, shortfall } = headlineLosses(report);
  // Told as a depth here: the deeper end comes last.
  const { lower, upper } = metrics.maxDrawdown;
  const depth = { ...metrics.maxDrawdown, lower: upper === null ? null : -upper, upper: lower === null ? null : -lower };
  return (
    <StatStrip label="Key figures of the risk">
      <Stat
        label="Max Drawdown"
        value={percent(report.maxDrawdown / 100, 2)}
        note={intervalText(depth, share, preliminary)}
        info={about.maxDrawdown}
      />
      <Stat
        label="Value at Risk"
        value={share(report.var)}
        unit="per step"
        note={intervalText(valueAtRisk, share, preliminary)}
        info={about.valueAtRisk}
      />
      <Stat
        label="Expected Shortfall"
        value={percent(shortfall.value, 2)}
        unit="per step"
        note={intervalText(shortfall, share, preliminary)}
        info={about.shortfall}
      />
      <Stat
        label="Sharpe Ratio"
        value={fixed(metrics.sharpe.value, 2)}
        note={intervalText(metrics.sharpe, ratio, preliminary)}
        info={about.sharpe}
      />
      <Stat
        label="Sortino Ratio"
        value={fixed(metrics.sortino.value, 2)}
        note={intervalText(metrics.sortino, ratio, preliminary)}
        info={about.sortino}
      />
      <Stat
        label="Volatility"
        value={percent(metrics.volatility.value, 2)}
        unit="per year"
        note={intervalText(metrics.volatility, share, preliminary)}
        info={about.volatility}
      />
    </StatStrip>
  );
}
