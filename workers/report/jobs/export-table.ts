import { type Count, fail, type Outcome, succeed } from "../../contract";
import { inChunks, type JobContext } from "../../runtime/job";
import { CSV_STYLES, type CsvStyle, type CsvStyleName, csvNumber, csvText, exactCsvText, isoTime } from "../table-text";

export interface ExportColumn {
  name: string;
  /** NaN gives an empty cell; texts that a spreadsheet would run as formulas are neutralized. */
  values: Float64Array | string[];
  /** The values are indices into this list, whose words are written. */
  words?: readonly string[];
  /** Row of the first value: a forecast starts where its history ends. Defaults to 0. */
  start?: Count;
  /** time: milliseconds since 1970 UTC, written as ISO 8601. Numbers are written with the shortest digits that read back to the same value. */
  kind?: "number" | "time";
  /** Writes absolute values. */
  absolute?: boolean;
  /** Factor applied to the values. */
  factor?: number;
  /** Writes 1 for a number and 0 for NaN. */
  flag?: boolean;
}

export interface ExportTableInput {
  columns: ExportColumn[];
  /** CSV by default; JSON is an array of one object per row. */
  format?: "csv" | "json";
  /** Separator and decimal sign of a CSV; commas and points by default. */
  csv?: CsvStyleName;
  /** Writes column names as they are, for a text that is only read back: formulas in them are not neutralized. */
  exactNames?: boolean;
}

/** About 3 ms of writing. */
const CHUNK = 2048;
/** Size of the pieces that are moved out of the worker's memory. */
const PIECE: Count = 1 << 20;

/**
 * A long text as a file, written in pieces: strings kept until the end would take several times its length of the worker's memory, and keep
 * temporary objects alive as long.
 */
class TextFile {
  private readonly done: Blob[] = [];
  private readonly piece = new Uint8Array(PIECE);
  private readonly encoder = new TextEncoder();
  private used: Count = 0;

  add(text: string): void {
    let rest = text;
    for (;;) {
      const { read, written } = this.encoder.encodeInto(rest, this.piece.subarray(this.used));
      this.used += written;
      if (read === rest.length) return;
      rest = rest.slice(read);
      this.put();
    }
  }

  end(type: string): Blob {
    this.put();
    return new Blob(this.done, { type });
  }

  private put(): void {
    this.done.push(new Blob([this.piece.subarray(0, this.used)]));
    this.used = 0;
  }
}

/** Columns of any length as a file: CSV (RFC 4180 with header and CRLF) or JSON; reading it back gives the same numbers. */
export function exportTable(
  { columns, format = "csv", csv = "point", exactNames = false }: ExportTableInput,
  context: JobContext,
): Outcome<Blob> {
  if (columns.length === 0) return fail("bad-input", "report/nothingToExport");
  const rows = columns.reduce((most, { values, start = 0 }) => Math.max(most, start + values.length), 0);
  const style = CSV_STYLES[csv];
  const nameText = format === "json" ? JSON.stringify : exactNames ? exactCsvText : (name: string) => csvText(name, style);
  const names = columns.map(({ name }) => nameText(name));
  const file = new TextFile();
  file.add(format === "csv" ? `${names.join(style.separator)}\r\n` : "[");
  inChunks(context, rows, CHUNK, (from, to) => {
    context.progress(from / rows, "Writing the file");
    let text = "";
    for (let row = from; row < to; row++)
      text += format === "csv" ? csvRow(columns, row, style) : `${row > 0 ? "," : ""}${jsonRow(names, columns, row)}`;
    file.add(text);
  });
  if (format === "csv") return succeed(file.end("text/csv"));
  file.add("\n]\n");
  return succeed(file.end("application/json"));
}

/** The value of a column in a row, as it is to be written. */
function valueAt(
  { values, start = 0, words, absolute = false, factor = 1, flag = false }: ExportColumn,
  row: number,
): number | string | undefined {
  const value = values[row - start];
  if (typeof value !== "number") return value;
  if (words) return words[value];
  if (flag) return Number(!Number.isNaN(value));
  const size = absolute ? Math.abs(value) : value;
  return factor * size;
}

function csvRow(columns: ExportColumn[], row: number, style: CsvStyle): string {
  const cells = columns.map((column) => {
    const { kind } = column;
    const value = valueAt(column, row);
    if (value === undefined) return "";
    if (typeof value === "string") return csvText(value, style);
    return kind === "time" ? isoTime(value) : csvNumber(value, style);
  });
  return `${cells.join(style.separator)}\r\n`;
}

function jsonRow(keys: string[], columns: ExportColumn[], row: number): string {
  const cells = columns.map((column, index) => {
    const { kind } = column;
    const value = valueAt(column, row);
    if (value === undefined) return `${keys[index]}:null`;
    if (typeof value === "string") return `${keys[index]}:${JSON.stringify(value)}`;
    const text = kind === "time" ? isoTime(value) : csvNumber(value);
    return `${keys[index]}:${text === "" ? "null" : kind === "time" ? `"${text}"` : text}`;
  });
  return `\n{${cells.join(",")}}`;
}
