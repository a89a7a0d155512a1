import { useAtomValue } from "jotai";
import { type Estimate, intervalText } from "../../analysis/intervals/interval-words";
import { printedAs } from "../../analysis/programs/printed-as.tsx";
import type { ByTool, ToolFigure } from "../../analysis/programs/tool-figures";
import { fixed, percent } from "../../lib/format.ts";
import { figuresAsAtom } from "../../state/figures-as";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { provenanceOf } from "./provenance";
import type { RiskReport, RiskRun } from "./use-risk";

/** Loss figures by the chosen method. */
function headlineLosses({ losses, monteCarlo, settings }: RiskReport): { valueAtRisk: Estimate; shortfall: Estimate } {
  switch (settings.method) {
    case "historical":
      return { valueAtRisk: losses.historicalVar, shortfall: losses.historicalShortfall };
    case "parametric":
      return { valueAtRisk: losses.parametricVar, shortfall: losses.parametricShortfall };
    case "cornish-fisher":
      return { valueAtRisk: losses.cornishFisherVar, shortfall: losses.cornishFisherShortfall };
    case "monte-carlo": {
      // Simulated losses converge to those of the fitted t distribution, whose intervals they share.
      const drawn = (value: number, of: Estimate): Estimate => ({ ...of, value, reason: null });
      return {
        valueAtRisk: drawn(monteCarlo.valueAtRisk, losses.studentVar),
        shortfall: drawn(monteCarlo.shortfall, losses.studentShortfall),
      };
    }
  }
}

/** Headline figures comparable with those of other programs. */
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

const share = (value: number | null) => percent(value, 2);
const ratio = (value: number | null) => fixed(value, 2);
/** Drawdowns are shown as positive depths here. */
const depthOf = (value: number | null) => share(value && -value);

interface KeyFiguresProps {
  run: RiskRun;
  preliminary: boolean;
  /** Figures of other programs, once computed. */
  byTool: ByTool | null;
}

/** The headline figures, each with its 95% interval. */
export function KeyFigures({ run, preliminary, byTool }: KeyFiguresProps) {
  const by = { as: useAtomValue(figuresAsAtom), byTool };
  const { value: report } = run;
  const about = provenanceOf(run);
  const { metrics } = report;
  const { valueAtRisk, shortfall } = headlineLosses(report);
  // Shown as a positive depth, so the bounds swap.
  const { lower, upper } = metrics.maxDrawdown;
  const depth = { ...metrics.maxDrawdown, lower: upper === null ? null : -upper, upper: lower === null ? null : -lower };
  const card = (figure: keyof typeof about & ToolFigure, estimate: Omit<Estimate, "interval">, value = estimate.value) => {
    const show = figure === "sharpe" || figure === "sortino" ? ratio : share;
    return printedAs(by, figure, show, { value, note: intervalText(estimate, show, preliminary) }, about[figure]);
  };
  const drawdown = { value: -report.maxDrawdown / 100, note: intervalText(depth, share, preliminary) };
  return (
    <StatStrip label="Key figures of the risk">
      <Stat label="Max Drawdown" {...printedAs(by, "maxDrawdown", depthOf, drawdown, about.maxDrawdown)} />
      <Stat label="Value at Risk" {...card("valueAtRisk", valueAtRisk, report.var)} unit="per step" />
      <Stat label="Expected Shortfall" {...card("shortfall", shortfall)} unit="per step" />
      <Stat label="Sharpe Ratio" {...card("sharpe", metrics.sharpe)} />
      <Stat label="Sortino Ratio" {...card("sortino", metrics.sortino)} />
      <Stat label="Volatility" {...card("volatility", metrics.volatility)} unit="per year" />
    </StatStrip>
  );
}
