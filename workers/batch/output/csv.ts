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

/** Rows as lines of CSV, the header first. */
export function* csvLines({ columns, rows }: RowTable): Generator<string> {
  const names = columns.map(({ name }) => name);
  yield `${names.map(quoted).join(",")}\n`;
  for (const row of rows()) yield `${names.map((name) => csvCell(row[name])).join(",")}\n`;
}
