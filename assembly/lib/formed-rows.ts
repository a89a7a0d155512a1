import { DAY } from "./decimal-date";
import { eightsOf, factorsOfEights, factorsOfFours, factorsOfPairs, LENGTH, LIMITS, ORDER, PATTERN, readFormed, SCALE } from "./formed-decimal";
import { isDated, lastColumn, PLAN_COLUMN, PLAN_FORM, PLAN_HEAD } from "./parse-plan";
import { clockBytes, clockLimits, clockOf, clockOrder, clockPattern, zone } from "./row-clock";
import { dateBytes, dateLimits, datePattern, dayOf, dayPlace, days, monthBase, timeOf } from "./row-date";
import { lineBits, lineEnd, lineStep, reach } from "./row-run";

/**
 * Runs of rows whose numbers all have the form of their column, read in loops without function calls, so that their values stay in
 * registers.
 */

/** Lowest bytes allowed for two numbers of a form, each with its line end, and how much higher they may be. */
@inline
function patternOfTwo(form: usize, bits: u64): v128 {
  return i64x2.splat((load<u64>(form, PATTERN) & (((<u64>1) << bits) - 1)) | (<u64>lineEnd() << bits));
}
@inline
function limitsOfTwo(form: usize, bits: u64): v128 {
  const inNumber: u64 = ((<u64>1) << bits) - 1;
  return i64x2.splat((load<u64>(form, LIMITS) & inNumber) | ~(inNumber | (<u64>lineBits() << bits)));
}
/** Byte that each of their digits is taken from. */
@inline
function orderOfTwo(form: usize): v128 {
  const order = load<u64>(form, ORDER + 8);
  return i64x2.replace_lane(i64x2.splat(order), 1, order + 0x0808080808080808);
}

/**
 * Reads rows of one number of up to eight bytes, line end included, two at a time.
 * @returns rows read now; `reached` is the position
 */
export function readPairs(at: usize, end: usize, plan: usize, row: i32, most: i32): i32 {
  const column = plan + PLAN_HEAD;
  const form = column + PLAN_FORM;
  const values = <usize>load<u32>(column, 4);
  const length = <usize>load<u32>(form, LENGTH);
  const step = length + lineStep();
  const bits = <u64>length << 3;
  reach(at);
  if (length == 0 || step > 8) return row;
  const pattern = patternOfTwo(form, bits);
  const limits = limitsOfTwo(form, bits);
  const order = orderOfTwo(form);
  const scale = f64x2.splat(load<f64>(form, SCALE));
  const pairs = factorsOfPairs();
  const fours = factorsOfFours();
  const eights = factorsOfEights();
  while (at + 2 * step <= end && row + 2 <= most) {
    const digits = v128.xor(v128.load64_lane(at + step, v128.load64_zero(at), 1), pattern);
    if (v128.any_true(i8x16.sub_sat_u(digits, limits))) break;
    const numbers = f64x2.convert_low_i32x4_s(eightsOf(v128.swizzle(digits, order), pairs, fours, eights));
    v128.store(values + (<usize>row << 3), f64x2.div(numbers, scale));
    at += 2 * step;
    row += 2;
  }
  reach(at);
  return row;
}

/** The same with a date in the month read last before each number. */
export function readDatedPairs(at: usize, end: usize, plan: usize, row: i32, most: i32): i32 {
  const first = plan + PLAN_HEAD;
  const column = first + PLAN_COLUMN;
  const form = column + PLAN_FORM;
  const times = <usize>load<u32>(first, 4);
  const values = <usize>load<u32>(column, 4);
  const length = <usize>load<u32>(form, LENGTH);
  const numberAt = dateBytes() + 1;
  const step = numberAt + length + lineStep();
  const bits = <u64>length << 3;
  reach(at);
  if (length == 0 || length + lineStep() > 8) return row;
  const date = datePattern();
  const limitsOfDate = dateLimits();
  const pattern = patternOfTwo(form, bits);
  const limits = limitsOfTwo(form, bits);
  const order = orderOfTwo(form);
  const scale = f64x2.splat(load<f64>(form, SCALE));
  const pairs = factorsOfPairs();
  const fours = factorsOfFours();
  const eights = factorsOfEights();
  const baseBefore = monthBase();
  const last = days();
  let number = at + numberAt;
  let day = at + dayPlace();
  while (at + 2 * step <= end && row + 2 <= most) {
    const one = v128.xor(v128.load(at), date);
    const two = v128.xor(v128.load(at + step), date);
    const digits = v128.xor(v128.load64_lane(number + step, v128.load64_zero(number), 1), pattern);
    const dates = v128.or(i8x16.sub_sat_u(one, limitsOfDate), i8x16.sub_sat_u(two, limitsOfDate));
    if (v128.any_true(v128.or(dates, i8x16.sub_sat_u(digits, limits)))) break;
    const firstDay = dayOf(day);
    const secondDay = dayOf(day + step);
    if (firstDay - 1 >= last || secondDay - 1 >= last) break;
    const place = <usize>row << 3;
    store<f64>(times + place, baseBefore + <f64>(<i32>firstDay) * DAY);
    store<f64>(times + place, baseBefore + <f64>(<i32>secondDay) * DAY, 8);
    const numbers = f64x2.convert_low_i32x4_s(eightsOf(v128.swizzle(digits, order), pairs, fours, eights));
    v128.store(values + place, f64x2.div(numbers, scale));
    at += 2 * step;
    number += 2 * step;
    day += 2 * step;
    row += 2;
  }
  reach(at);
  return row;
}

/**
 * Reads rows of any width, with or without a date in the month read last before their numbers. @returns rows read now; `reached` is the
 * position
 */
export function readFormedRows(at: usize, end: usize, plan: usize, row: i32, most: i32): i32 {
  const delimiter = load<u32>(plan);
  const dated = isDated(plan);
  const first = plan + PLAN_HEAD;
  const times = <usize>load<u32>(first, 4);
  const numbers = dated ? first + PLAN_COLUMN : first;
  const last = lastColumn(plan);
  const clock = dateBytes();
  const behindClock = clockBytes();
  const pattern = clockPattern();
  const limits = clockLimits();
  const order = clockOrder();
  const ahead = zone();
  const date = datePattern();
  const limitsOfDate = dateLimits();
  const placeOfDay = dayPlace();
  const baseBefore = monthBase();
  const daysBefore = days();
  const rowEnd = lineEnd();
  const rowBits = lineBits();
  const step = lineStep() - 1;
  const pairs = factorsOfPairs();
  const fours = factorsOfFours();
  const eights = factorsOfEights();
  while (at < end && row < most) {
    const place = <usize>row << 3;
    let cell = at;
    if (dated) {
      let time = timeOf(at, date, limitsOfDate, placeOfDay, baseBefore, daysBefore);
      cell += clock;
      if (behindClock > 1) time = time + clockOf(cell, pattern, limits, order) - ahead;
      if (time != time) break;
      store<f64>(times + place, time);
      cell += behindClock;
    }
    let column = numbers;
    for (; column <= last; column += PLAN_COLUMN) {
      const ends = column == last ? rowEnd : delimiter;
      const endBits = column == last ? rowBits : 0xff;
      cell = readFormed(cell, column + PLAN_FORM, ends, endBits, pairs, fours, eights, <usize>load<u32>(column, 4) + place);
      if (cell == 0) break;
      cell++;
    }
    if (cell == 0) break;
    at = cell + step;
    row++;
  }
  reach(at);
  return row;
}
