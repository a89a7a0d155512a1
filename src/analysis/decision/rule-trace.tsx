import type { Clause, Condition, ScorePart, Trace } from "../../../workers/engine/types";
import { fixed, plain, significant } from "../../lib/format.ts";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";

const NAMES: Record<Condition["quantity"], string> = {
  trend: "Trend",
  momentum: "Momentum",
  rsi: "RSI, 0 to 1",
  sentiment: "News sentiment",
  combined: "Combined score",
};
const PARTS: Record<ScorePart["part"], string> = { market: "Market score", sentiment: "News sentiment", curiosity: "Curiosity" };

interface Row extends Condition {
  key: string;
  clause: Clause;
  first: boolean;
}

const rowsOf = (clauses: readonly Clause[]): Row[] =>
  clauses.flatMap((clause) =>
    clause.conditions.map((condition, index) => ({
      ...condition,
      key: `${clause.action} ${clause.number} ${condition.quantity}`,
      clause,
      first: index === 0,
    })),
  );

const figure = ({ quantity, value }: Condition): string => (quantity === "momentum" ? significant(value, 5) : fixed(value, 4));

const verdictOf = ({ fired, met }: Clause) => (fired ? "decided" : met ? "met, after the first" : "not met");

const ruleName = (clause: Clause) => (
  <span className={clause.fired ? "font-semibold" : "text-muted"}>
    {clause.action} {clause.number} <span className="font-normal text-small">· {verdictOf(clause)}</span>
  </span>
);

const COLUMNS: readonly TableColumn<Row>[] = [
  {
    id: "rule",
    header: "Rule",
    cell: (row) => (row.first ? ruleName(row.clause) : null),
    text: ({ clause }) => `${clause.action} ${clause.number} · ${verdictOf(clause)}`,
  },
  { id: "quantity", header: "Clause", words: true, cell: (row) => NAMES[row.quantity] },
  { id: "value", header: "Value", cell: figure },
  {
    id: "threshold",
    header: "Threshold",
    cell: (row) =>
      `${row.comparison === "above" ? ">" : "<"} ${row.quantity === "combined" ? fixed(row.threshold, 4) : plain(row.threshold)}`,
  },
  {
    id: "met",
    header: "Met",
    words: true,
    cell: (row) => (
      <span className={`whitespace-nowrap ${row.met ? "text-up" : "text-muted"}`}>
        <span aria-hidden="true">{row.met ? "✓" : "✕"}</span> <span className="max-sm:sr-only">{row.met ? "yes" : "no"}</span>
      </span>
    ),
    text: ({ met }) => (met ? "yes" : "no"),
  },
];

/** Every rule the engine evaluated, with value and threshold, and the calculation of the combined score. */
export function RuleTrace({ trace }: { trace: Trace }) {
  const { clauses, parts, combined, limits, regimeLimits } = trace;
  return (
    <div>
      <div className="overflow-x-auto border-line border-t">
        <DataTable label="Rule trace" columns={COLUMNS} rows={rowsOf(clauses)} rowKey={(row) => row.key} />
      </div>
      <div className="border-line border-t px-3.5 py-2 text-muted text-small">
        <p>
          Combined score <span className="num text-text">{fixed(combined, 4)}</span> ={" "}
          {parts.map(({ part, value, weight }, index) => (
            <span key={part}>
              {index > 0 ? " + " : ""}
              {PARTS[part].toLowerCase()} <span className="num">{fixed(value, 3)}</span> × <span className="num">{fixed(weight, 2)}</span>
            </span>
          ))}
          .
        </p>
        <p>
          Limits: buy above <span className="num">{fixed(limits.buy, 4)}</span>, sell below{" "}
          <span className="num">{fixed(limits.sell, 4)}</span>; each shifted for volatility by{" "}
          <span className="num">{fixed(limits.adjustment, 4)}</span>. The limits of this regime are{" "}
          <span className="num">{fixed(regimeLimits.buy, 2)}</span> and <span className="num">{fixed(regimeLimits.sell, 2)}</span>.
        </p>
      </div>
    </div>
  );
}
