import type { Count, Millis } from "../contract";
import { monthly, type PerformancePoint } from "./monthly";

/** Returns by month and year, as fractions; NaN outside the rows. */
export interface MonthlyReturns {
  years: string[];
  /** January to December, year by year. */
  values: Float64Array;
  totals: Float64Array;
  /** Number of earlier years that are omitted. */
  earlier: Count;
}

/** A longer table would be unreadable. */
const MAX_YEARS: Count = 40;

/** Simple return; NaN if undefined: a previous value of 0, or overflow. */
function change(now: number, then: number): number {
  const found = now / then - 1;
  return Number.isFinite(found) ? found : Number.NaN;
}

/** The return of a calendar month, "2020-03", or a year, "2020". */
export interface CalendarReturn {
  period: string;
  /** NaN if undefined. */
  value: number;
}

const NAMES = { month: (date: string) => date, year: (date: string) => date.slice(0, -3) };

/** Returns by calendar month or year, from month-end values; the first is relative to the value before the first row. */
export function calendarReturns(points: readonly PerformancePoint[], before: number, by: "month" | "year"): CalendarReturn[] {
  const nameOf = NAMES[by];
  const ends = points.filter(({ date }, i) => i + 1 === points.length || nameOf(points[i + 1].date) !== nameOf(date));
  return ends.map(({ date, portfolio }, i) => ({
    period: nameOf(date),
    value: change(portfolio, i === 0 ? before : ends[i - 1].portfolio),
  }));
}

/**
 * Returns of portfolio values by calendar month and year, the first from the value before the first row.
 * @term Monthly returns
 * @formula value at the last row of the month / value at the last row of the previous month - 1
 * @source definition
 * @tolerance months compound to their year, and years to the total return, within 1e-12
 * @param before value before the first row: the capital
 */
export function monthlyReturns(times: Float64Array, values: Float64Array, before: number): MonthlyReturns {
  const points = monthly(times, 0, values, values);
  const yearAt = (time: Millis) => new Date(time).getUTCFullYear();
  const last = yearAt(times[times.length - 1]);
  const first = Math.max(yearAt(times[0]), last - MAX_YEARS + 1);
  const years = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const found: MonthlyReturns = {
    years: years.map(String),
    values: new Float64Array(12 * years.length).fill(Number.NaN),
    totals: new Float64Array(years.length).fill(Number.NaN),
    earlier: first - yearAt(times[0]),
  };
  const place = (period: string) => Number(NAMES.year(period)) - first;
  for (const { period, value } of calendarReturns(points, before, "month")) {
    if (place(period) >= 0) found.values[12 * place(period) + Number(period.slice(-2)) - 1] = value;
  }
  for (const { period, value } of calendarReturns(points, before, "year")) {
    if (Number(period) >= first) found.totals[Number(period) - first] = value;
  }
  return found;
}
