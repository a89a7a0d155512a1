import { at } from "./layout";

/** As in `performanceSums`: thirteen slots, and the bound at which a product of growth factors is converted to a logarithm. */
const SUMS: i32 = 13;
const LARGE: f64 = 1e150;
const SMALL: f64 = 1e-150;
const BLOCK: i32 = 8;

/** Keeps the growth of both runs within the range of a double; the excess is moved into a logarithm. */
function tamed(growth: v128, logs: v128): v128 {
  const one = f64x2.extract_lane(growth, 0);
  const two = f64x2.extract_lane(growth, 1);
  if (!(one < LARGE && one > SMALL)) logs = f64x2.replace_lane(logs, 0, f64x2.extract_lane(logs, 0) + Math.log(one));
  if (!(two < LARGE && two > SMALL)) logs = f64x2.replace_lane(logs, 1, f64x2.extract_lane(logs, 1) + Math.log(two));
  return logs;
}

@inline
function put(one: usize, two: usize, slot: i32, pair: v128): void {
  store<f64>(one + (<usize>slot << 3), f64x2.extract_lane(pair, 0));
  store<f64>(two + (<usize>slot << 3), f64x2.extract_lane(pair, 1));
}

/** Simple return of two columns at a row; NaN after a value that is not above 0. */
@inline
function returnsOf(before: v128, now: v128): v128 {
  const change = f64x2.div(f64x2.sub(now, before), before);
  return v128.bitselect(change, f64x2.splat(NaN), f64x2.gt(before, f64x2.splat(0)));
}

/**
 * The sums behind the performance figures of two runs, one run per lane: the returns of `simpleReturns` and the sums of
 * `performanceSums`, with the same operations in the same order, so to the same bits.
 * @param one, two equity of each run; @param rows of each
 * @param outOne, outTwo 13 sums and their pivot, the first return
 */
export function pairSums(one: usize, two: usize, rows: i32, target: f64, outOne: usize, outTwo: usize): void {
  const unit = f64x2.splat(1);
  const half = f64x2.splat(0.5);
  const targets = f64x2.splat(target);
  const unlimited = f64x2.splat(Infinity);
  let before = f64x2.replace_lane(f64x2.splat(at(one, 0)), 1, at(two, 0));
  const pivot = returnsOf(before, f64x2.replace_lane(f64x2.splat(at(one, 1)), 1, at(two, 1)));
  let p1 = f64x2.splat(0);
  let p2 = p1;
  let p3 = p1;
  let p4 = p1;
  let shortfall = p1;
  let gains = p1;
  let losses = p1;
  let depths = p1;
  let logs = p1;
  let level = unit;
  let growth = unit;
  let lowest = unit;
  for (let t = 1; t < rows; ) {
    for (const end = min(rows, t + BLOCK); t < end; t++) {
      const now = v128.load64_lane(two + (<usize>t << 3), v128.load64_zero(one + (<usize>t << 3)), 1);
      const value = returnsOf(before, now);
      before = now;
      const d = f64x2.sub(value, pivot);
      const square = f64x2.mul(d, d);
      p1 = f64x2.add(p1, d);
      p2 = f64x2.add(p2, square);
      p3 = f64x2.add(p3, f64x2.mul(square, d));
      p4 = f64x2.add(p4, f64x2.mul(square, square));
      const excess = f64x2.sub(value, targets);
      const size = f64x2.abs(excess);
      const below = f64x2.mul(half, f64x2.sub(size, excess));
      gains = f64x2.add(gains, f64x2.mul(half, f64x2.add(excess, size)));
      losses = f64x2.add(losses, below);
      shortfall = f64x2.add(shortfall, f64x2.mul(below, below));
      const factor = f64x2.add(unit, value);
      level = f64x2.pmin(f64x2.mul(level, factor), unit);
      growth = f64x2.pmin(f64x2.mul(growth, factor), unlimited);
      lowest = f64x2.pmin(lowest, level);
      const depth = f64x2.sub(level, unit);
      depths = f64x2.add(depths, f64x2.mul(depth, depth));
    }
    const within = v128.and(f64x2.lt(growth, f64x2.splat(LARGE)), f64x2.gt(growth, f64x2.splat(SMALL)));
    if (i64x2.bitmask(within) != 3) {
      logs = tamed(growth, logs);
      growth = v128.bitselect(growth, unit, within);
    }
  }
  put(outOne, outTwo, 0, f64x2.splat(<f64>(rows - 1)));
  put(outOne, outTwo, 1, p1);
  put(outOne, outTwo, 2, p2);
  put(outOne, outTwo, 3, p3);
  put(outOne, outTwo, 4, p4);
  put(outOne, outTwo, 5, shortfall);
  put(outOne, outTwo, 6, gains);
  put(outOne, outTwo, 7, losses);
  put(outOne, outTwo, 8, level);
  put(outOne, outTwo, 9, growth);
  put(outOne, outTwo, 10, logs);
  put(outOne, outTwo, 11, lowest);
  put(outOne, outTwo, 12, depths);
  put(outOne, outTwo, SUMS, pivot);
}
