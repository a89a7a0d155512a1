import type { PlotGroup } from "./plot-group";
import { rowsWithin } from "./position";

const ZOOM_STEP = 2;

/**
 * Keyboard control of a chart: ← → move the cursor by a row (Shift: ten), Home and End go to the first and last row, + and − zoom around
 * the cursor, 0 shows everything.
 * @returns whether the key was handled
 */
export function pressKey(
  group: PlotGroup,
  event: { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey: boolean },
): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  switch (event.key) {
    case "ArrowLeft":
      step(group, event.shiftKey ? -10 : -1);
      return true;
    case "ArrowRight":
      step(group, event.shiftKey ? 10 : 1);
      return true;
    case "Home":
      group.moveCursor(0);
      return true;
    case "End":
      group.moveCursor(group.rows - 1);
      return true;
    case "+":
    case "=":
      group.zoom(1 / ZOOM_STEP);
      return true;
    case "-":
    case "−":
      group.zoom(ZOOM_STEP);
      return true;
    case "0":
      group.showAll();
      return true;
    default:
      return false;
  }
}

/** The first key press puts the cursor at the edge of the view: left for →, right for ←. */
function step(group: PlotGroup, rows: number): void {
  if (group.cursor !== null) {
    group.moveCursor(group.cursor + rows);
    return;
  }
  const { first, last } = rowsWithin(group.data.axis, group.rows, group.view);
  group.moveCursor(rows > 0 ? first : last);
}
