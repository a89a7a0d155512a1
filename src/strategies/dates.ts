import type { Series } from "../../workers/contract";
import { isoDayOrDash } from "../lib/format.ts";
import type { BacktestSettings } from "./backtest-settings";

/** First and last day of a backtest; null: the limit of the data. */
export type Dates = Pick<BacktestSettings, "startDate" | "endDate">;

/** The first and last day of the data; null if it has no dates. */
export const spanOf = (series: Pick<Series, "times" | "length"> | null): { startDate: string; endDate: string } | null =>
  series?.times && series.length > 0
    ? { startDate: isoDayOrDash(series.times[0]), endDate: isoDayOrDash(series.times[series.length - 1]) }
    : null;

/** The date range of the data if the given dates lie entirely before or after it; null if they do not, or are reversed. */
export function datesWithin(series: Pick<Series, "times" | "length">, { startDate, endDate }: Dates): Dates | null {
  const span = spanOf(series);
  if (span === null || (startDate !== null && endDate !== null && startDate > endDate)) return null;
  const outside = (startDate !== null && startDate > span.endDate) || (endDate !== null && endDate < span.startDate);
  return outside ? span : null;
}
