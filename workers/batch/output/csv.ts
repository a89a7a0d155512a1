import type { Cell, Row } from "./flat-row";
import type { TableColumn } from "./table";

/** Rows that can be gone through more than once. */
export type Rows = () => Iterable<Row>;

/** Rows with their columns (`columnsOf`). */
export interface RowTable {
  columns: readonly TableColumn[];
  rows: Rows;
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const csvCell = (cell: Cell | undefined): string => (cell === undefined || cell === null ? "" : quoted(String(cell)));

/** The first line of a CSV. */
export const csvHeader = (columns: readonly TableColumn[]): string => `${columns.map(({ name }) => quoted(name)).join(",")}\n`;

/** A row as a line of CSV. */
export const csvLine = (row: Row, columns: readonly TableColumn[]): string =>
  `${columns.map(({ name }) => csvCell(row[name])).join(",")}\n`;

/** Rows as lines of CSV, the header first. */
export function* csvLines({ columns, rows }: RowTable): Generator<string> {
  yield csvHeader(columns);
  for (const row of rows()) yield csvLine(row, columns);
}
