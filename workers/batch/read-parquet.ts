import { fail, type Outcome } from "../contract";
import { type Decoded, type ParquetFile, parseDates, rolesOf } from "../ingest";
import type { JobContext } from "../runtime/job";
import { isShortage } from "../runtime/wasm/is-shortage";
import { ShortNames } from "../series";
import { seriesOf } from "./columns-of";
import type { Numbers } from "./questions";
import type { ParquetSource, Span } from "./source";

const numberOf = (cell: unknown): number => (cell === null || cell === undefined ? Number.NaN : Number(cell));

/** Cells as numbers; strings are parsed as dates, as in a text file. */
function numbersIn(cells: Decoded, { start, end }: Span, name: string): Float64Array {
  if (cells instanceof Float64Array) return cells.subarray(start, end);
  const out = new Float64Array(end - start);
  for (let row = 0; row < out.length; row++) {
    const cell = cells[start + row];
    if (typeof cell === "string")
      return parseDates(
        Array.from(out, (_, place) => cells[start + place]),
        name,
      );
    out[row] = numberOf(cell);
  }
  return out;
}

/** Rows of a column as numbers; missing cells are NaN, and strings are parsed as dates. */
async function numbersAt(file: ParquetFile, spans: readonly Span[], name: string): Promise<Float64Array> {
  // Allocated only after the rows are read, since the row counts of a damaged file may be wrong.
  const columns: Decoded[] = [];
  for (const { group } of spans) columns.push(await file.column(group, name));
  const out = new Float64Array(spans.reduce((sum, { start, end }) => sum + end - start, 0));
  let at = 0;
  for (const [place, span] of spans.entries()) {
    out.set(numbersIn(columns[place], span, name), at);
    at += span.end - span.start;
  }
  return out;
}

/** Any error means a damaged file, except a lack of memory or the like. */
function unreadable(error: unknown): null {
  if (isShortage(error)) throw error;
  return null;
}

/** Columns as numbers; null if the file is damaged. */
async function numbersOf(file: ParquetFile, spans: readonly Span[], names: readonly string[]): Promise<Float64Array[] | null> {
  const read: Float64Array[] = [];
  try {
    for (const name of names) read.push(await numbersAt(file, spans, name));
    return read;
  } catch (error) {
    return unreadable(error);
  }
}

/** A series of a Parquet file; reads only the row groups that contain it. */
export async function readParquet(opening: Promise<ParquetFile>, source: ParquetSource, context: JobContext): Promise<Outcome<Numbers>> {
  const file = await opening.catch(unreadable);
  if (!file) return fail("bad-input", "ingest/fileUnreadable");
  const spans = source.spans ?? file.groups.map((rows, group) => ({ group, start: 0, end: rows }));
  const wanted = source.times === null ? source.columns : [...source.columns, source.times];
  const read = await numbersOf(file, spans, wanted);
  if (!read) return fail("bad-input", "ingest/fileUnreadable");
  const short = new ShortNames();
  const roles = rolesOf(source.columns);
  const columns = source.columns.map((name, i) => ({ name: short.of(name), role: roles[i], values: read[i] }));
  const dates = source.times === null ? null : { name: short.of(source.times), values: read[source.columns.length] };
  return seriesOf(source.name, columns, dates, context);
}
