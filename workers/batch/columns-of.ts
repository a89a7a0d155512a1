import { isReturn, type KnownUnits, knownUnits } from "../analyzed-column";
import { type Column, type ColumnRole, fail, type Outcome, succeed } from "../contract";
import type { JobContext } from "../runtime/job";
import { hashColumns } from "../series";
import type { Numbers } from "./questions";
import type { Source } from "./source";

/** Numeric columns, with the dates of their rows. */
export interface Table {
  times: Float64Array | null;
  columns: readonly Column[];
  /** Units found by the reader. */
  quality?: KnownUnits;
}

const BAR: ReadonlySet<ColumnRole> = new Set(["open", "high", "low", "close", "adjusted-close", "volume"]);

/** The series of a text with one series per column; bars of one instrument are a single series. */
export function columnSources(columns: readonly Pick<Column, "name" | "role">[], from: string): Source[] {
  if (columns.length < 2 || columns.every(({ role }) => BAR.has(role))) return [{ kind: "text", from }];
  return columns.map(({ name }) => ({ kind: "column", from, name }));
}

/** Only the rows in which the first column has a number, as on the screens. */
function kept(columns: Float64Array[], [chosen]: Float64Array[]): Float64Array[] {
  if (chosen.every(Number.isFinite)) return columns;
  return columns.map((column) => column.filter((_, row) => Number.isFinite(chosen[row])));
}

/** A series of columns, the first of which is analyzed: the same numbers have the same hash, whatever format they were read from. */
export async function seriesOf(
  name: string,
  given: readonly Column[],
  dates: { name: string; values: Float64Array } | null,
  context: JobContext,
): Promise<Outcome<Numbers>> {
  const read = given.map(({ values }) => values);
  const rows = kept(dates ? [...read, dates.values] : read, read);
  const values = rows.slice(0, given.length);
  const times = dates ? rows[given.length] : null;
  if (values[0].length < 2) return fail("bad-input", "ingest/csvTooShort", {}, { column: given[0].name });
  const odd = times?.findIndex((time, row) => !(time >= (row === 0 ? Number.NEGATIVE_INFINITY : times[row - 1]))) ?? -1;
  if (odd >= 0) return fail("bad-input", "series/dates", { name }, { row: odd + 1, column: dates?.name });
  const hash = await hashColumns(times ? [times, ...values] : values, context);
  const columns = given.map((column, i) => ({ ...column, values: values[i] }));
  return succeed({ hash, name, length: values[0].length, times, columns, primary: 0 });
}

/** A column of a table as a separate series. */
export async function columnOf({ times, columns, quality }: Table, name: string, context: JobContext): Promise<Outcome<Numbers>> {
  const column = columns.find((one) => one.name === name);
  if (!column) return fail("bad-input", "runtime/said", { text: `There is no column "${name}".` });
  const role = isReturn(column.role) ? column.role : "value";
  const read = await seriesOf(name, [{ ...column, role }], times && { name: "Date", values: times }, context);
  return read.ok && quality ? succeed({ ...read.value, quality: knownUnits(quality, new Set([name])) }) : read;
}
