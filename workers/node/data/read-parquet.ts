import type { Numbers, ParquetSource, Span } from "../../batch";
import { type ColumnRole, fail, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { hashColumns } from "../../series";
import { type Decoded, type ParquetFile, parquetFile } from "./parquet-file";

const ROLES: readonly [RegExp, ColumnRole][] = [
  [/^open$/i, "open"],
  [/^high$/i, "high"],
  [/^low$/i, "low"],
  [/^close$/i, "close"],
  [/^adj(usted)?[ _]?close$/i, "adjusted-close"],
  [/^volume$/i, "volume"],
];
const roleOf = (name: string): ColumnRole => ROLES.find(([words]) => words.test(name))?.[1] ?? "value";

const numberOf = (cell: unknown): number =>
  cell === null || cell === undefined ? Number.NaN : typeof cell === "string" ? Date.parse(cell) : Number(cell);

/** Rows of a column, as numbers; a cell without a value is NaN, a date that is a text is read as one. */
async function numbersAt(file: ParquetFile, spans: readonly Span[], name: string): Promise<Float64Array> {
  const out = new Float64Array(spans.reduce((sum, { start, end }) => sum + end - start, 0));
  let at = 0;
  for (const { group, start, end } of spans) {
    const cells: Decoded = await file.column(group, name);
    if (cells instanceof Float64Array) out.set(cells.subarray(start, end), at);
    else for (let row = start; row < end; row++) out[at + row - start] = numberOf(cells[row]);
    at += end - start;
  }
  return out;
}

/** Rows in which the chosen column holds a number, as the screens keep them. */
function kept(columns: Float64Array[], [chosen]: Float64Array[]): Float64Array[] {
  if (chosen.every(Number.isFinite)) return columns;
  return columns.map((column) => column.filter((_, row) => Number.isFinite(chosen[row])));
}

/** The series of a Parquet file, read by the row groups it stands in. */
export async function readParquet(source: ParquetSource, context: JobContext): Promise<Outcome<Numbers>> {
  const file = await parquetFile(source.from).catch(() => null);
  if (!file) return fail("bad-input", "ingest/fileUnreadable");
  const spans = source.spans ?? file.groups.map((rows, group) => ({ group, start: 0, end: rows }));
  const wanted = source.times === null ? source.columns : [...source.columns, source.times];
  const read: Float64Array[] = [];
  for (const name of wanted) read.push(await numbersAt(file, spans, name));
  const rows = kept(read, read);
  const values = rows.slice(0, source.columns.length);
  const times = source.times === null ? null : rows[source.columns.length];
  if (values[0].length < 2) return fail("bad-input", "ingest/csvTooShort", {}, { column: source.columns[0] });
  const odd = times?.findIndex((time, row) => !(time > (row === 0 ? Number.NEGATIVE_INFINITY : times[row - 1]))) ?? -1;
  if (odd >= 0) return fail("bad-input", "series/dates", { name: source.name }, { row: odd + 1, column: source.times ?? undefined });
  const hash = await hashColumns(times ? [times, ...values] : values, context);
  const columns = values.map((own, i) => ({ name: source.columns[i], role: roleOf(source.columns[i]), values: own }));
  return succeed({ hash, name: source.name, length: values[0].length, times, columns, primary: 0 });
}
