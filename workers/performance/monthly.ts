import { type Count, DAY, type Millis, YEAR } from "../contract";
import { isoMonth } from "../iso-dates";

export interface PerformancePoint {
  /** "2023-01"; "row 21" if rows have no dates. */
  date: string;
  portfolio: number;
  benchmark: number;
}

/** Too short a span to annualize. */
const MIN_SPAN: Millis = 7 * DAY;
const ROWS_PER_MONTH: Count = 21;
const MAX_POINTS: Count = 2_400;

/** Calendar length of rows [first, n) in years; null without dates or if they span less than a week. */
export function yearsOf(times: Float64Array | null, first: Count, n: Count): number | null {
  if (!times) return null;
  const span = times[n - 1] - times[first];
  return span >= MIN_SPAN ? span / YEAR : null;
}

/** The values at the last row of every month. @param first row of `times` the first value belongs to */
export function monthly(times: Float64Array | null, first: Count, portfolio: Float64Array, benchmark: Float64Array): PerformancePoint[] {
  const rows = portfolio.length;
  const point = (row: Count, date: string) => ({ date, portfolio: portfolio[row], benchmark: benchmark[row] });
  const points: PerformancePoint[] = [];
  if (!times) {
    const step = Math.max(ROWS_PER_MONTH, Math.ceil(rows / MAX_POINTS));
    for (let row = step - 1; row < rows - 1; row += step) points.push(point(row, `row ${row + 1}`));
    return [...points, point(rows - 1, `row ${rows}`)];
  }
  for (let row = 0; row < rows; ) {
    const date = new Date(times[first + row]);
    const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
    // Binary search for the first row of a later month.
    let [low, high] = [row + 1, rows];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (times[first + middle] < next) low = middle + 1;
      else high = middle;
    }
    points.push(point(low - 1, isoMonth(times[first + row])));
    row = low;
  }
  return points;
}
