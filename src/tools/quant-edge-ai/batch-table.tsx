import type { ColumnDecision } from "../../../workers/engine/jobs/decide-columns";
import { ActionMark } from "../../analysis/decision/action-mark.tsx";
import { REGIMES } from "../../analysis/decision/regimes.ts";
import { count, fixed, percent, significant } from "../../lib/format.ts";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";

/** The rule that decided, "Buy 2"; empty for Hold. */
export const ruleOf = ({ trace }: ColumnDecision): string => {
  const fired = trace?.clauses.find((clause) => clause.fired);
  return fired ? `${fired.action} ${fired.number}` : "";
};

type Figure = (row: ColumnDecision) => number | null | undefined;
const figure = (
  id: string,
  header: string,
  of: Figure,
  show: (value: number | null | undefined) => string,
): TableColumn<ColumnDecision> => ({
  id,
  header,
  cell: (row) => show(of(row)),
  sortBy: of,
});

const COLUMNS: readonly TableColumn<ColumnDecision>[] = [
  { id: "name", header: "Column", cell: ({ name }) => name, sortBy: ({ name }) => name },
  {
    id: "action",
    header: "Action",
    words: true,
    cell: ({ result, trouble }) => (result ? <ActionMark action={result.action} /> : <span className="text-muted">{trouble}</span>),
    text: ({ result, trouble }) => result?.action ?? trouble ?? "",
    sortBy: ({ result }) => result?.action,
  },
  {
    id: "rule",
    header: "Rule",
    words: true,
    cell: (row) => <span className="whitespace-nowrap">{ruleOf(row) || "—"}</span>,
    text: (row) => ruleOf(row),
    sortBy: (row) => ruleOf(row) || null,
  },
  figure(
    "combined",
    "Combined",
    ({ trace }) => trace?.combined,
    (value) => fixed(value, 4),
  ),
  figure(
    "buy",
    "Buy above",
    ({ trace }) => trace?.limits.buy,
    (value) => fixed(value, 4),
  ),
  figure(
    "sell",
    "Sell below",
    ({ trace }) => trace?.limits.sell,
    (value) => fixed(value, 4),
  ),
  {
    id: "regime",
    header: "Regime",
    words: true,
    cell: ({ result }) => <span className="whitespace-nowrap">{result ? REGIMES[result.regime].label : "—"}</span>,
    text: ({ result }) => (result ? REGIMES[result.regime].label : ""),
    sortBy: ({ result }) => (result ? REGIMES[result.regime].label : null),
  },
  figure(
    "trend",
    "Trend",
    ({ result }) => result?.marketFeatures.trend,
    (value) => fixed(value, 4),
  ),
  figure(
    "rsi",
    "RSI",
    ({ result }) => result?.marketFeatures.rsi,
    (value) => fixed(value, 1),
  ),
  figure(
    "volatility",
    "Volatility",
    ({ result }) => result?.marketFeatures.volatility,
    (value) => percent(value),
  ),
  figure(
    "momentum",
    "Momentum",
    ({ result }) => result?.marketFeatures.momentum,
    (value) => significant(value, 5),
  ),
  figure(
    "market",
    "Market Confidence",
    ({ result }) => result?.marketConfidence,
    (value) => percent(value),
  ),
  figure(
    "curiosity",
    "Curiosity",
    ({ result }) => result?.curiosityScore,
    (value) => percent(value),
  ),
  figure(
    "price",
    "Latest",
    ({ price }) => price,
    (value) => significant(value, 6),
  ),
  figure("count", "Values", ({ count: values }) => values, count),
  figure("missing", "Missing", ({ missing }) => missing, count),
];

export function BatchTable({ rows }: { rows: readonly ColumnDecision[] }) {
  return <DataTable label="Decisions by column" columns={COLUMNS} rows={rows} rowKey={({ name }) => name} copyable height={560} />;
}
