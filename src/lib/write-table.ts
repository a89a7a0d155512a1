import type { Outcome } from "../../workers/contract";
import { csvStyle } from "./csv-style";
import { type TableColumns, type TableFormat, tableFormat } from "./table-file";
import { tableWriter } from "./table-writer";

/** Columns of any length as a file in the chosen format, with its extension; null if no writer is set. */
export async function writeTable(columns: TableColumns): Promise<{ outcome: Outcome<Blob>; ending: TableFormat } | null> {
  const ending = tableFormat.read();
  return tableWriter.write && { outcome: await tableWriter.write({ columns, format: ending, csv: csvStyle.read() }), ending };
}
