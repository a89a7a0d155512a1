import { cellText, type RowSource, type TableColumn } from "./table-columns.ts";

/** Columns in a narrow container: those in the row itself, and those folded into lines under it. */
interface FoldedColumns<Row> {
  line: readonly TableColumn<Row>[];
  folded: readonly TableColumn<Row>[];
}

/** The width of a container that is too narrow for its table, and the widths of the table's columns, in pixels. */
export interface CutColumns {
  ids: string;
  room: number;
  widths: readonly number[];
}

/**
 * Observes whether a table fits its container, and passes on its column widths, measured unfolded, while it does not, or null once it does.
 * @returns a function that stops it
 */
export function watchCut(
  place: HTMLElement | null,
  ids: string,
  onChange: (next: (known: CutColumns | null) => CutColumns | null) => void,
): (() => void) | undefined {
  const table = place?.querySelector("table");
  if (!place || !table) return;
  const all = ids.split("\n").length;
  let widest = 0;
  const measure = () => {
    const [room, width] = [place.clientWidth, place.scrollWidth];
    const heads = [...table.querySelectorAll<HTMLElement>("thead tr:first-child th")];
    const cut = width > room + 1;
    // Later rows may have widened the unfolded columns: all are measured once more, but not over and over for columns that can never fit.
    const grown = cut && heads.length < all && width > widest;
    if (grown) widest = width;
    onChange((known) => {
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

/** Extra width of the last column in pixels, due to the table's margin. */
const AT_THE_END = 8;

/**
 * The first column and those that matter stay in the row; if none is marked as such, all do. Of the others, as many as fit the measured
 * container.
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
 * Widths in pixels: of a character in the small proportional font and in the mono font of figures; of the gap between a name and its value,
 * of a value that is not text, and of the gap between two pairs.
 */
const NAME = 6.2;
const FIGURE = 7.2;
const BESIDE = 12;
const DRAWN = 56;
const GAP = 12;

export interface FoldedPair<Row> {
  column: TableColumn<Row>;
  /** Width in pixels of the name and the longest value. */
  width: number;
}

/** The folded columns as name–value pairs, as many per line as fit in every row, so that they are aligned from row to row. */
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
