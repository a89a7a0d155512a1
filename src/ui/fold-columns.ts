import { cellText, type RowSource, type TableColumn } from "./table-columns.ts";

/** Columns of a narrow place: those of a row's first line, and those folded into the lines under it. */
export interface FoldedColumns<Row> {
  line: readonly TableColumn<Row>[];
  folded: readonly TableColumn<Row>[];
}

/** What a place has room for, in pixels, and how wide each column of a table is that has more. */
export interface CutColumns {
  ids: string;
  room: number;
  widths: readonly number[];
}

/**
 * Tells of a table that its place has no room for how wide its columns are, measured while all stand in line, and of null once there is room
 * again; returns what stops that.
 */
export function watchCut(
  place: HTMLElement | null,
  ids: string,
  tell: (next: (known: CutColumns | null) => CutColumns | null) => void,
): (() => void) | undefined {
  const table = place?.querySelector("table");
  if (!place || !table) return;
  const all = ids.split("\n").length;
  let widest = 0;
  const measure = () => {
    const [room, width] = [place.clientWidth, place.scrollWidth];
    const heads = [...table.querySelectorAll<HTMLElement>("thead tr:first-child th")];
    const cut = width > room + 1;
    // Those in line have grown with rows that came later: all are measured once more, but not for those that can never fit.
    const grown = cut && heads.length < all && width > widest;
    if (grown) widest = width;
    tell((known) => {
      if (known?.ids !== ids) return cut ? { ids, room, widths: heads.map((head) => head.offsetWidth) } : null;
      if (grown) return null;
      if (known.room === room) return known;
      return known.widths.reduce((sum, width) => sum + width, 0) > room ? { ...known, room } : null;
    });
  };
  const sizes = new ResizeObserver(measure);
  sizes.observe(place);
  sizes.observe(table);
  return () => sizes.disconnect();
}

/** Pixels a column is wider where it is the last in line, by the margin of the table. */
const AT_THE_END = 8;

/**
 * The first column and those that matter stay in line; where none is marked as such, all do. Of the others as many stay beside them as a
 * measured place has room for.
 */
export function foldColumns<Row>(columns: readonly TableColumn<Row>[], measured?: CutColumns | null): FoldedColumns<Row> {
  const stays = columns.map(({ matters }, index) => index === 0 || matters === true);
  if (stays.filter(Boolean).length < 2) return { line: columns, folded: [] };
  if (measured) {
    const { room, widths } = measured;
    let left = widths.reduce((rest, width, index) => (stays[index] ? rest - width : rest), room - AT_THE_END);
    for (const [index, width] of widths.entries()) {
      if (stays[index] || width > left) continue;
      stays[index] = true;
      left -= width;
    }
  }
  return { line: columns.filter((_, index) => stays[index]), folded: columns.filter((_, index) => !stays[index]) };
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
