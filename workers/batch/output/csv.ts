import type { Cell, Row } from "./flat-row";
import { columnsOf } from "./table";

/** Rows that can be gone through more than once. */
export type Rows = () => Iterable<Row>;

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const csvCell = (cell: Cell | undefined): string => (cell === undefined || cell === null ? "" : quoted(String(cell)));

/** Rows as lines of CSV, the header first. */
export function* csvLines(rows: Rows): Generator<string> {
  const names = columnsOf(rows()).map(({ name }) => name);
  yield `${names.map(quoted).join(",")}\n`;
  for (const row of rows()) yield `${names.map((name) => csvCell(row[name])).join(",")}\n`;
}
