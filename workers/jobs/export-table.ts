import { type Count, fail, type Outcome, succeed } from "../contract";
import { inChunks, type JobContext } from "../lib/job";
import { messages } from "../lib/messages";

export interface ExportColumn {
  name: string;
  /** NaN leaves the cell empty. */
  values: Float64Array;
  /** Row of the first value: a forecast starts where its history ends. 0 unless told. */
  start?: Count;
  /** time: milliseconds since 1970 UTC, written as ISO 8601. Numbers have as many digits as tell them apart. */
  kind?: "number" | "time";
}

export interface ExportTableInput {
  columns: ExportColumn[];
}

/** About 3 ms of writing. */
const CHUNK = 2048;
const DAY_END = "T00:00:00.000Z";

const quoted = (name: string): string => (/[",\n\r]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);

function timeText(time: number): string {
  const text = new Date(time).toISOString();
  return text.endsWith(DAY_END) ? text.slice(0, 10) : text;
}

function cell({ values, start = 0, kind }: ExportColumn, row: number): string {
  const value = values[row - start];
  if (value === undefined || Number.isNaN(value)) return "";
  return kind === "time" && Number.isFinite(value) ? timeText(value) : String(value);
}

/** Columns of any length as a CSV file (RFC 4180: commas, a header, CRLF); reading it back gives the same numbers. */
export function exportTable({ columns }: ExportTableInput, context: JobContext): Outcome<Blob> {
  if (columns.length === 0) return fail("bad-input", messages.nothingToExport);
  const rows = columns.reduce((most, { values, start = 0 }) => Math.max(most, start + values.length), 0);
  const parts = [`${columns.map(({ name }) => quoted(name)).join(",")}\r\n`];
  inChunks(context, rows, CHUNK, (from, to) => {
    context.progress(from / rows, "Writing the file");
    let text = "";
    for (let row = from; row < to; row++) text += `${columns.map((column) => cell(column, row)).join(",")}\r\n`;
    parts.push(text);
  });
  return succeed(new Blob(parts, { type: "text/csv" }));
}
