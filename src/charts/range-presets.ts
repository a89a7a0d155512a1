import { DAY } from "../../workers/contract";
import { lowerBound } from "./position";
import { lastSessions, sessionsOf } from "./sessions";
import type { View } from "./view";

/** Numbers of trading days offered for intraday rows. */
const DAYS = [1, 5];
/** Spans offered for charts with dates, counted back from the last row; null: from the start of that year. */
const SPANS: readonly { label: string; months: number | null }[] = [
  { label: "1M", months: 1 },
  { label: "3M", months: 3 },
  { label: "6M", months: 6 },
  { label: "YTD", months: null },
  { label: "1Y", months: 12 },
  { label: "5Y", months: 60 },
];

interface RangePreset {
  label: string;
  view: View;
}

/** The same day some months earlier, in UTC; the month's last day if it is shorter. */
function monthsBefore(time: number, months: number): number {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) + (time % DAY);
}

/** The spans shorter than the series that hold at least two of its rows, determined by its first and last time. */
export function rangePresets(times: Float64Array, rows: number): RangePreset[] {
  const last = times[rows - 1];
  const sessions = sessionsOf(times);
  const days = DAYS.flatMap((count) => {
    const first = sessions ? lastSessions(times, rows, sessions, count) : 0;
    return first > 0 && rows - first >= 2 ? [{ label: `${count}D`, view: { low: first - 0.5, high: rows - 0.5 } }] : [];
  });
  const months = SPANS.flatMap(({ label, months }) => {
    const since = months === null ? Date.UTC(new Date(last).getUTCFullYear(), 0, 1) : monthsBefore(last, months);
    const first = lowerBound(times.subarray(0, rows), since);
    return since <= times[0] || rows - first < 2 ? [] : [{ label, view: { low: first - 0.5, high: rows - 0.5 } }];
  });
  return [...days, ...months];
}
