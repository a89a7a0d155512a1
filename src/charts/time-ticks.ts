import { DAY, HOUR, MINUTE } from "../../workers/contract";
import { day } from "../lib/format";
import type { Tick } from "./number-ticks";
import { lowerBound } from "./position";

const SECOND = 1000;
/** 1970-01-05, a Monday: weeks are counted from it. */
const MONDAY = 4 * DAY;
export const MONTH_NAMES = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

type Unit = "clock" | "day" | "month" | "year";

interface Step {
  unit: Unit;
  /** Milliseconds for clock and day, months for month and year. */
  size: number;
  /** Typical length in milliseconds, used to choose a step. */
  length: number;
}

const clock = (size: number): Step => ({ unit: "clock", size, length: size });
const days = (count: number): Step => ({ unit: "day", size: count * DAY, length: count * DAY });
const months = (count: number): Step => ({ unit: count < 12 ? "month" : "year", size: count, length: count * 30.44 * DAY });

const STEPS: Step[] = [
  ...[1, 5, 15, 30].map((n) => clock(n * SECOND)),
  ...[1, 5, 15, 30].map((n) => clock(n * MINUTE)),
  ...[1, 3, 6, 12].map((n) => clock(n * HOUR)),
  ...[1, 2, 7].map(days),
  ...[1, 3, 6, 12, 24, 60, 120, 240, 600, 1200].map(months),
];

/** Room of a label including its margin, in CSS pixels. */
const ROOM: Record<Unit, number> = { clock: 84, day: 84, month: 68, year: 56 };

/** A series that starts within this share of a step after a boundary is labeled as that boundary: 3 January 1984 is "1984". */
const SOON = 0.15;

/** First boundary of the step after `time`. */
function boundaryAfter(time: number, { unit, size }: Step): number {
  if (unit === "clock") return (Math.floor(time / size) + 1) * size;
  if (unit === "day") return (Math.floor((time - MONDAY) / size) + 1) * size + MONDAY;
  const date = new Date(time);
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
  const next = (Math.floor(month / size) + 1) * size;
  // Through an ISO text, because Date.UTC reads years below 100 as 19xx.
  return new Date(0).setUTCFullYear(Math.floor(next / 12), next % 12, 1);
}

/**
 * Ticks for evenly spaced rows with arbitrary times: each calendar boundary in view is put at the first row on or after it. Labels name
 * what changed: the year at a new year, the month within a year, the date, the time.
 */
export function timeTicks(times: Float64Array, rows: number, low: number, high: number, width: number): Tick[] {
  const first = Math.max(0, Math.ceil(low));
  const last = Math.min(rows - 1, Math.floor(high));
  if (last < first || width <= 0) return [];
  const visible = times.subarray(0, rows);
  const span = Math.max(1, times[last] - times[first]);
  const filled = ((last - first + 1) / Math.max(high - low, 1)) * width;
  const step = STEPS.find((candidate) => span / candidate.length <= filled / ROOM[candidate.unit]) ?? STEPS[STEPS.length - 1];
  const perRow = width / Math.max(high - low, 1e-9);
  // The row before decides whether the first one in view starts a new step; the very first row does if it is soon after a boundary.
  const begin = first > 0 ? times[first - 1] : times[first] - step.length * SOON;

  const ticks: Tick[] = [];
  let previous: number | null = null;
  for (let boundary = boundaryAfter(begin, step); boundary <= times[last]; boundary = boundaryAfter(boundary, step)) {
    const row = lowerBound(visible, boundary);
    if (previous !== null && (row - previous) * perRow < ROOM[step.unit] * 0.8) continue;
    ticks.push({ at: row, text: tickText(times[row], previous === null ? null : times[previous], step.unit) });
    previous = row;
  }
  // A range within a single step is still dated.
  return ticks.length > 0 ? ticks : [{ at: first, text: day(times[first]) }];
}

function tickText(time: number, before: number | null, unit: Unit): string {
  const date = new Date(time);
  const year = String(date.getUTCFullYear());
  const month = MONTH_NAMES[date.getUTCMonth()];
  if (unit === "year") return year;
  if (unit === "month") {
    if (before === null) return date.getUTCMonth() === 0 ? year : `${month} ${year}`;
    return new Date(before).getUTCFullYear() === date.getUTCFullYear() ? month : year;
  }
  if (before === null || new Date(before).getUTCFullYear() !== date.getUTCFullYear()) return day(time);
  if (unit === "clock" && Math.floor(before / DAY) === Math.floor(time / DAY)) return clockText(date);
  return `${month} ${date.getUTCDate()}`;
}

function clockText(date: Date): string {
  const text = date.toISOString().slice(11, 19);
  return text.endsWith(":00") ? text.slice(0, 5) : text;
}
