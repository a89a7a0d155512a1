import { readDecimal } from "./decimal";
import { readDate } from "./decimal-date";
import { NUMBER, PLAN_COLUMN, PLAN_HEAD } from "./parse-plan";
import { readShort } from "./short-decimal";

/** Runs of short numbers and plain rows, in loops of their own so that everything they need stays in registers. */

const DAY: f64 = 86400000;
const YMD: i32 = 2;

/**
 * Reads short numbers with one separator or line end between them, up to the first place where something else stands.
 * @param state u32[3]: in the last, the place reached as an address
 * @returns numbers in `values` now
 */
export function readShortList(at: usize, end: usize, separators: usize, point: i32, values: usize, row: i32, most: i32, state: usize): i32 {
  const lineEnds = load<u8>(separators, 10) != 0;
  while (at < end && row < most) {
    const behind = readShort(at, point, values + (<usize>row << 3));
    if (behind == 0 || !load<u8>(separators + <usize>load<u8>(behind))) break;
    at = behind + 1;
    // The second half of a line end.
    if (load<u8>(at) == 10 && lineEnds) at++;
    row++;
  }
  store<u32>(state, <u32>at, 8);
  return row;
}

/** True where a plan's columns are numbers, the first of them perhaps yyyy-mm-dd, and no run of blanks parts them. */
export function isShortPlan(plan: usize): bool {
  const width = load<i32>(plan, 8);
  if (width < 1 || load<u32>(plan) == 32) return false;
  const first = load<i32>(plan + PLAN_HEAD);
  if (first != NUMBER && (first != YMD || width == 1)) return false;
  for (let column = 1; column < width; column++) if (load<i32>(plan + PLAN_HEAD + <usize>column * PLAN_COLUMN) != NUMBER) return false;
  return true;
}

function readLong(at: usize, point: i32, out: usize): usize {
  return readDecimal(at, point, out);
}

/**
 * Reads rows of a plan that `isShortPlan` takes, up to the first one with anything but numbers, one delimiter between them, and a line end.
 * @param shift line number less row
 * @param state u32[3]: in the last, the place reached as an address
 * @returns rows read now
 */
export function readShortRows(at: usize, end: usize, plan: usize, row: i32, shift: u32, state: usize): i32 {
  const delimiter = load<u32>(plan);
  const point = load<i32>(plan, 4);
  const most = load<i32>(plan, 12);
  const lines = <usize>load<u32>(plan, 20);
  const first = plan + PLAN_HEAD;
  const last = first + <usize>(load<i32>(plan, 8) - 1) * PLAN_COLUMN;
  const dated = load<i32>(first) == YMD;
  const times = <usize>load<u32>(first, 4);
  // The eight bytes yyyy-mm- of the last date, and the day before that month.
  let month: u64 = 0;
  let before: f64 = 0;
  let cached: u32 = 0;
  while (at < end && row < most) {
    let cell = at;
    let column = first;
    if (dated) {
      const out = times + (<usize>row << 3);
      const word = load<u64>(at);
      const tens = <u32>load<u8>(at, 8) - 48;
      const ones = <u32>load<u8>(at, 9) - 48;
      const day = tens * 10 + ones;
      if (word == month && tens <= 2 && ones <= 9 && day - 1 < cached) {
        store<f64>(out, before + <f64>(<i32>day) * DAY);
      } else {
        if (readDate(at, 0, 0, out) != at + 10) break;
        month = word;
        // The days every month has; the others are looked at one by one.
        cached = 28;
        before = load<f64>(out) - <f64>(<i32>day) * DAY;
      }
      if (<u32>load<u8>(at, 10) != delimiter) break;
      cell += 11;
      column += PLAN_COLUMN;
    }
    let byte: u32 = 0;
    for (; column <= last; column += PLAN_COLUMN) {
      const out = <usize>load<u32>(column, 4) + (<usize>row << 3);
      let behind = readShort(cell, point, out);
      if (behind == 0 || (<u32>load<u8>(behind) | 0x20) == 0x65) behind = readLong(cell, point, out);
      if (behind == 0) break;
      byte = <u32>load<u8>(behind);
      cell = behind + 1;
      if (column < last && byte != delimiter) break;
    }
    if (column <= last) break;
    if (byte == 13) cell += <usize>(load<u8>(cell) == 10);
    else if (byte != 10) break;
    store<u32>(lines + (<usize>row << 2), <u32>row + shift);
    row++;
    at = cell;
  }
  store<u32>(state, <u32>at, 8);
  return row;
}
