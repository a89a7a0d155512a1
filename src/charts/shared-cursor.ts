import type { ChartAxis } from "./chart-spec";
import { lowerBound } from "./position";

/** A chart whose cursor is synchronized with others. */
interface Follower {
  readonly rows: number;
  readonly data: { axis: ChartAxis };
  /** Moves the cursor to the row of another chart. */
  follow(row: number | null): void;
}

const charts = new Set<Follower>();

export const joinCursors = (chart: Follower): void => void charts.add(chart);
export const leaveCursors = (chart: Follower): void => void charts.delete(chart);

/** Moves the cursors of the other visible charts to the same time, or to the same observation if the charts have equally many. */
export function moveCursors(from: Follower, row: number | null): void {
  for (const chart of charts) if (chart !== from) chart.follow(row === null ? null : sameRow(from, row, chart));
}

/** The row of a chart that corresponds to a row of another; null if there is none. */
export function sameRow(from: Pick<Follower, "rows" | "data">, row: number, to: Pick<Follower, "rows" | "data">): number | null {
  const [here, there] = [from.data.axis, to.data.axis];
  if (here.kind !== there.kind || here.kind === "number") return null;
  if (!here.values || !there.values) return !here.values && !there.values && from.rows === to.rows ? row : null;
  const times = there.values.subarray(0, to.rows);
  const time = here.values[row];
  const at = lowerBound(times, time);
  if (times[at] === time) return at;
  return at > 0 && at < times.length ? at - 1 : null;
}
