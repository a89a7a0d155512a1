import { cellText, type RowSource, type TableColumn } from "./table-columns.ts";

/** Columns of a narrow place: those of a row's first line, and those folded into the lines under it. */
export interface FoldedColumns<Row> {
  line: readonly TableColumn<Row>[];
  folded: readonly TableColumn<Row>[];
}

/** The first column and those that matter stay in line; where none is marked as such, all do. */
export function foldColumns<Row>(columns: readonly TableColumn<Row>[]): FoldedColumns<Row> {
  const stays = ({ matters }: TableColumn<Row>, index: number) => index === 0 || matters === true;
  const line = columns.filter(stays);
  if (line.length < 2) return { line: columns, folded: [] };
  return { line, folded: columns.filter((column, index) => !stays(column, index)) };
}

const SAMPLED = 50;
/**
 * Pixels of a character in the small text face and in the mono face of figures, between a name and its value, of a value that is no text, and
 * between two pairs.
 */
const NAME = 6.2;
const FIGURE = 7.2;
const BESIDE = 12;
const DRAWN = 56;
const GAP = 12;

export interface FoldedPair<Row> {
  column: TableColumn<Row>;
  /** Pixels of its name and its longest value. */
  width: number;
}

/** Names and values of the folded columns, as many to a line as fit in all rows: so they are below each other from row to row. */
export function foldedLines<Row>(folded: readonly TableColumn<Row>[], rows: RowSource<Row>, room: number): FoldedPair<Row>[][] {
  const stride = Math.max(1, Math.floor(rows.length / SAMPLED));
  const lines: FoldedPair<Row>[][] = [];
  let left = 0;
  for (const column of folded) {
    let longest = 0;
    for (let index = 0; index < rows.length; index += stride) longest = Math.max(longest, cellText(column, rows.at(index) as Row).length);
    const width = Math.ceil(NAME * column.header.length + BESIDE + (longest > 0 ? (column.words ? NAME : FIGURE) * longest : DRAWN));
    if (width > left) {
      lines.push([]);
      left = room;
    }
    lines[lines.length - 1].push({ column, width });
    left -= width + GAP;
  }
  return lines;
}
