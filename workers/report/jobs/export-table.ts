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
  /** Separator and decimal sign of a CSV; commas and points by default. */
  csv?: CsvStyleName;
  /** Writes column names as they are, for a text that is only read back: formulas in them are not neutralized. */
  exactNames?: boolean;
}

/** Rows of the longest column. */
export const rowsOf = (columns: readonly ExportColumn[]): Count =>
  columns.reduce((most, { values, start = 0 }) => Math.max(most, start + values.length), 0);

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

  end(): Blob {
    this.put();
    return new Blob(this.done, { type: "text/csv" });
  }

  private put(): void {
    this.done.push(new Blob([this.piece.subarray(0, this.used)]));
    this.used = 0;
  }
}

/** Columns of any length as CSV (RFC 4180 with header and CRLF); reading it back gives the same numbers. */
export function exportTable({ columns, csv = "point", exactNames = false }: ExportTableInput, context: JobContext): Outcome<Blob> {
  if (columns.length === 0) return fail("bad-input", "report/nothingToExport");
  const rows = rowsOf(columns);
  const style = CSV_STYLES[csv];
  const names = columns.map(({ name }) => (exactNames ? exactCsvText(name) : csvText(name, style)));
  const file = new TextFile();
  file.add(`${names.join(style.separator)}\r\n`);
  inChunks(context, rows, CHUNK, (from, to) => {
    context.progress(from / rows, "Writing the file");
    let text = "";
    for (let row = from; row < to; row++) text += csvRow(columns, row, style);
    file.add(text);
  });
  return succeed(file.end());
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
