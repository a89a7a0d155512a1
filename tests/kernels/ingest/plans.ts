import type { Delimiter } from "../../../workers/contract";
import type { DateKind } from "../../../workers/ingest/date-format";
import type { Plan } from "../../../workers/ingest/plan";
import type { RowStore } from "../../../workers/ingest/rows";

/** All content that was read. */
export const contentOf = (store: RowStore) => ({
  times: [...(store.times?.subarray(0, store.length) ?? [])],
  columns: store.columns.map((values) => [...values.subarray(0, store.length)]),
  codes: [...(store.codes?.subarray(0, store.length) ?? [])],
  symbols: [...store.symbols],
  symbol: store.symbol,
  lines: [...store.lines.toArray(store.length)],
  dropped: store.dropped.list(),
});

/** Consecutive numbers, whatever separates them. */
export const LIST_PLAN: Plan = {
  shape: "list",
  delimiter: "newline",
  separators: " \t\r\n,;|",
  decimal: "point",
  decimalSettled: true,
  header: false,
  preamble: 0,
  skipped: 0,
  firstLine: 1,
  width: 1,
  date: null,
  clock: null,
  primary: 0,
  odd: false,
  columns: [{ index: 0, name: "Value", role: "value" as const }],
  cells: [{ name: "Value", use: "value" as const }],
  eitherSign: false,
};

/** A table with a number of numeric columns, after a date column if there is one. */
export function tablePlan(delimiter: Delimiter, kind: DateKind | null, numbers: number, more: Partial<Plan> = {}): Plan {
  const first = kind ? 1 : 0;
  return {
    shape: "table",
    delimiter,
    separators: "",
    decimal: "point",
    decimalSettled: true,
    header: false,
    preamble: 0,
    skipped: 0,
    firstLine: 1,
    width: first + numbers,
    clock: null,
    primary: 0,
    odd: false,
    date: kind && { kind, separator: "-", settled: true, index: 0 },
    columns: Array.from({ length: numbers }, (_, index) => ({ index: index + first, name: `c${index}`, role: "value" as const })),
    cells: [],
    eitherSign: false,
    ...more,
  };
}
