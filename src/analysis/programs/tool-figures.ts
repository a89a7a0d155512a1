import type { Jobs } from "../../../workers/jobs";
import type { JobValue } from "../../client/pool";
import { fixed, percent } from "../../lib/format.ts";
import type { FiguresAs } from "../../state/figures-as";
import { TOOL_NAMES } from "./figures-as.tsx";

/** What other programs print for the same returns. */
export type ByTool = JobValue<Jobs, "figures-by-tool">;
export type Tool = Exclude<keyof ByTool, "volatilities">;
export type ToolFigure = keyof ByTool[Tool];

const share = (value: number | null) => percent(value, 2);
/** With the digits in which the definitions differ. */
const ratio = (value: number | null) => fixed(value, 4);

/** Definitions of programs whose source cannot be read, and what of them was compared with their own output. */
const DEFINED: { tool: "tradingView" | "excel"; of: Partial<Record<ToolFigure, string>> }[] = [
  {
    tool: "tradingView",
    of: {
      maxDrawdown: "close to close, of the equity at the close of trades; its intrabar drawdown needs trades. Compared with its report",
      sharpe:
        "(mean of monthly returns − rf/12) / deviation over n, not per year; of the equity without open profit. Compared with its report",
      sortino: "(mean of monthly returns − rf/12) / downside below rf/12 over n, not per year. Compared with its report",
      volatility:
        "its Historical Volatility with its default of 10 bars: log returns, over n, √365 for days, √(365/7) for weeks. Follows its script; only the deviation was compared with its own values",
      cagr: "(last/first)^(365/days) − 1. Compared with its report",
    },
  },
  {
    tool: "excel",
    of: {
      maxDrawdown: "=MIN(values/running maximum − 1); Excel has no function for it",
      valueAtRisk: "=−PERCENTILE.INC(returns, 1 − confidence)",
      shortfall: "=−AVERAGEIF(returns, at or below that percentile)",
      sharpe: "=(AVERAGE − rf/steps)/STDEV.S × SQRT(steps)",
      sortino: "=(AVERAGE − rf/steps)/SQRT(SUMSQ of shortfalls/COUNT) × SQRT(steps)",
      volatility: "=STDEV.S × SQRT(steps); STDEV.P divides by n",
      cagr: "=RRI(n/steps, first, last)",
    },
  },
];

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
      "QuantStats: rate per step (1 + rf)^(1/steps) − 1; PerformanceAnalytics: compounded excess return over volatility; TradingView: of monthly returns, deviation over n, not per year",
  },
  {
    id: "sortino",
    label: "Sortino ratio",
    show: ratio,
    differs:
      "QuantStats: its rate per step; PerformanceAnalytics: of one step, not per year; TradingView: of monthly returns, not per year",
  },
  {
    id: "volatility",
    label: "Volatility",
    show: share,
    differs: "TradingView: its Historical Volatility of the last 10 bars; the same in the others",
  },
  {
    id: "cagr",
    label: "CAGR",
    show: share,
    differs: "years from the number of steps; here from the dates, if any; TradingView: years of 365 days",
  },
];

/** A figure as the chosen program reports it; null where ours is on show. */
export function figureAs(byTool: ByTool | null, as: FiguresAs, figure: ToolFigure) {
  if (as === "prospect" || byTool === null) return null;
  const value = byTool[as][figure];
  return value === null ? null : { value, note: as === "excel" ? "by Excel's formula" : `as ${TOOL_NAMES[as]} reports it` };
}

/** A figure by every program, for what is behind it. */
export function toolRows(byTool: ByTool | null, figure: ToolFigure): [string, string][] {
  const show = TOOL_FIGURES.find(({ id }) => id === figure)?.show;
  if (!byTool || !show) return [];
  const tools = Object.keys(TOOL_NAMES) as Tool[];
  return tools.flatMap((tool): [string, string][] =>
    byTool[tool][figure] === null ? [] : [[TOOL_NAMES[tool], show(byTool[tool][figure])]],
  );
}

/** How TradingView and Excel come to a figure they have. */
export const toolDefinitions = (byTool: ByTool | null, figure: ToolFigure): string[] =>
  DEFINED.flatMap(({ tool, of }) => {
    const words = of[figure];
    return words && byTool && byTool[tool][figure] !== null ? [`${TOOL_NAMES[tool]}: ${words}.`] : [];
  });
