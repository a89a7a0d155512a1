import type { Count } from "../../../workers/contract";
import { lowerBound } from "../../charts/position";
import type { RiskSettings, Timeframe } from "./settings";

const MONTHS: Record<Timeframe, number> = { "1M": 1, "3M": 3, "6M": 6, "1Y": 12, "3Y": 36 };

/** The same day some months earlier; the month's last day if it is shorter. */
function monthsBefore(time: number, months: number): number {
  const day = new Date(time);
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - months + 1, 0)).getUTCDate();
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - months, Math.min(day.getUTCDate(), last));
}

/**
 * Number of latest values within a timeframe: by dates, otherwise by steps per year. At least two; null for all of them.
 * @param length number of values in the column
 */
export function valuesWithin(
  timeframe: RiskSettings["timeframe"],
  times: Float64Array | null,
  length: Count,
  perYear: number,
): Count | null {
  if (timeframe === "all" || length < 3) return null;
  const months = MONTHS[timeframe];
  // One more than the steps, since each step joins two values.
  const within = times ? length - lowerBound(times, monthsBefore(times[length - 1], months)) : Math.round((months * perYear) / 12) + 1;
  return within >= length ? null : Math.max(2, within);
}
