import { LossLimitsBlock, RollingQuantileBlock } from "../../build/layouts/risk";
import { blockLength } from "../../lib/window";

/** First index in the ascending values[0..n) that is not below `value`. */
function placeOf(values: usize, n: i32, value: f64): i32 {
  let low = 0;
  let high = n;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<f64>(values + (<usize>middle << 3)) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Quantile p (type 7) of the `window` values before each position: out[t] from values[t - window .. t - 1], for t in [from, to), NaN before
 * t = window. So out[t] is known before value t.
 *
 * Keeps the window sorted: O(window) moves a step, done as block copies. Chunks in ascending order give the same bits.
 * @of lossFigures
 * @param block `RollingQuantileBlock`, declared in assembly/layouts/risk.mjs
 */
export function rollingQuantile(block: usize, from: i32, to: i32): void {
  const given = changetype<RollingQuantileBlock>(block);
  const values = given.values;
  const window = given.window;
  const p = given.p;
  const sorted = given.sorted;
  const out = given.out;
  const place = p * <f64>(window - 1);
  const below = <usize>Math.floor(place) << 3;
  const part = place - Math.floor(place);
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    if (t < window) {
      store<f64>(out + at, NaN);
    } else {
      const low = load<f64>(sorted + below);
      store<f64>(out + at, part > 0.0 ? low + part * (load<f64>(sorted + below, 8) - low) : low);
    }
    let held = min(t, window);
    if (t >= window) {
      const gone = placeOf(sorted, held, load<f64>(values + at - (<usize>window << 3)));
      const hole = sorted + (<usize>gone << 3);
      memory.copy(hole, hole + 8, <usize>(held - 1 - gone) << 3);
      held--;
    }
    const value = load<f64>(values + at);
    const entry = placeOf(sorted, held, value);
    const slot = sorted + (<usize>entry << 3);
    memory.copy(slot + 8, slot, <usize>(held - entry) << 3);
    store<f64>(slot, value);
  }
}

/**
 * Moments of the `window` values before each position: mean, deviation (n - 1), skewness and excess kurtosis (population), NaN before
 * t = window; skewness and kurtosis are 0 where the window does not vary. Four columns in `out`, `stride` values apart.
 *
 * Powers are taken about a pivot that is reset, with fresh sums, every 1,024 values or two windows. `from` must be a multiple of that
 * (`rollingBlock`); such chunks give the same bits.
 */
export function rollingMoments(values: usize, window: i32, from: i32, to: i32, stride: i32, out: usize): void {
  const size = blockLength(window);
  const n = <f64>window;
  const column = <usize>stride << 3;
  let pivot = 0.0;
  let s1 = 0.0;
  let s2 = 0.0;
  let s3 = 0.0;
  let s4 = 0.0;
  let fresh = true;
  for (let t = from; t < to; t++) {
    const at = out + (<usize>t << 3);
    if (t < window) {
      for (let i: usize = 0; i < 4; i++) store<f64>(at + i * column, NaN);
      continue;
    }
    if (fresh || t % size == 0) {
      fresh = false;
      pivot = 0.0;
      for (let i = t - window; i < t; i++) pivot += load<f64>(values + (<usize>i << 3));
      pivot /= n;
      s1 = s2 = s3 = s4 = 0.0;
      for (let i = t - window; i < t; i++) {
        const d = load<f64>(values + (<usize>i << 3)) - pivot;
        s1 += d;
        s2 += d * d;
        s3 += d * d * d;
        s4 += d * d * d * d;
      }
    } else {
      const d = load<f64>(values + (<usize>(t - 1) << 3)) - pivot;
      const e = load<f64>(values + (<usize>(t - 1 - window) << 3)) - pivot;
      const dd = d * d;
      const ee = e * e;
      s1 += d - e;
      s2 += dd - ee;
      s3 += dd * d - ee * e;
      s4 += dd * dd - ee * ee;
    }
    const m = s1 / n;
    const m2 = max(0.0, s2 / n - m * m);
    const m3 = s3 / n - m * (3.0 * (s2 / n) - 2.0 * m * m);
    const m4 = s4 / n - m * (4.0 * (s3 / n) - m * (6.0 * (s2 / n) - 3.0 * m * m));
    const varies = m2 > 1e-28 * pivot * pivot;
    store<f64>(at, pivot + m);
    store<f64>(at + column, varies ? Math.sqrt((m2 * n) / (n - 1.0)) : 0.0);
    store<f64>(at + 2 * column, varies ? m3 / (m2 * Math.sqrt(m2)) : 0.0);
    store<f64>(at + 3 * column, varies ? m4 / (m2 * m2) - 3.0 : 0.0);
  }
}

