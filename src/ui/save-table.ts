import { headIn } from "../lib/format.ts";
import { saveFile } from "../lib/save-file.ts";
import type { TableColumns } from "../lib/table-file.ts";
import { writeTable } from "../lib/write-table.ts";
import { cellSource, type RowSource, rowsBetween, type TableColumn, textColumns } from "./table-columns.ts";
import { toastFailure } from "./toast-queue.ts";

/**
 * Writes columns in the chosen format in a worker and downloads the file; errors are shown in a toast.
 * @param stem the file name without extension
 */
export async function saveTable(columns: TableColumns, stem: string): Promise<void> {
  const written = await writeTable(columns);
  if (!written) return;
  const { outcome, ending } = written;
  if (outcome.ok) saveFile(outcome.value, `${stem}.${ending}`);
  else if (outcome.failure.code !== "canceled") toastFailure(outcome.failure);
}

/** "Volatility (%)"; a unit that is already in the header is not added: "Bars". */
function headWith(header: string, unit: string): string {
  const words = header.toLowerCase().split(/[^\p{L}%]+/u);
  return words.includes(unit.toLowerCase()) ? header : headIn(header, unit);
}

/** A column for a file: numbers with full precision and dates as dates if all its cells are such, otherwise the displayed text. */
function fileColumn<Row>(column: TableColumn<Row>, rows: readonly Row[]): TableColumns[number] {
  const { header: name, sortBy } = column;
  const cells = rows.map((row) => cellSource(column, row));
  const filled = cells.filter(({ text }) => text !== "");
  const first = filled[0]?.source;
  if (first && filled.every(({ source }) => source?.kind === first.kind && source.unit === first.unit)) {
    const values = Float64Array.from(cells, ({ source }) => source?.value ?? Number.NaN);
    return { name: headWith(name, first.unit), values, ...(first.kind === "time" ? { kind: "time" } : {}) };
  }
  const keys = sortBy ? rows.map(sortBy) : [];
  // Words among the figures ("ongoing") would be lost in a numeric column.
  const loses = cells.some(({ text }, row) => text !== "" && typeof keys[row] !== "number");
  if (loses || !keys.some((key) => typeof key === "number")) return { name, values: cells.map(({ text }) => text) };
  return { name, values: Float64Array.from(keys, (key) => (typeof key === "number" ? key : Number.NaN)) };
}

/** Rows as columns for a file. */
export function fileColumns<Row>(columns: readonly TableColumn<Row>[], rows: RowSource<Row>): TableColumns {
  const all = [...rowsBetween(rows, 0, rows.length)];
  return textColumns(columns).map((column) => fileColumn(column, all));
}

/** Saves a table as displayed, named after its label. */
export const saveShown = <Row>(label: string, columns: readonly TableColumn<Row>[], rows: RowSource<Row>): Promise<void> =>
  saveTable(fileColumns(columns, rows), label.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-"));
