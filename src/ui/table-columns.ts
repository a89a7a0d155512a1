import type { ReactNode } from "react";
import { beginsAsFormula } from "../../workers/formula-words";
import { type TextSource, withSource } from "../lib/format.ts";
import type { Provenance } from "./info-button.tsx";

interface WordsOnly<Row> {
  /** What the cell shows, formatted. */
  cell: (row: Row) => string | number;
  /** Text for files and copying, if different from the cell. */
  text?: (row: Row) => string;
}

interface Drawn<Row> {
  cell: (row: Row) => ReactNode;
  /** Plain text of a cell, for files and copying; null for a column of buttons, which is excluded there. */
  text: ((row: Row) => string) | null;
}

interface ColumnBase<Row> {
  id: string;
  header: string;
  /** Makes the column sortable by this key; missing values (null, NaN) are last in both directions. */
  sortBy?: (row: Row) => number | string | null | undefined;
  /** Provenance of its figures. */
  info?: Provenance;
  /** Left-aligned text in the proportional font; figures are right-aligned in mono. The first column is text by default. */
  words?: boolean;
  /** The key columns: on a phone these are beside the first column, and all others are folded under the row. */
  matters?: boolean;
  /** What the cell has in a second line: in files and copies, the next column. */
  second?: TableColumn<Row>;
  /** Not in reports: its content depends on the user's preferences on this device. */
  unreported?: boolean;
}

export type TableColumn<Row> = ColumnBase<Row> & (WordsOnly<Row> | Drawn<Row>);

const MANY_COLUMNS = 10;

/** Tables of many columns have tighter padding, so that they scroll horizontally later. */
export const isClose = (columns: readonly unknown[]): boolean => columns.length >= MANY_COLUMNS;

/** Rows of a table: an array, or anything that creates row `index` on demand. */
export interface RowSource<Row> {
  readonly length: number;
  at(index: number): Row | undefined;
}

export interface Sorting {
  id: string;
  descending: boolean;
}

export const isWords = <Row>(column: TableColumn<Row>, index: number): boolean => column.words ?? index === 0;

const byName = new Intl.Collator(undefined, { numeric: true });
const isMissing = (key: unknown): boolean => key === null || key === undefined || Number.isNaN(key);

function compare(a: number | string, b: number | string): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return byName.compare(String(a), String(b));
}

/** The rows in the given order (stable). A source that is not an array cannot be sorted here and is returned unchanged. */
export function sortRows<Row>(rows: RowSource<Row>, columns: readonly TableColumn<Row>[], sorting: Sorting | null): RowSource<Row> {
  const by = columns.find((column) => column.id === sorting?.id)?.sortBy;
  if (!by || !sorting || !Array.isArray(rows)) return rows;
  const sign = sorting.descending ? -1 : 1;
  const keyed = (rows as readonly Row[]).map((row) => ({ row, key: by(row) }));
  keyed.sort((one, other) => {
    const gone = Number(isMissing(one.key)) - Number(isMissing(other.key));
    return gone !== 0 || isMissing(one.key) ? gone : sign * compare(one.key as number | string, other.key as number | string);
  });
  return keyed.map(({ row }) => row);
}

/** The columns of a file or a copy: those with text, not only buttons or drawings. */
export const textColumns = <Row>(columns: readonly TableColumn<Row>[]): TableColumn<Row>[] =>
  columns.flatMap((column) => (column.text === null ? [] : column.second ? [column, column.second] : [column]));

const shownIn = <Row>(column: TableColumn<Row>, row: Row): ReactNode => (column.text ? column.text(row) : column.cell(row));

/** A cell as one line of plain text that a spreadsheet can parse: hyphen for the minus sign, empty for "—". */
export const cellText = <Row>(column: TableColumn<Row>, row: Row): string => plainText(shownIn(column, row));

/** The text of a cell and the value it was formatted from; the latter null if the cell is not a formatted value. */
export function cellSource<Row>(column: TableColumn<Row>, row: Row): { text: string; source: Omit<TextSource, "text"> | null } {
  const { written, source } = withSource(() => shownIn(column, row));
  return { text: plainText(written), source: typeof written === "number" ? { value: written, kind: "number", unit: "" } : source };
}

function plainText(shown: ReactNode): string {
  if (typeof shown !== "string" && typeof shown !== "number") return "";
  const text = String(shown).replace(/[\t\r\n]+/g, " ");
  return text === "—" ? "" : text.replace(/−(?=[\d.∞])/g, "-");
}

/** A figure as formatted in tables: digits, followed by a unit or the end of a range, with no character that could continue a formula. */
const FIGURE =
  /^[+-]?\.?[\d∞](?:[\d.,’∞]|[\u00a0\u202f](?=\d))*(?:e[+-]?\d+)?[%\u00a0\u202f \p{L}]*(?:–[\d.,’∞]*[%\u00a0\u202f \p{L}]*)?$/iu;

/** A cell for a spreadsheet; text that would run as a formula is prefixed with an apostrophe, as in a CSV file. */
const pasted = (text: string): string => (beginsAsFormula(text) && !FIGURE.test(text) ? `'${text}` : text);

/** Tab-separated text of the given rows and columns for the clipboard, with a header by default. */
export function tableText<Row>(all: readonly TableColumn<Row>[], rows: Iterable<Row>, withHeader = true): string {
  const columns = textColumns(all);
  const lines = withHeader ? [columns.map((column) => pasted(plainText(column.header))).join("\t")] : [];
  for (const row of rows) lines.push(columns.map((column) => pasted(cellText(column, row))).join("\t"));
  return lines.join("\n");
}

/** The rows from `from` up to, not including, `to`. */
export function* rowsBetween<Row>(rows: RowSource<Row>, from: number, to: number): Generator<Row> {
  for (let index = from; index < Math.min(to, rows.length); index++) yield rows.at(index) as Row;
}

const SAMPLED = 200;
const MIN_WIDTH = 4;
const MAX_WIDTH = 36;
/** Headers use a smaller proportional font. */
const HEADER_SHARE = 0.9;

/** Characters needed by each column, sampled from rows across the whole table, since widths must not change while it scrolls. */
export function columnWidths<Row>(columns: readonly TableColumn<Row>[], rows: RowSource<Row>): number[] {
  const stride = Math.max(1, Math.floor(rows.length / SAMPLED));
  return columns.map((column) => {
    let most = Math.max(MIN_WIDTH, Math.ceil(HEADER_SHARE * column.header.length) + (column.sortBy ? 1 : 0));
    for (let index = 0; index < rows.length; index += stride) most = Math.max(most, cellText(column, rows.at(index) as Row).length);
    return Math.min(MAX_WIDTH, most);
  });
}