/** Chunk length of `rollingMoments` must be a multiple of this. */
export function rollingBlock(window: i32): i32 {
  return blockLength(window);
}

/**
 * Counts, over positions [from, to), the losses beyond the value at risk and their transitions. The loss limit of position t is -limits[t];
 * NaN excludes a position.
 * @param limits returns below which a loss is an exception (minus the value at risk)
 * @param state 8 values, 0 before the first chunk: positions, exceptions, n00, n01, n10, n11 (from, to), whether there was a position
 * before, whether it was an exception
 * @param marks one value per position: 1 exception, 0 none, NaN not counted
 */
export function countExceptions(returns: usize, limits: usize, from: i32, to: i32, state: usize, marks: usize): void {
  let before = load<f64>(state, 48);
  let was = load<f64>(state, 56);
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    const limit = load<f64>(limits + at);
    if (isNaN(limit)) {
      store<f64>(marks + at, NaN);
      before = 0.0;
      continue;
    }
    const is: f64 = load<f64>(returns + at) < limit ? 1.0 : 0.0;
    store<f64>(marks + at, is);
    store<f64>(state, load<f64>(state) + 1.0);
    store<f64>(state, load<f64>(state, 8) + is, 8);
    if (before != 0.0) {
      const cell = state + 16 + (<usize>(2.0 * was + is) << 3);
      store<f64>(cell, load<f64>(cell) + 1.0);
    }
    before = 1.0;
    was = is;
  }
  store<f64>(state, before, 48);
  store<f64>(state, was, 56);
}

/**
 * Return at or below which a loss is an exception, from the rolling moments: mean + deviation (z + shape terms), for positions [from, to).
 * @param block `LossLimitsBlock`, declared in assembly/layouts/risk.mjs
 */
export function lossLimits(block: usize, from: i32, to: i32): void {
  const given = changetype<LossLimitsBlock>(block);
  const moments = given.moments;
  const stride = given.stride;
  const z = given.z;
  const shaped = given.shaped;
  const out = given.out;
  const column = <usize>stride << 3;
  const square = z * z;
  const cube = square * z;
  for (let t = from; t < to; t++) {
    const at = moments + (<usize>t << 3);
    let quantile = z;
    if (shaped) {
      const s = load<f64>(at + 2 * column);
      quantile += ((square - 1.0) * s) / 6.0 + ((cube - 3.0 * z) * load<f64>(at + 3 * column)) / 24.0 - ((2.0 * cube - 5.0 * z) * s * s) / 36.0;
    }
    store<f64>(out + (<usize>t << 3), load<f64>(at) + load<f64>(at + column) * quantile);
  }
}

/** values[t] = -values[t] for t in [from, to). */
export function negate(values: usize, from: i32, to: i32): void {
  for (let t = from; t < to; t++) store<f64>(values + (<usize>t << 3), -load<f64>(values + (<usize>t << 3)));
}

/**
 * The marked values: out[t] = values[t] where marks[t] is 1, NaN elsewhere.
 * @param out may not be one of the inputs
 */
export function markedValues(values: usize, marks: usize, from: i32, to: i32, out: usize): void {
  for (let at = <usize>from << 3; at < <usize>to << 3; at += 8) {
    store<f64>(out + at, load<f64>(marks + at) == 1.0 ? load<f64>(values + at) : NaN);
  }
}
