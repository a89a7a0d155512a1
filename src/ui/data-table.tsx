import { Fragment, type HTMLAttributes, type ReactNode, useId, useMemo, useRef, useState } from "react";
import { plural } from "../lib/format.ts";
import { canWriteTables } from "../lib/table-file.ts";
import { Button } from "./button.tsx";
import { fadeOfCut } from "./cut-figures.ts";
import { know } from "./known-tables.ts";
import { ScrollArea } from "./scroll-area.tsx";
import {
  columnWidths,
  isClose,
  isWords,
  type RowSource,
  rowsBetween,
  type Sorting,
  sortRows,
  type TableColumn,
  textColumns,
} from "./table-columns.ts";
import { TableHeader } from "./table-header.tsx";
import { boundsOf, holds, useCellRange } from "./use-cell-range.ts";
import { useFolding } from "./use-folding.ts";
import { useTableCopy } from "./use-table-copy.ts";
import { ROW_HEIGHT, useVirtualRows } from "./use-virtual-rows.ts";

export { type RowSource, type TableColumn, tableText } from "./table-columns.ts";

interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly TableColumn<Row>[];
  /** An array, or a source that creates rows as they come into view (then the table cannot be sorted). */
  rows: RowSource<Row>;
  rowKey: (row: Row) => string | number;
  /** Cells can be selected (pointer, Shift+arrows, Ctrl+A) and copied as tab-separated text for a spreadsheet; adds a "Copy" button. */
  copyable?: boolean;
  /** Shown if there are no rows. */
  empty?: ReactNode;
  /** Expected final number of rows: a table that will be long renders only the visible rows from the start. */
  expected?: number;
  /** Height in pixels beyond which the table scrolls; by default only long tables do. */
  height?: number;
  /** The rows to save if `rows` is one page of them; null if the parent offers saving. */
  whole?: RowSource<Row> | null;
}

/** From this many rows on, only the visible ones are rendered. */
const LONG = 200;
const LONG_HEIGHT = 420;
const HEADER_HEIGHT = 37;
/** On a narrow screen the first column stays while the others scroll under it; a line appears while they do. */
const FROZEN =
  "@max-[640px]:sticky @max-[640px]:left-0 @max-[640px]:min-w-24 @max-[400px]:min-w-18 @max-[640px]:bg-[var(--ground,var(--surface))] group-data-scrolled/scroll:shadow-[inset_-1px_0_var(--line-strong)]";

/** Maximum width of names as a share of the table, so that the figures beside them stay visible. */
const MAX_NAME = "max-w-[46cqw]";
/** In a scrolled table, text columns keep a readable width: one word per line would make tall, empty rows. */
const OWN_WIDTH = "@max-[640px]:w-max @max-[640px]:max-w-52";

function useSorted<Row>(rows: RowSource<Row>, columns: readonly TableColumn<Row>[]) {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const sorted = useMemo(() => sortRows(rows, columns, sorting), [rows, columns, sorting]);
  const sortBy = (id: string) => setSorting((now) => ({ id, descending: now?.id === id && !now.descending }));
  return { sorting, sorted, sortBy };
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, copyable = false, empty = "No rows", expected = 0, height = LONG_HEIGHT } = props;
  const id = useId();
  const area = useRef<HTMLDivElement>(null);
  const { line: columns, fold } = useFolding(props.columns, rows, area);
  const { sorting, sorted, sortBy } = useSorted(rows, props.columns);
  const long = Math.max(rows.length, expected) >= LONG;
  const scrolls = long || props.height !== undefined;
  const widths = useMemo(() => (long ? columnWidths(columns, rows) : null), [long, columns, rows]);
  const seen = useVirtualRows(area, rows.length, { view: height - HEADER_HEIGHT, row: ROW_HEIGHT + (fold?.height ?? 0) });
  const [first, end] = long ? [seen.first, seen.end] : [0, rows.length];
  const cellId = (row: number, column: number) => `${id}-${row}-${column}`;
  const show = (row: number, column: number) => {
    if (long) seen.reveal(row);
    document.getElementById(cellId(row, column))?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const { range, clear, onKeyDown, cellProps } = useCellRange({ rows: rows.length, columns: columns.length, page: seen.page }, show);
  const marked = range && range.row < rows.length && range.anchorRow < rows.length ? boundsOf(range) : null;
  const { many, onCopy, copy } = useTableCopy({ shown: columns, all: props.columns, rows: sorted }, marked);
  const { whole = sorted } = props;
  const save = async () => (await import("./save-table.ts")).saveShown(label, props.columns, whole ?? sorted);
  const size = { rows: (whole ?? rows).length, columns: textColumns(props.columns).length };
  const sort = (column: string) => {
    sortBy(column);
    clear();
  };
  const grid = copyable && {
    ...GRID,
    "aria-activedescendant": marked && range ? cellId(range.row, range.column) : undefined,
    onKeyDown,
    onCopy,
  };
  const stateOf = (row: number, column: number): CellState => {
    const selected = marked !== null && holds(marked, row, column);
    const own = copyable ? { id: cellId(row, column), role: "gridcell", "aria-selected": selected, ...cellProps(row, column) } : {};
    return { marked: selected, cursor: range?.row === row && range.column === column, own };
  };
  const look = { long, scrolls, close: isClose(props.columns), ends: !fold?.open, frozen: fold ? "" : FROZEN };
  const rowOf = (row: Row, index: number) => (
    <Fragment key={rowKey(row)}>
      <tr aria-rowindex={long ? index + 2 : undefined} style={long ? { height: ROW_HEIGHT } : undefined}>
        {columns.map((column, place) => cellOf(column, row, { ...look, index, place }, stateOf(index, place)))}
      </tr>
      {fold?.open ? fold.foldedRow(row, fold.lines, columns.length, long) : null}
    </Fragment>
  );
  return (
    <div className="@container">
      <ScrollArea ref={area} label={label} height={scrolls ? height : undefined} focusable={!copyable} fadeOf={fadeOfCut}>
        <table
          ref={(table) => know(table, whole && { id, label, ...size, save })}
          aria-label={label}
          aria-rowcount={long ? rows.length + 1 : undefined}
          {...grid}
          className={`group/table w-full border-separate border-spacing-0 focus-visible:outline-none ${many > 1 ? "select-none" : ""} ${long ? "table-fixed" : ""}`}
          style={widths ? { minWidth: leastWidth(widths) } : undefined}
        >
          {widths ? <Widths widths={widths} columns={columns} /> : null}
          <TableHeader
            columns={columns}
            sorting={sorting}
            sortable={Array.isArray(rows)}
            onSort={sort}
            sticky={scrolls}
            frozen={look.frozen}
            numbered={long}
            fold={fold}
          />
          <tbody>
            {long && seen.before > 0 ? <Space height={seen.before} columns={columns.length} /> : null}
            {[...rowsBetween(sorted, first, end)].map((row, index) => rowOf(row, first + index))}
            {long && seen.after > 0 ? <Space height={seen.after} columns={columns.length} /> : null}
            <Note columns={columns.length}>{seen.cut ? `First ${end} of ${plural(rows.length, "row")}` : rows.length === 0 && empty}</Note>
          </tbody>
        </table>
      </ScrollArea>
      {copyable && rows.length > 0 ? <CopyBar rows={long ? rows.length : null} many={many} onCopy={copy} onSave={save} /> : null}
    </div>
  );
}

