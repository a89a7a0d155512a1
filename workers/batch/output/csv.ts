import { CSV_STYLES, type CsvStyle, csvNumber, csvText } from "../../report";
import type { Cell, Row } from "./flat-row";
import type { TableColumn } from "./table";

/** Rows that can be iterated more than once. */
export type Rows = () => Iterable<Row>;

/** Rows with their columns (`columnsOf`). */
export interface RowTable {
  columns: readonly TableColumn[];
  rows: Rows;
}

/** Names of series and columns come from outside: formulas in them are neutralized for spreadsheets. */
function csvCell(cell: Cell | undefined, style: CsvStyle): string {
  if (cell === undefined || cell === null) return "";
  return typeof cell === "number" && Number.isFinite(cell) ? csvNumber(cell, style) : csvText(String(cell), style);
}

const lineOf = (cells: readonly (Cell | undefined)[], style: CsvStyle): string =>
  `${cells.map((cell) => csvCell(cell, style)).join(style.separator)}\n`;

/** The header line of a CSV. */
export const csvHeader = (columns: readonly TableColumn[], style: CsvStyle = CSV_STYLES.point): string =>
  lineOf(
    columns.map(({ name }) => name),
    style,
  );

/** A row as a line of CSV. */
export const csvLine = (row: Row, columns: readonly TableColumn[], style: CsvStyle = CSV_STYLES.point): string =>
  lineOf(
    columns.map(({ name }) => row[name]),
    style,
  );

/** Rows as lines of CSV, with the header first. */
export function* csvLines({ columns, rows }: RowTable, style: CsvStyle): Generator<string> {
  yield csvHeader(columns, style);
  for (const row of rows()) yield csvLine(row, columns, style);
}
