import type { Jobs } from "../../../workers/jobs";
import type { JobValue } from "../../client/pool";
import { fixed, percent } from "../../lib/format.ts";
import type { FiguresAs, RiskSettings } from "./settings";

/** What other programs print for the same returns. */
export type ByTool = JobValue<Jobs, "figures-by-tool">;
export type Tool = keyof ByTool;
export type ToolFigure = keyof ByTool[Tool];

/** Programs by the names their users know: at the version their outputs were compared with, or worked out by definition. */
export const TOOL_NAMES: Record<Tool, string> = {
  quantstats: "QuantStats 0.0.81",
  empyrical: "pyfolio (empyrical 0.5.5)",
  performanceAnalytics: "PerformanceAnalytics 2.0.8",
  tradingView: "TradingView, not compared with its output",
  excel: "Excel, not compared with its output",
};

export const FIGURES_AS: readonly { value: FiguresAs; label: string; note: string }[] = [
  { value: "prospect", label: "Prospect", note: "with intervals; VaR by the method chosen" },
  { value: "quantstats", label: TOOL_NAMES.quantstats, note: "risk-free rate compounded; normal VaR" },
  { value: "empyrical", label: TOOL_NAMES.empyrical, note: "historical VaR; mean of the lowest returns" },
  { value: "performanceAnalytics", label: TOOL_NAMES.performanceAnalytics, note: "geometric Sharpe ratio; modified VaR" },
  { value: "tradingView", label: "TradingView", note: "ratios of monthly returns; Sharpe ratio in part assumed" },
  { value: "excel", label: "Excel", note: "STDEV.S, PERCENTILE.INC, RRI" },
];

const share = (value: number | null) => percent(value, 2);
/** With the digits in which the definitions differ. */
const ratio = (value: number | null) => fixed(value, 4);

/** What stands behind a figure of TradingView's without its maker's word. */
const ASSUMED: Partial<Record<ToolFigure, string>> = {
  maxDrawdown: "defined as here",
  sharpe: "deviation over n − 1; a twelfth of the yearly rate per month; its page on this ratio was not read",
  sortino: "a twelfth of the yearly rate per month, which is also the target return",
};

/** Figures in the order of the screen, each as it is written, and where programs define it differently. */
export const TOOL_FIGURES: readonly { id: ToolFigure; label: string; show: (value: number | null) => string; differs: string }[] = [
  { id: "maxDrawdown", label: "Max drawdown", show: share, differs: "the same in all" },
  {
    id: "valueAtRisk",
    label: "VaR",
    show: share,
    differs: "QuantStats: normal; pyfolio and Excel (PERCENTILE.INC): historical; PerformanceAnalytics: modified, variance over n",
  },
  {
    id: "shortfall",
    label: "Expected shortfall",
    show: share,
    differs:
      "QuantStats: mean of the returns below its normal VaR; Excel: AVERAGEIF at or below PERCENTILE.INC; PerformanceAnalytics: modified (Boudt, Peterson and Croux 2008)",
  },
  {
    id: "sharpe",
    label: "Sharpe ratio",
    show: ratio,
    differs:
      "QuantStats: rate per step (1 + rf)^(1/steps) − 1; PerformanceAnalytics: compounded excess return over volatility; TradingView: of monthly returns, not per year",
  },
  {
    id: "sortino",
    label: "Sortino ratio",
    show: ratio,
    differs:
      "QuantStats: its rate per step; PerformanceAnalytics: of one step, not per year; TradingView: of monthly returns, not per year",
  },
  { id: "volatility", label: "Volatility", show: share, differs: "the same in all" },
  { id: "cagr", label: "CAGR", show: share, differs: "years by the number of steps; here by the dates, where there are any" },
];

/** A figure as the program chosen prints it; null where ours is on show. */
export function figureAs(byTool: ByTool | null, as: RiskSettings["figuresAs"], figure: ToolFigure) {
  if (as === "prospect" || byTool === null) return null;
  const value = byTool[as][figure];
  const workedOut = as === "tradingView" || as === "excel";
  return value === null ? null : { value, note: workedOut ? TOOL_NAMES[as] : `as ${TOOL_NAMES[as]} prints it` };
}

/** A figure by every program, for what stands behind it. */
export function toolRows(byTool: ByTool | null, figure: ToolFigure): [string, string][] {
  const show = TOOL_FIGURES.find(({ id }) => id === figure)?.show;
  if (!byTool || !show) return [];
  const tools = Object.keys(TOOL_NAMES) as Tool[];
  const rows = tools.flatMap((tool): [string, string][] =>
    byTool[tool][figure] === null ? [] : [[TOOL_NAMES[tool], show(byTool[tool][figure])]],
  );
  const assumed = byTool.tradingView[figure] === null ? undefined : ASSUMED[figure];
  return assumed ? [...rows, ["Assumed for TradingView", assumed]] : rows;
}