const GRID = { role: "grid", tabIndex: 0, "aria-multiselectable": true } as const;

interface CellState {
  marked: boolean;
  cursor: boolean;
  /** Attributes for selection, if cells can be selected. */
  own: HTMLAttributes<HTMLTableCellElement>;
}

interface CellPlace {
  index: number;
  place: number;
  long: boolean;
  scrolls: boolean;
  close: boolean;
  /** Whether this is the last line of the row: nothing is folded under it. */
  ends: boolean;
  /** Class names of the first column. */
  frozen: string;
}

/** A function, not a component: long tables render hundreds of cells at a time. */
function cellOf<Row>(
  column: TableColumn<Row>,
  row: Row,
  { index, place, long, scrolls, close, ends, frozen }: CellPlace,
  { marked, cursor, own }: CellState,
) {
  const words = isWords(column, place);
  return (
    <td
      key={column.id}
      data-report={column.unreported ? "none" : undefined}
      {...own}
      className={`${close ? "px-1.5" : "px-2"} border-line @max-[400px]:px-1 @max-[640px]:not-first:scroll-ml-28 first:pl-3.5 last:pr-3.5 @max-[400px]:first:pl-2.5 @max-[400px]:last:pr-2 ${long ? `truncate py-0 ${ends ? "border-b" : ""}` : `py-1.5 ${index > 0 ? "border-t" : ""}`} ${scrolls && !long ? "scroll-mt-10" : ""} ${
        words ? "text-left" : "num whitespace-nowrap text-right @max-[400px]:text-small"
      } ${place === 0 ? `${frozen} ${MAX_NAME} z-1` : ""} ${marked ? "bg-accent-soft!" : ""} ${
        cursor
          ? "group-focus-visible/table:outline-2 group-focus-visible/table:outline-accent group-focus-visible/table:-outline-offset-2"
          : ""
      }`}
    >
      {place > 0 && !long && words && frozen ? <div className={OWN_WIDTH}>{column.cell(row)}</div> : column.cell(row)}
    </td>
  );
}

interface CopyBarProps {
  /** Row count to announce when the end of the table is not rendered; null otherwise. */
  rows: number | null;
  /** Number of selected cells. */
  many: number;
  onCopy: () => Promise<void>;
  onSave: () => Promise<void>;
}

const CopyBar = ({ rows, many, onCopy, onSave }: CopyBarProps) => (
  <div className="flex items-center justify-end gap-3 border-line border-t px-3.5 py-1.5">
    {rows === null ? null : <span className="num mr-auto text-muted text-small">{plural(rows, "row")}</span>}
    {canWriteTables() ? (
      <Button size="small" kind="quiet" onPress={() => void onSave()}>
        Save table
      </Button>
    ) : null}
    <Button size="small" kind="quiet" onPress={() => void onCopy()}>
      {many > 1 ? `Copy ${plural(many, "cell")}` : "Copy"}
    </Button>
  </div>
);

const Widths = ({ widths, columns }: { widths: readonly number[]; columns: readonly { id: string }[] }) => (
  <colgroup>
    {widths.map((width, index) => (
      <col key={columns[index].id} style={{ width: index === 0 ? `min(${width}ch + 20px, 46cqw)` : `calc(${width}ch + 20px)` }} />
    ))}
  </colgroup>
);

const leastWidth = (widths: readonly number[]): string =>
  `calc(${widths.reduce((sum, width) => sum + width, 0)}ch + ${20 * widths.length}px)`;

/** A full-width row of text, if any. */
const Note = ({ columns, children }: { columns: number; children: ReactNode }) =>
  children ? (
    <tr>
      <td colSpan={columns} className="px-3.5 py-3 text-muted">
        {children}
      </td>
    </tr>
  ) : null;

/** Spacer for the rows that are not rendered. */
function Space({ height, columns }: { height: number; columns: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row never takes the focus
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  );
}
