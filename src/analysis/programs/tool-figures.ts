import type { Jobs } from "../../../workers/jobs";
import type { JobValue } from "../../client/pool";
import { fixed, percent } from "../../lib/format.ts";
import { TOOL_NAMES } from "./figures-as.tsx";

/** What other programs report for the same returns. */
export type ByTool = JobValue<Jobs, "figures-by-tool">;
export type Tool = Exclude<keyof ByTool, "volatilities">;
export type ToolFigure = keyof ByTool[Tool];

const share = (value: number | null) => percent(value, 2);
/** With enough digits to show the differences between definitions. */
const ratio = (value: number | null) => fixed(value, 4);

/** Figures in the order of the screen, each with its format and where programs define it differently. */
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

/** Figures available by program: those, and the relative strength index. */
export type ProgramFigure = ToolFigure | "rsi";

/** Format of each figure in comparisons of programs. */
export const PROGRAM_FIGURES = {
  ...(Object.fromEntries(TOOL_FIGURES.map((figure) => [figure.id, figure])) as Record<ToolFigure, (typeof TOOL_FIGURES)[number]>),
  rsi: { show: (value: number | null) => fixed(value, 2) },
};

export const TOOLS = Object.keys(TOOL_NAMES) as Tool[];
