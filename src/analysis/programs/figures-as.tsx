import { useAtomValue } from "jotai";
import { type FiguresAs, figuresAs, figuresAsAtom } from "../../state/figures-as";
import { Select } from "../../ui/select.tsx";

/** Programs by common name, with the version that was run, if any. */
export const TOOL_NAMES: Record<Exclude<FiguresAs, "prospect">, string> = {
  quantstats: "QuantStats 0.0.81",
  empyrical: "pyfolio (empyrical 0.5.5)",
  performanceAnalytics: "PerformanceAnalytics 2.0.8",
  tradingView: "TradingView",
  excel: "Excel",
};

/** Names without versions, for column headers. */
export const TOOL_HEADS: typeof TOOL_NAMES = {
  quantstats: "QuantStats",
  empyrical: "pyfolio",
  performanceAnalytics: "PerformanceAnalytics",
  tradingView: "TradingView",
  excel: "Excel",
};

const CHOICES: readonly { value: FiguresAs; label: string; note: string }[] = [
  { value: "prospect", label: "Prospect", note: "with intervals; VaR by the method chosen" },
  { value: "quantstats", label: TOOL_NAMES.quantstats, note: "risk-free rate compounded; normal VaR" },
  { value: "empyrical", label: TOOL_NAMES.empyrical, note: "historical VaR; mean of the lowest returns" },
  { value: "performanceAnalytics", label: TOOL_NAMES.performanceAnalytics, note: "geometric Sharpe ratio; modified VaR" },
  { value: "tradingView", label: TOOL_NAMES.tradingView, note: "ratios of monthly returns, deviation over n; CAGR of 365 days" },
  { value: "excel", label: TOOL_NAMES.excel, note: "STDEV.S, PERCENTILE.INC, RRI; drawdowns by formula" },
];

/** Marks a figure as another program's. */
export const asReported = (tool: keyof typeof TOOL_NAMES): string =>
  tool === "excel" ? "by Excel's formula" : `as ${TOOL_NAMES[tool]} reports it`;

/** Chooses by whose definitions key figures are shown: one setting of the user, wherever it is changed. */
export function FiguresAsField({ hint, className }: { hint?: string; className?: string }) {
  return (
    <Select
      label="Key figures as"
      value={useAtomValue(figuresAsAtom)}
      options={CHOICES}
      onChange={figuresAs.choose}
      hint={hint}
      className={className}
    />
  );
}
