import type { ChartAxis, ChartPane, ChartSeries } from "./chart-spec";
import type { View } from "./view";

/** First index whose value is at least `value`; the length if there is none. */
export function lowerBound(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Positions of rows on a number axis; null if rows are placed by their number. */
export const positionsOf = (axis: ChartAxis): Float64Array | null => (axis.kind === "number" ? axis.values : null);

export const seriesLength = (series: ChartSeries): number => (series.kind === "band" ? series.lower.length : series.values.length);

/** Number of rows of a chart: the end of its longest series. */
export function rowsOf(axis: ChartAxis, panes: ChartPane[]): number {
  const reach = panes.flatMap((pane) => pane.series.map((series) => (series.start ?? 0) + seriesLength(series)));
  const rows = Math.max(0, ...reach);
  return axis.values === null ? rows : Math.min(rows, axis.values.length);
}

/** Identifies which series are in which pane: charts with the same shape may briefly stand in for each other. */
export const shapeOf = ({ axis, panes }: { axis: ChartAxis; panes: ChartPane[] }): string =>
  [axis.kind, ...panes.map((pane) => pane.series.map((series) => series.kind).join())].join(";");

export const positionOf = (axis: ChartAxis, row: number): number => positionsOf(axis)?.[row] ?? row;

/** Row nearest to a position. */
export function rowAt(axis: ChartAxis, rows: number, position: number): number {
  const positions = positionsOf(axis);
  if (positions === null) return Math.min(rows - 1, Math.max(0, Math.round(position)));
  const after = Math.min(rows - 1, lowerBound(positions.subarray(0, rows), position));
  const before = Math.max(0, after - 1);
  return position - positions[before] <= positions[after] - position ? before : after;
}

/** First and last row whose position is within the view. */
export function rowsWithin(axis: ChartAxis, rows: number, view: View): { first: number; last: number } {
  const positions = positionsOf(axis)?.subarray(0, rows);
  const first = positions ? lowerBound(positions, view.low) : Math.ceil(view.low);
  const last = positions ? lowerBound(positions, view.high) - 1 : Math.floor(view.high);
  return { first: Math.max(0, first), last: Math.min(rows - 1, last) };
}

/** Rows (half open) needed to draw a view, with one neighbor beyond each edge so that lines continue out of it. */
export function rowsIn(axis: ChartAxis, rows: number, view: View): { from: number; to: number } {
  const { first, last } = rowsWithin(axis, rows, view);
  return { from: Math.max(0, first - 1), to: Math.min(rows, last + 2) };
}

/** The full range of x: half a row beyond the ends, or a little padding beyond the values. */
export function domainOf(axis: ChartAxis, rows: number): View {
  const positions = positionsOf(axis);
  if (positions === null || rows === 0) return { low: -0.5, high: Math.max(rows, 1) - 0.5 };
  const air = (positions[rows - 1] - positions[0]) * 0.015 || 0.5;
  return { low: positions[0] - air, high: positions[rows - 1] + air };
}
