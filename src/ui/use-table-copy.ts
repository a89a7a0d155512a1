import type { ClipboardEvent } from "react";
import { plural } from "../lib/format.ts";
import { copyText } from "./copy-text.ts";
import { type RowSource, rowsBetween, type TableColumn, tableText } from "./table-columns.ts";
import { toast } from "./toast-queue.ts";
import { type CellBounds, cellsIn } from "./use-cell-range.ts";

/** More cells than this should be saved to a file: copying would block the page. */
const MAX_COPIED = 2_000_000;

function tooMany(cells: number): boolean {
  if (cells > MAX_COPIED) toast.warning("Too many cells for the clipboard: select fewer, or export a file");
  return cells > MAX_COPIED;
}

interface Copied<Row> {
  /** Columns whose cells can be selected. */
  shown: readonly TableColumn<Row>[];
  /** Those and the folded columns. */
  all: readonly TableColumn<Row>[];
  rows: RowSource<Row>;
}

/** Copies the selected cells of a table as tab-separated text, or the whole table if fewer than two are selected. */
export function useTableCopy<Row>({ shown, all: columns, rows }: Copied<Row>, marked: CellBounds | null) {
  const many = marked ? cellsIn(marked) : 0;
  const textOf = (all: boolean): string =>
    all || !marked
      ? tableText(columns, rowsBetween(rows, 0, rows.length))
      : tableText(shown.slice(marked.fromColumn, marked.toColumn + 1), rowsBetween(rows, marked.fromRow, marked.toRow + 1), false);
  const onCopy = (event: ClipboardEvent) => {
    // A native text selection is copied natively.
    if (!marked || !window.getSelection()?.isCollapsed || event.target !== event.currentTarget) return;
    event.preventDefault();
    if (tooMany(many)) return;
    event.clipboardData.setData("text/plain", textOf(false));
    toast.success(`${plural(many, "cell")} copied`);
  };
  const copy = async () => {
    const all = many < 2;
    if (tooMany(all ? rows.length * columns.length : many)) return;
    await copyText(textOf(all), all ? "Table copied" : `${plural(many, "cell")} copied`);
  };
  return { many, onCopy, copy };
}
