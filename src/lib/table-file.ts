import type { Outcome } from "../../workers/contract";
import type { WriteTableInput } from "../../workers/report/jobs/write-table";
import { Store } from "./store";

export type TableColumns = WriteTableInput["columns"];
export type TableFormat = WriteTableInput["format"];

/** Formats a table can be saved in, as they are called and as they are opened. */
export const TABLE_FORMATS: Readonly<Record<TableFormat, { label: string; note: string }>> = {
  csv: { label: "CSV", note: "for any program" },
  xlsx: { label: "Excel", note: "a workbook with real dates" },
  parquet: { label: "Parquet", note: "typed columns, small" },
  arrow: { label: "Arrow", note: "typed columns, as in memory (Feather 2)" },
};

/** The format every table of this device is saved in. */
export const tableFormat = new Store<TableFormat>("csv");

type TableWriter = (input: WriteTableInput) => Promise<Outcome<Blob>>;
let writer: TableWriter | null = null;

/** Tells who writes tables, in another thread; until then none can be saved. */
export function setTableWriter(next: TableWriter | null): void {
  writer = next;
}

export const canWriteTables = (): boolean => writer !== null;

/** Columns of any length as a file in the chosen format, with the ending of its name; null where nobody writes. */
export async function writeTable(columns: TableColumns): Promise<{ outcome: Outcome<Blob>; ending: TableFormat } | null> {
  const ending = tableFormat.read();
  return writer && { outcome: await writer({ columns, format: ending }), ending };
}
