import type { ChartAxis, ChartPane } from "./chart-spec";
import type { Frame } from "./series-paths";

/** Maximum distance from pointer to point along x in CSS pixels, and of rows examined to either side. */
const REACH = 24;
const MAX_LOOKED_AT = 1000;

/** Row whose point is nearest to (x, y), among those near the given row. */
export function nearestPoint(
  axis: ChartAxis,
  pane: ChartPane,
  from: { row: number; x: number; y: number },
  frame: Frame,
  rows: number,
): number {
  const positions = axis.values;
  if (!positions) return from.row;
  let best = from.row;
  let least = Number.POSITIVE_INFINITY;
  const look = (row: number): boolean => {
    const across = frame.x(positions[row]) - from.x;
    if (Math.abs(across) > REACH) return false;
    for (const series of pane.series) {
      if (series.kind === "band") continue;
      const distance = Math.hypot(across, frame.y(series.values[row]) - from.y);
      if (distance < least) [best, least] = [row, distance];
    }
    return true;
  };
  for (let row = from.row, seen = 0; row < rows && seen < MAX_LOOKED_AT && look(row); row++) seen++;
  for (let row = from.row - 1, seen = 0; row >= 0 && seen < MAX_LOOKED_AT && look(row); row--) seen++;
  return best;
}
