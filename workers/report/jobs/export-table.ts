import { type Count, fail, type Outcome, succeed } from "../../contract";
import { inChunks, type JobContext } from "../../runtime/job";
import { CSV_STYLES, type CsvStyle, type CsvStyleName, csvNumber, csvText, exactCsvText, isoTime } from "../table-text";

export interface ExportColumn {
  name: string;
  /** NaN leaves the cell empty; words are written so that no spreadsheet runs them. */
  values: Float64Array | string[];
  /** The values are places in this list, and its words are written. */
  words?: readonly string[];
  /** Row of the first value: a forecast starts where its history ends. 0 by default. */
  start?: Count;
  /** time: milliseconds since 1970 UTC, written as ISO 8601. Numbers have as many digits as distinguish them. */
  kind?: "number" | "time";
  /** Written as |value|. */
  absolute?: boolean;
  /** Written times this. */
  factor?: number;
  /** Written as 1 where there is a number, and as 0 where not. */
  flag?: boolean;
}

export interface ExportTableInput {
  columns: ExportColumn[];
  /** CSV by default; JSON is an array of one object per row. */
  format?: "csv" | "json";
  /** Separator and decimal sign of a CSV: commas and a point by default. */
  csv?: CsvStyleName;
  /** Names of columns letter by letter, for a text that is read back and not kept: no spreadsheet is held from running them. */
  exactNames?: boolean;
}

/** About 3 ms of writing. */
const CHUNK = 2048;
/** Bytes after which a text is handed to the engine's store of files. */
const PIECE: Count = 1 << 20;

/**
 * A long text as a file, written piece by piece: kept as strings until its end, it would take several times its length of the worker's
 * memory, and whatever is made beside it would be kept as long.
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

/** Columns of any length as a file: CSV (RFC 4180: a header, CRLF) or JSON; reading it back gives the same numbers. */
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

/** What is in a row of a column, as it is to be written. */
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
