import { CountJumpsBlock } from "../../build/layouts/ingest";

/** Quality counts of a series: order of dates, gaps, zeros and jumps. */

const DAY: f64 = 86400000;

/** Number of weekdays before day `d` (days since 1970-01-01, a Thursday), counted from a Monday. */
@inline
function weekdaysBefore(d: i64): i64 {
  const shifted = d + 3 + 7 * 1000000;
  const week = shifted / 7;
  const rest = shifted - week * 7;
  return week * 5 + (rest < 5 ? rest : 5);
}

/**
 * Steps back in time among the pairs (i - 1, i).
 * @param times f64[length], milliseconds
 * @returns number of i in [max(from, 1), to) with times[i] < times[i - 1]
 */
export function countDescents(times: usize, from: i32, to: i32): i32 {
  let count: i32 = 0;
  for (let i = max(from, 1); i < to; i++) {
    const at = times + (<usize>i << 3);
    count += i32(load<f64>(at) < load<f64>(at - 8));
  }
  return count;
}

/** Pairs (i - 1, i) of equal times, i in [max(from, 1), to). */
export function countTies(times: usize, from: i32, to: i32): i32 {
  let count: i32 = 0;
  for (let i = max(from, 1); i < to; i++) {
    const at = times + (<usize>i << 3);
    count += i32(load<f64>(at) == load<f64>(at - 8));
  }
  return count;
}

/** Number of NaN in values[from..to). */
export function countMissing(values: usize, from: i32, to: i32): i32 {
  let count: i32 = 0;
  for (let i = from; i < to; i++) {
    const value = load<f64>(values + (<usize>i << 3));
    count += i32(value != value);
  }
  return count;
}

/**
 * Gaps among the pairs (i - 1, i) of ascending times, i in [max(from, 1), to).
 * @param limit longest usual step in milliseconds; with `daily` 1 a step is a gap when more than four weekdays pass instead
 * @param longest address of one f64: the longest gap so far, updated in place
 * @returns number of gaps
 */
export function countGaps(times: usize, from: i32, to: i32, limit: f64, daily: i32, longest: usize): i32 {
  let count: i32 = 0;
  let most = load<f64>(longest);
  for (let i = max(from, 1); i < to; i++) {
    const at = times + (<usize>i << 3);
    const before = load<f64>(at - 8);
    const now = load<f64>(at);
    const step = now - before;
    if (step <= limit) continue;
    if (daily) {
      const weekdays = weekdaysBefore(i64(Math.floor(now / DAY)) + 1) - weekdaysBefore(i64(Math.floor(before / DAY)) + 1);
      if (weekdays <= 4) continue;
    }
    count++;
    if (step > most) most = step;
  }
  store<f64>(longest, most);
  return count;
}

/**
 * Values at or below zero, i in [from, to).
 * @param rows i32[most]: receives their positions, from index `found` on
 * @param found number found before; positions beyond `most` are counted but not kept
 * @returns `found` plus the number found here
 */
export function countNonPositive(values: usize, from: i32, to: i32, rows: usize, most: i32, found: i32): i32 {
  for (let i = from; i < to; i++) {
    if (load<f64>(values + (<usize>i << 3)) > 0) continue;
    if (found < most) store<i32>(rows + (<usize>found << 2), i);
    found++;
  }
  return found;
}

/**
 * Steps larger than `share` of the value before: |v[i] - v[i-1]| > share |v[i-1]|, i in [max(from, 1), to); positions are stored as by
 * `countNonPositive`.
 * @param block `CountJumpsBlock`, declared in assembly/layouts/ingest.mjs
 */
export function countJumps(block: usize, from: i32, to: i32, found: i32): i32 {
  const given = changetype<CountJumpsBlock>(block);
  const values = given.values;
  const share = given.share;
  const rows = given.rows;
  const most = given.most;
  for (let i = max(from, 1); i < to; i++) {
    const at = values + (<usize>i << 3);
    const before = load<f64>(at - 8);
    if (Math.abs(load<f64>(at) - before) <= share * Math.abs(before)) continue;
    if (found < most) store<i32>(rows + (<usize>found << 2), i);
    found++;
  }
  return found;
}
