import { PairUpBlock } from "../../build/layouts/factors";

/** out[t] = ln(values[t]); NaN where a value is not above 0. */
export function logarithms(values: usize, from: i32, to: i32, out: usize): void {
  for (let t = from; t < to; t++) {
    const value = load<f64>(values + (<usize>t << 3));
    store<f64>(out + (<usize>t << 3), value > 0 && value < Infinity ? Math.log(value) : NaN);
  }
}

/** out[t] = values[t] - values[t - lag], NaN for t < lag. */
export function lagDifference(values: usize, from: i32, to: i32, lag: i32, out: usize): void {
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    store<f64>(out + at, t < lag ? NaN : load<f64>(values + at) - load<f64>(values + (<usize>(t - lag) << 3)));
  }
}

/** out[t] = values[t + horizon] - values[t], NaN for the last `horizon` steps: what happens after t. */
export function leadDifference(values: usize, from: i32, to: i32, n: i32, horizon: i32, out: usize): void {
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    store<f64>(out + at, t + horizon >= n ? NaN : load<f64>(values + (<usize>(t + horizon) << 3)) - load<f64>(values + at));
  }
}

/** Adds available values: sums[t] += values[t] and counts[t] += 1 where values[t] is a number. */
export function addKnown(values: usize, from: i32, to: i32, sums: usize, counts: usize): void {
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    const value = load<f64>(values + at);
    if (isNaN(value)) continue;
    store<f64>(sums + at, load<f64>(sums + at) + value);
    store<f64>(counts + at, load<f64>(counts + at) + 1.0);
  }
}

/** out[t] = scale numerator[t] / denominator[t]; NaN if the denominator is not above 0. out may be either. */
export function quotient(numerator: usize, denominator: usize, from: i32, to: i32, scale: f64, out: usize): void {
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    const below = load<f64>(denominator + at);
    store<f64>(out + at, below > 0 ? (scale * load<f64>(numerator + at)) / below : NaN);
  }
}

/** out[t] = scale values[t] with the sign of signs[t] (0 where that is 0); NaN where either is. out may be either. */
export function signed(values: usize, signs: usize, from: i32, to: i32, scale: f64, out: usize): void {
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    const sign = load<f64>(signs + at);
    const direction: f64 = sign > 0 ? scale : sign < 0 ? -scale : sign == 0 ? 0.0 : NaN;
    store<f64>(out + at, direction * load<f64>(values + at));
  }
}

/**
 * Exponentially decaying sum of impulses: out[t] = keep out[t - 1] + impulses[t]; NaN before the first impulse that is not 0.
 * @formula s[t] = keep s[t-1] + x[t]
 * @source exponential decay
 * @tolerance plain loop, same bits
 * @param state out[from - 1], carried from chunk to chunk; NaN before the first
 */
export function fade(impulses: usize, from: i32, to: i32, keep: f64, out: usize, state: usize): void {
  let sum = load<f64>(state);
  for (let t = from; t < to; t++) {
    const impulse = load<f64>(impulses + (<usize>t << 3));
    if (isNaN(sum)) {
      if (impulse != 0) sum = impulse;
    } else sum = keep * sum + impulse;
    store<f64>(out + (<usize>t << 3), sum);
  }
  store<f64>(state, sum);
}

/**
 * Keeps the steps where both columns are numbers, in order.
 * @param block `PairUpBlock`, declared in assembly/layouts/factors.mjs
 * @param count pairs kept so far
 * @returns pairs kept
 */
export function pairUp(block: usize, from: i32, to: i32, count: i32): i32 {
  const given = changetype<PairUpBlock>(block);
  const x = given.x;
  const y = given.y;
  const outX = given.outX;
  const outY = given.outY;
  const places = given.places;
  let kept = count;
  for (let t = from; t < to; t++) {
    const first = load<f64>(x + (<usize>t << 3));
    const second = load<f64>(y + (<usize>t << 3));
    if (isNaN(first) || isNaN(second)) continue;
    store<f64>(outX + (<usize>kept << 3), first);
    store<f64>(outY + (<usize>kept << 3), second);
    store<i32>(places + (<usize>kept << 2), t);
    kept++;
  }
  return kept;
}

/** out[places[k]] = values[k] for k in [from, to): scatters the kept values back to their rows. */
export function putBack(values: usize, places: usize, from: i32, to: i32, out: usize): void {
  for (let k = from; k < to; k++) {
    store<f64>(out + (<usize>load<i32>(places + (<usize>k << 2)) << 3), load<f64>(values + (<usize>k << 3)));
  }
}
