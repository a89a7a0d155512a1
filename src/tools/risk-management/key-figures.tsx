import { useAtomValue } from "jotai";
import { type Estimate, intervalText } from "../../analysis/intervals/interval-words";
import { type ByTool, figureAs, type ToolFigure, toolDefinitions, toolRows } from "../../analysis/programs/tool-figures";
import { fixed, percent } from "../../lib/format.ts";
import { figuresAsAtom } from "../../state/figures-as";
import type { Provenance } from "../../ui/info-button.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { provenanceOf } from "./provenance";
import type { RiskReport, RiskRun } from "./use-risk";

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

/** The headline figures beside those of other programs. */
export function comparable(report: RiskReport): Record<ToolFigure, number | null> {
  const { valueAtRisk, shortfall } = headlineLosses(report);
  const { maxDrawdown, sharpe, sortino, volatility, cagr } = report.metrics;
  return {
    maxDrawdown: maxDrawdown.value,
    valueAtRisk: valueAtRisk.value,
    shortfall: shortfall.value,
    sharpe: sharpe.value,
    sortino: sortino.value,
    volatility: volatility.value,
    cagr: cagr.value,
  };
}

const share = (value: number) => percent(value, 2);
const ratio = (value: number) => fixed(value, 2);

interface KeyFiguresProps {
  run: RiskRun;
  preliminary: boolean;
  /** Figures of other programs, once they are there. */
  byTool: ByTool | null;
}

/** The headline numbers, each with its 95% interval under it. */
export function KeyFigures({ run, preliminary, byTool }: KeyFiguresProps) {
  const chosen = useAtomValue(figuresAsAtom);
  const { value: report } = run;
  const about = provenanceOf(run);
  const { metrics } = report;
  const { valueAtRisk, shortfall } = headlineLosses(report);
  // Told as a depth here: the deeper end comes last.
  const { lower, upper } = metrics.maxDrawdown;
  const depth = { ...metrics.maxDrawdown, lower: upper === null ? null : -upper, upper: lower === null ? null : -lower };
  const told = (figure: keyof typeof about & ToolFigure): Provenance => {
    const info: Provenance = about[figure];
    const differs = (
      <>
        {info.differs} {toolDefinitions(byTool, figure).join(" ")}
      </>
    );
    return { ...info, settings: [...(info.settings ?? []), ...toolRows(byTool, figure)], differs };
  };
  const as = (figure: ToolFigure, show: (value: number) => string, value: string, note: string) => {
    const other = figureAs(byTool, chosen, figure);
    return other ? { value: show(other.value), note: `${other.note}; here ${value}` } : { value, note };
  };
  return (
    <StatStrip label="Key figures of the risk">
      <Stat
        label="Max Drawdown"
        {...as("maxDrawdown", (value) => share(-value), share(report.maxDrawdown / 100), intervalText(depth, share, preliminary))}
        info={told("maxDrawdown")}
      />
      <Stat
        label="Value at Risk"
        {...as("valueAtRisk", share, share(report.var), intervalText(valueAtRisk, share, preliminary))}
        unit="per step"
        info={told("valueAtRisk")}
      />
      <Stat
        label="Expected Shortfall"
        {...as("shortfall", share, percent(shortfall.value, 2), intervalText(shortfall, share, preliminary))}
        unit="per step"
        info={told("shortfall")}
      />
      <Stat
        label="Sharpe Ratio"
        {...as("sharpe", ratio, fixed(metrics.sharpe.value, 2), intervalText(metrics.sharpe, ratio, preliminary))}
        info={told("sharpe")}
      />
      <Stat
        label="Sortino Ratio"
        {...as("sortino", ratio, fixed(metrics.sortino.value, 2), intervalText(metrics.sortino, ratio, preliminary))}
        info={told("sortino")}
      />
      <Stat
        label="Volatility"
        {...as("volatility", share, percent(metrics.volatility.value, 2), intervalText(metrics.volatility, share, preliminary))}
        unit="per year"
        info={told("volatility")}
      />
    </StatStrip>
  );
}
