import { DAY } from "../../workers/contract";
import type { ChartAxis } from "./chart-spec";
import { lowerBound } from "./position";
import type { View } from "./view";

/** Rows sampled evenly over the series to infer trading hours. */
const MAX_SAMPLED = 4096;
/** Sessions measured to infer the rows per session. */
const MAX_MEASURED = 64;
/** Golden ratio: its multiples reach all parts of a series, and all times of day, without a period of their own. */
const SPREAD = 0.6180339887498949;
const BINS = 48;
const BIN = DAY / BINS;
/** Minimum distance of session breaks in CSS pixels; closer ones would look like hatching. */
const MIN_ROOM = 24;

/** How the rows of an axis fall into sessions. */
interface Sessions {
  /** Time of day at which a new session begins, in ms after midnight UTC: the middle of the market's nightly pause. */
  turn: number;
  /** Rows of a typical session. */
  rows: number;
}

const known = new WeakMap<Float64Array, Sessions | null>();

/** The sessions of intraday times; null for other data. Inferred from a sample, once per column. */
export function sessionsOf(times: Float64Array): Sessions | null {
  let found = known.get(times);
  if (found === undefined) {
    found = learn(times);
    known.set(times, found);
  }
  return found;
}

export const isIntraday = ({ kind, values }: ChartAxis): boolean => kind === "time" && values !== null && sessionsOf(values) !== null;

function learn(times: Float64Array): Sessions | null {
  const turn = turnOf(times);
  const counts = sampled(times.length, MAX_MEASURED).map((row) => {
    const day = dayOf(times[row], turn);
    return firstOf(times, day + 1, turn) - firstOf(times, day, turn);
  });
  const rows = counts.sort((a, b) => a - b)[counts.length >> 1];
  return rows >= 2 ? { turn, rows } : null;
}

/** All rows of a short series, otherwise a sample of the given size. */
function sampled(rows: number, most: number): number[] {
  const count = Math.min(rows, most);
  return Array.from({ length: count }, (_, i) => (count === rows ? i : Math.floor(((i * SPREAD) % 1) * rows)));
}

/** The middle of the longest pause of the day if it is by far the longest; midnight if the market never closes. */
function turnOf(times: Float64Array): number {
  const traded = new Uint8Array(BINS);
  for (const row of sampled(times.length, MAX_SAMPLED)) {
    const bins = Math.floor(times[row] / BIN);
    traded[bins - Math.floor(bins / BINS) * BINS] = 1;
  }
  const first = traded.indexOf(1);
  let longest = { from: 0, bins: 0 };
  let second = 0;
  let run = 0;
  // Once around the clock, from a traded bin back to itself.
  for (let step = 1; step <= BINS; step++) {
    if (traded[(first + step) % BINS] === 0) {
      run++;
      continue;
    }
    if (run > longest.bins) {
      second = longest.bins;
      longest = { from: first + step - run, bins: run };
    } else second = Math.max(second, run);
    run = 0;
  }
  return longest.bins > 2 * second ? ((longest.from + longest.bins / 2) % BINS) * BIN : 0;
}

/** Number of the trading day, which begins at `turn`. */
const dayOf = (time: number, turn: number): number => Math.floor((time - turn) / DAY);
const firstOf = (times: Float64Array, day: number, turn: number): number => lowerBound(times, day * DAY + turn);

/** First row of the last `days` trading days that have rows. */
export function lastSessions(times: Float64Array, rows: number, { turn }: Sessions, days: number): number {
  const seen = times.subarray(0, rows);
  let first = rows;
  for (let day = 0; day < days && first > 0; day++) first = firstOf(seen, dayOf(seen[first - 1], turn), turn);
  return first;
}

/** First row of each session in view, except the very first of the series; empty if they would be too close together. */
export function sessionStarts(times: Float64Array, { low, high }: View, width: number): number[] {
  const sessions = sessionsOf(times);
  if (!sessions || (sessions.rows * width) / (high - low) < MIN_ROOM) return [];
  const last = Math.min(times.length - 1, Math.floor(high + 0.5));
  const starts: number[] = [];
  let row = Math.max(0, Math.ceil(low + 0.5) - 1);
  // Sessions of only one or two rows are limited to one per pixel.
  while (starts.length < width) {
    const next = firstOf(times, dayOf(times[row], sessions.turn) + 1, sessions.turn);
    if (!(next > row && next <= last)) break;
    starts.push(next);
    row = next;
  }
  return starts;
}
