import { type Outcome, succeed } from "../../contract";
import { CSV_STYLES, type ExportColumn, type WriteTableInput, writeTable } from "../../report";
import type { JobContext } from "../../runtime/job";
import { csvLines } from "../output/csv";
import type { Row } from "../output/flat-row";
import { rowsFromText } from "../output/rows-text";
import { cellAs, columnsOf, type TableColumn } from "../output/table";

export interface WriteRowsInput {
  /** Rows in journal format, in the order of the data. */
  texts: readonly string[];
  format: WriteTableInput["format"];
  /** Separator and decimal sign of a CSV. */
  csv?: WriteTableInput["csv"];
  /** Record of the run, stored in a Parquet file under the key "prospect". */
  record: object;
}

/** Lines between cancellation checks. */
const CHUNK = 256;

/** A column of the rows for `writeTable`; missing cells stay empty. */
function exportColumn({ name, type }: TableColumn, rows: readonly Row[]): ExportColumn {
  if (type === "number") return { name, values: Float64Array.from(rows, (row) => Number(row[name] ?? Number.NaN)) };
  return { name, values: rows.map((row) => String(cellAs(row[name], type) ?? "")) };
}

/** All cells of all rows as a file; as CSV or Parquet, the same file as the command's. */
export async function writeRows({ texts, format, csv = "point", record }: WriteRowsInput, context: JobContext): Promise<Outcome<Blob>> {
  const all = texts.flatMap(rowsFromText);
  const table = { columns: columnsOf(all), rows: () => all };
  if (format === "parquet") {
    const [{ ByteWriter }, { writeParquet }] = await Promise.all([import("hyparquet-writer"), import("../output/parquet")]);
    const bytes = new ByteWriter();
    await writeParquet(bytes, table, record);
    return succeed(new Blob([bytes.getBuffer()], { type: "application/vnd.apache.parquet" }));
  }
  if (format !== "csv") return writeTable({ columns: table.columns.map((column) => exportColumn(column, all)), format }, context);
  const lines: string[] = [];
  for (const line of csvLines(table, CSV_STYLES[csv])) if (lines.push(line) % CHUNK === 0) context.checkpoint();
  return succeed(new Blob(lines, { type: "text/csv" }));
}
