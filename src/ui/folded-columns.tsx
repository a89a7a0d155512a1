import { ChevronRight } from "lucide-react";
import { type FoldedPair, foldColumns, foldedLines, watchCut } from "./fold-columns.ts";
import { InfoButton } from "./info-button.tsx";
import type { Sorting, TableColumn } from "./table-columns.ts";

export { foldColumns, foldedLines, watchCut };

/** Horizontal margins in pixels: of page and table cells, and of the cells alone. */
const MARGINS = 54;
const CELL_MARGINS = 20;
/** Width in pixels of a line of folded columns: of this screen, or of a table of the given width. */
export const lineRoom = (width?: number): number => (width === undefined ? Math.min(innerWidth, 640) - MARGINS : width - CELL_MARGINS);

const LINE_HEIGHT = 20;
const PADDING = 8;
/** With at most this many rows and text lines the folded columns are open by default; longer lists start collapsed. */
const MAX_ROWS = 12;
const MAX_WORDS = 80;
const MAX_LINES = 2;

/** Height in pixels that folded columns add to a row of a long table. */
export const foldedHeight = (lines: number): number => LINE_HEIGHT * lines + PADDING;

export function startsUnfolded<Row>(lines: readonly FoldedPair<Row>[][], rows: number): boolean {
  return rows <= MAX_ROWS || (lines.flat().some(({ column }) => column.words) && lines.length * rows <= MAX_WORDS);
}

/** Whether folded lines can be collapsed: lists can, a single short note under each row stays. */
export const canFold = <Row,>(lines: readonly FoldedPair<Row>[][], rows: number): boolean =>
  lines.length > MAX_LINES || !startsUnfolded(lines, rows);

interface FoldedHeaderProps<Row> {
  folded: readonly TableColumn<Row>[];
  /** Number of columns in the row. */
  span: number;
  sorting: Sorting | null;
  sortable: boolean;
  onSort: (id: string) => void;
  /** Whether the folded lines can be collapsed. */
  closes: boolean;
  open: boolean;
  onToggle: (open: boolean) => void;
}

/** Below the column headers: a button that shows the folded columns, and their headers' sorting and ⓘ. */
export function FoldedHeader<Row>({ folded, span, sorting, sortable, onSort, closes, open, onToggle }: FoldedHeaderProps<Row>) {
  const named = open ? folded.filter((column) => column.info || (sortable && column.sortBy)) : [];
  if (!closes && named.length === 0) return null;
  return (
    <tr>
      <td colSpan={span} className="border-line border-b px-2.5 text-small">
        <div className="flex flex-wrap items-center gap-x-3">
          {closes ? (
            <button
              type="button"
              aria-expanded={open}
              onClick={() => onToggle(!open)}
              className="inline-flex min-h-7 items-center gap-1 text-accent"
            >
              <ChevronRight aria-hidden="true" size={12} className={open ? "rotate-90" : ""} />
              {folded.length === 1 ? folded[0].header : "Details"}
            </button>
          ) : null}
          {named.map(({ id, header, sortBy, info }) => {
            const arrow = sorting?.id === id ? (sorting.descending ? " ↓" : " ↑") : "";
            return (
              <span key={id} className="inline-flex items-center text-muted">
                {sortBy && sortable ? (
                  <button
                    type="button"
                    aria-label={`Sort by ${header}`}
                    aria-pressed={arrow !== ""}
                    onClick={() => onSort(id)}
                    className="min-h-7 min-w-7 text-left"
                  >
                    {header}
                    {arrow}
                  </button>
                ) : (
                  header
                )}
                {info ? (
                  <span className="ml-1 inline-flex">
                    <InfoButton {...info} placement="bottom start" />
                  </span>
                ) : null}
              </span>
            );
          })}
        </div>
      </td>
    </tr>
  );
}

/** The non-empty folded columns of one row. In a long table all lines have the same height, whatever their content. */
export function foldedRow<Row>(row: Row, lines: readonly FoldedPair<Row>[][], span: number, long: boolean) {
  const cut = long ? "truncate" : "";
  const [first] = lines;
  const shown = lines
    .map((line) =>
      line.map(({ column, width }) => ({ column, width, value: column.cell(row) })).filter(({ value }) => value !== null && value !== ""),
    )
    .filter((line) => line.length > 0);
  // A single note under its row needs no name.
  const needsNoName = lines.length === 1 && first.length === 1 && first[0].column.words === true;
  return (
    <tr style={long ? { height: foldedHeight(lines.length) } : undefined}>
      <td colSpan={span} className={`px-2.5 text-small ${long ? "border-line border-b pb-1.5" : "pb-2"}`}>
        {shown.map((line) => (
          <dl key={line[0].column.id} className={`flex gap-x-3 ${long ? "h-5 overflow-hidden" : "flex-wrap"}`}>
            {line.map(({ column, width, value }) => (
              <div
                key={column.id}
                data-report={column.unreported ? "none" : undefined}
                className={`flex gap-1.5 ${cut}`}
                style={line.length > 1 ? { minWidth: width } : undefined}
              >
                <dt className={`shrink-0 text-muted ${needsNoName ? "sr-only" : ""}`}>{column.header}</dt>
                <dd className={`min-w-0 ${column.words ? "" : "num"} ${cut}`}>{value}</dd>
              </div>
            ))}
          </dl>
        ))}
      </td>
    </tr>
  );
}
