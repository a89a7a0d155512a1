import { DAY } from "../../workers/contract";
import type { ChartAxis } from "./chart-spec";
import { lowerBound } from "./position";
import type { View } from "./view";

/** Rows looked at to learn the clock of a market, evenly spread over the series. */
const MAX_SAMPLED = 4096;
/** Sessions measured to learn how many rows one has. */
const MAX_MEASURED = 64;
/** The golden ratio: multiples of it visit all parts of a series, and all times of day, without a period of their own. */
const SPREAD = 0.6180339887498949;
const BINS = 48;
const BIN = DAY / BINS;
/** Breaks closer than this would be a hatching, in CSS pixels. */
const MIN_ROOM = 24;

/** How the rows of an axis fall into sessions. */
export interface Sessions {
  /** Milliseconds after midnight, in UTC, when a new session has begun at the latest: the middle of the market's nightly pause. */
  turn: number;
  /** Rows of a usual session. */
  rows: number;
}

const known = new WeakMap<Float64Array, Sessions | null>();

/** The sessions of moments that come several times a day; null of any others. Read from a sample, once per column. */
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

/** All rows of a short series, of a long one as many as asked for. */
function sampled(rows: number, most: number): number[] {
  const count = Math.min(rows, most);
  return Array.from({ length: count }, (_, i) => (count === rows ? i : Math.floor(((i * SPREAD) % 1) * rows)));
}

/** The middle of the longest pause of the day where one is by far the longest; midnight where the market never closes. */
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
  // Once around the clock, from a traded bin to itself.
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

/** Trading days, counted; a row is of the day whose turn it is not before. */
const dayOf = (time: number, turn: number): number => Math.floor((time - turn) / DAY);
const firstOf = (times: Float64Array, day: number, turn: number): number => lowerBound(times, day * DAY + turn);

/** The first row of the last trading days with rows, as many as asked for. */
export function lastSessions(times: Float64Array, rows: number, { turn }: Sessions, days: number): number {
  const seen = times.subarray(0, rows);
  let first = rows;
  for (let day = 0; day < days && first > 0; day++) first = firstOf(seen, dayOf(seen[first - 1], turn), turn);
  return first;
}

/** The first row of each session in view, except the very first of the series; none where they would be too close to each other. */
export function sessionStarts(times: Float64Array, { low, high }: View, width: number): number[] {
  const sessions = sessionsOf(times);
  if (!sessions || (sessions.rows * width) / (high - low) < MIN_ROOM) return [];
  const last = Math.min(times.length - 1, Math.floor(high + 0.5));
  const starts: number[] = [];
  let row = Math.max(0, Math.ceil(low + 0.5) - 1);
  // Sessions of a row or two among full ones are as many as there are pixels at most.
  while (starts.length < width) {
    const next = firstOf(times, dayOf(times[row], sessions.turn) + 1, sessions.turn);
    if (!(next > row && next <= last)) break;
    starts.push(next);
    row = next;
  }
  return starts;
}
