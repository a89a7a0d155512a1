import type { Outcome } from "../../workers/contract";
import type { WriteTableInput } from "../../workers/report/jobs/write-table";
import { Store } from "./store";
import { tableWriter } from "./table-writer";

export type TableColumns = WriteTableInput["columns"];
export type TableFormat = WriteTableInput["format"];

/** Formats a table can be saved in, by name. */
export const TABLE_FORMATS: Readonly<Record<TableFormat, { label: string }>> = {
  csv: { label: "CSV" },
  xlsx: { label: "Excel" },
  parquet: { label: "Parquet" },
  arrow: { label: "Arrow" },
};

const KEY = "prospect.table-format";
const isFormat = (text: string | null): text is TableFormat => text !== null && Object.hasOwn(TABLE_FORMATS, text);

function kept(): TableFormat {
  try {
    const text = localStorage.getItem(KEY);
    return isFormat(text) ? text : "csv";
  } catch {
    return "csv";
  }
}

/** The format every table of this device is saved in. */
export const tableFormat = new Store<TableFormat>(kept());

/** Chooses the format; where the device refuses to keep it, it lasts until the tab is closed. */
export function chooseTableFormat(format: TableFormat): void {
  tableFormat.set(format);
  try {
    localStorage.setItem(KEY, format);
  } catch {
    // Chosen all the same.
  }
}

export const canWriteTables = (): boolean => tableWriter.write !== null;

/** Columns of any length as a file in the chosen format, with the ending of its name; null where nobody writes. */
export async function writeTable(columns: TableColumns): Promise<{ outcome: Outcome<Blob>; ending: TableFormat } | null> {
  const ending = tableFormat.read();
  return tableWriter.write && { outcome: await tableWriter.write({ columns, format: ending }), ending };
}
