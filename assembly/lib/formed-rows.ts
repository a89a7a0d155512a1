import { eightsOf, factorsOfEights, factorsOfFours, factorsOfPairs, LENGTH, LIMITS, ORDER, PATTERN, readFormed, SCALE } from "./formed-decimal";
import { isDated, lastColumn, PLAN_COLUMN, PLAN_FORM, PLAN_HEAD } from "./parse-plan";
import { dayOf, days, eve, lineBits, lineEnd, lineStep, month, reach } from "./row-run";

/** Runs of rows whose numbers all have the form of their column, in loops that call nothing, so that what they need stays in registers. */

/**
 * Reads rows of one number of up to eight bytes, line end included, two at a time.
 * @returns rows read now; `reached` tells where
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
  const inNumber: u64 = ((<u64>1) << bits) - 1;
  const pattern = i64x2.splat((load<u64>(form, PATTERN) & inNumber) | (<u64>lineEnd() << bits));
  const limits = i64x2.splat((load<u64>(form, LIMITS) & inNumber) | ~(inNumber | (<u64>lineBits() << bits)));
  const order = load<u64>(form, ORDER + 8);
  const orders = i64x2.replace_lane(i64x2.splat(order), 1, order + 0x0808080808080808);
  const scale = f64x2.splat(load<f64>(form, SCALE));
  const pairs = factorsOfPairs();
  const fours = factorsOfFours();
  const eights = factorsOfEights();
  while (at + 2 * step <= end && row + 2 <= most) {
    const digits = v128.xor(v128.load64_lane(at + step, v128.load64_zero(at), 1), pattern);
    if (v128.any_true(i8x16.sub_sat_u(digits, limits))) break;
    const numbers = f64x2.convert_low_i32x4_s(eightsOf(v128.swizzle(digits, orders), pairs, fours, eights));
    v128.store(values + (<usize>row << 3), f64x2.div(numbers, scale));
    at += 2 * step;
    row += 2;
  }
  reach(at);
  return row;
}

/** Reads rows of any width, a date in the month met last before their numbers or none. @returns rows read now; `reached` tells where */
export function readFormedRows(at: usize, end: usize, plan: usize, row: i32, most: i32): i32 {
  const delimiter = load<u32>(plan);
  const dated = isDated(plan);
  const first = plan + PLAN_HEAD;
  const times = <usize>load<u32>(first, 4);
  const numbers = dated ? first + PLAN_COLUMN : first;
  const last = lastColumn(plan);
  const monthBefore = month();
  const eveBefore = eve();
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
      const time = dayOf(at, monthBefore, eveBefore, daysBefore, delimiter);
      if (time != time) break;
      store<f64>(times + place, time);
      cell += 11;
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
