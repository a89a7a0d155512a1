import { type KeyboardEvent, type MouseEvent, useState } from "react";

/** A range of selected cells, from the anchor to the cell reached by keys or pointer. */
interface CellRange {
  anchorRow: number;
  anchorColumn: number;
  row: number;
  column: number;
}

export interface CellBounds {
  fromRow: number;
  toRow: number;
  fromColumn: number;
  toColumn: number;
}

export function boundsOf({ anchorRow, anchorColumn, row, column }: CellRange): CellBounds {
  return {
    fromRow: Math.min(anchorRow, row),
    toRow: Math.max(anchorRow, row),
    fromColumn: Math.min(anchorColumn, column),
    toColumn: Math.max(anchorColumn, column),
  };
}

export const cellsIn = ({ fromRow, toRow, fromColumn, toColumn }: CellBounds): number =>
  (toRow - fromRow + 1) * (toColumn - fromColumn + 1);

export const holds = ({ fromRow, toRow, fromColumn, toColumn }: CellBounds, row: number, column: number): boolean =>
  row >= fromRow && row <= toRow && column >= fromColumn && column <= toColumn;

interface Size {
  rows: number;
  columns: number;
  /** Rows per Page Up or Page Down. */
  page: number;
}

const clamp = (value: number, count: number): number => Math.min(Math.max(value, 0), Math.max(0, count - 1));

/** Cell reached by a key from a cell; null for other keys. */
function stepOf(key: string, far: boolean, { row, column }: { row: number; column: number }, size: Size) {
  const steps: Record<string, [number, number]> = {
    ArrowUp: [far ? 0 : row - 1, column],
    ArrowDown: [far ? size.rows - 1 : row + 1, column],
    ArrowLeft: [row, far ? 0 : column - 1],
    ArrowRight: [row, far ? size.columns - 1 : column + 1],
    Home: [far ? 0 : row, 0],
    End: [far ? size.rows - 1 : row, size.columns - 1],
    PageUp: [row - size.page, column],
    PageDown: [row + size.page, column],
  };
  const step = steps[key];
  return step ? { row: clamp(step[0], size.rows), column: clamp(step[1], size.columns) } : null;
}

const OWN_PRESS = "a, button, input, select, textarea, [role=button], [role=switch]";

/** Selection of cells by keyboard and pointer, as in a spreadsheet. `onMove` scrolls the cell reached into view. */
export function useCellRange(size: Size, onMove: (row: number, column: number) => void) {
  const [range, setRange] = useState<CellRange | null>(null);
  const go = (row: number, column: number, extend: boolean) => {
    const keeps = extend && range;
    setRange({ anchorRow: keeps ? range.anchorRow : row, anchorColumn: keeps ? range.anchorColumn : column, row, column });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.altKey || size.rows === 0) return;
    const far = event.ctrlKey || event.metaKey;
    if (event.key === "Escape" && range) {
      event.preventDefault();
      setRange(null);
      return;
    }
    if (far && event.key.toLowerCase() === "a") {
      event.preventDefault();
      setRange({ anchorRow: 0, anchorColumn: 0, row: size.rows - 1, column: size.columns - 1 });
      return;
    }
    const next = stepOf(event.key, far, range ?? { row: 0, column: 0 }, size);
    if (!next) return;
    event.preventDefault();
    // The first arrow key only shows the cursor.
    const { row, column } = range || event.key.startsWith("Page") || far ? next : { row: 0, column: 0 };
    go(row, column, event.shiftKey);
    onMove(row, column);
  };

  /** Handlers of one cell. Presses on controls inside it are ignored, and so is touch, which scrolls. */
  const cellProps = (row: number, column: number) => ({
    onMouseDown: (event: MouseEvent<HTMLElement>) => {
      if (event.button !== 0 || (event.target instanceof Element && event.target.closest(OWN_PRESS))) return;
      if (event.shiftKey) event.preventDefault();
      event.currentTarget.closest<HTMLElement>("table")?.focus({ preventScroll: true });
      go(row, column, event.shiftKey);
    },
    onMouseEnter: (event: MouseEvent) => {
      if (event.buttons !== 1 || !range) return;
      window.getSelection()?.removeAllRanges();
      go(row, column, true);
    },
  });
  return { range, clear: () => setRange(null), onKeyDown, cellProps };
}
