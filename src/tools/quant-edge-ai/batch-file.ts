import type { ColumnDecision } from "../../../workers/engine/jobs/decide-columns";
import type { TableColumns } from "../../analysis/data/save-table.ts";
import { ruleOf } from "./batch-table.tsx";

/** The list of decisions as columns of a file. */
export function batchColumns(rows: readonly ColumnDecision[]): TableColumns {
  const words = (name: string, of: (row: ColumnDecision) => string) => ({ name, values: rows.map(of) });
  const figures = (name: string, of: (row: ColumnDecision) => number | null | undefined) => ({
    name,
    values: Float64Array.from(rows, (row) => of(row) ?? Number.NaN),
  });
  return [
    words("Column", ({ name }) => name),
    words("Action", ({ result, trouble }) => result?.action ?? trouble ?? ""),
    words("Rule", ruleOf),
    words("Regime", ({ result }) => result?.regime ?? ""),
    figures("Combined score", ({ trace }) => trace?.combined),
    figures("Buy above", ({ trace }) => trace?.limits.buy),
    figures("Sell below", ({ trace }) => trace?.limits.sell),
    figures("Trend", ({ result }) => result?.marketFeatures.trend),
    figures("RSI", ({ result }) => result?.marketFeatures.rsi),
    figures("Volatility", ({ result }) => result?.marketFeatures.volatility),
    figures("Momentum", ({ result }) => result?.marketFeatures.momentum),
    figures("Market confidence", ({ result }) => result?.marketConfidence),
    figures("Curiosity", ({ result }) => result?.curiosityScore),
    figures("Latest value", ({ price }) => price),
    figures("Values", ({ count }) => count),
    figures("Missing values", ({ missing }) => missing),
  ];
}
