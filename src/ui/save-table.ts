import { saveFile } from "../lib/save-file.ts";
import { type TableColumns, writeTable } from "../lib/table-file.ts";
import { cellText, type RowSource, rowsBetween, type TableColumn } from "./table-columns.ts";
import { toastFailure } from "./toast-queue.ts";

/**
 * Writes columns in the chosen format, in a worker, and hands the file to the browser; errors are shown in a toast.
 * @param stem the file's name without its ending
 */
export async function saveTable(columns: TableColumns, stem: string): Promise<void> {
  const written = await writeTable(columns);
  if (!written) return;
  const { outcome, ending } = written;
  if (outcome.ok) saveFile(outcome.value, `${stem}.${ending}`);
  else if (outcome.failure.code !== "canceled") toastFailure(outcome.failure);
}

const isNumeric = (key: unknown): boolean => typeof key === "number" || key === null || key === undefined;

/** Rows as columns for a file: numbers with all their digits where the table is sorted by numbers, else what the cells show. */
export function fileColumns<Row>(columns: readonly TableColumn<Row>[], rows: RowSource<Row>): TableColumns {
  const all = [...rowsBetween(rows, 0, rows.length)];
  return columns.map((column) => {
    const { header: name, sortBy } = column;
    const keys = sortBy ? all.map(sortBy) : [];
    if (!keys.some((key) => typeof key === "number") || !keys.every(isNumeric))
      return { name, values: all.map((row) => cellText(column, row)) };
    return { name, values: Float64Array.from(keys, (key) => (typeof key === "number" ? key : Number.NaN)) };
  });
}

/** Saves what a table shows, under its name. */
export const saveShown = <Row>(label: string, columns: readonly TableColumn<Row>[], rows: RowSource<Row>): Promise<void> =>
  saveTable(fileColumns(columns, rows), label.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-"));
