/** What a GARCH fit needs around the likelihood: standardizing the returns, and the columns of the result. */
import { FitColumnsBlock, StandardizationBlock } from "../../build/layouts/volatility";

/**
 * Adds to running sums at `out`: sum of (x - pivot), of its square, and of the squared steps x[t] - x[t-1]; a fourth value is lowered to
 * the smallest x.
 * @of garchLogLikelihood
 * @param pivot a typical value, so that a large common level causes no loss of precision
 * @param from a multiple of 2
 * @returns 0, or 1 where a value is not finite (see `firstNotFinite`)
 */
export function garchMoments(x: usize, pivot: f64, from: i32, to: i32, out: usize): i32 {
  const level = f64x2.splat(pivot);
  let s1 = f64x2.splat(0.0), s2 = f64x2.splat(0.0), moved = f64x2.splat(0.0);
  let low = f64x2.splat(Infinity);
  let at = <usize>from << 3;
  const end = <usize>to << 3;
  let sum: f64 = 0.0, squares: f64 = 0.0, steps: f64 = 0.0, least = load<f64>(out, 24);
  // The first value has no step: the first pair is handled separately.
  for (; at < 16 && at < end; at += 8) {
    const value = load<f64>(x + at);
    const step = at > 0 ? value - load<f64>(x + at - 8) : 0.0;
    sum += value - pivot;
    squares += (value - pivot) * (value - pivot);
    steps += step * step;
    least = min(least, value);
  }
  for (; at + 8 < end; at += 16) {
    const value = v128.load(x + at);
    const d = f64x2.sub(value, level);
    const step = f64x2.sub(value, v128.load(x + at - 8));
    s1 = f64x2.add(s1, d);
    s2 = f64x2.add(s2, f64x2.mul(d, d));
    moved = f64x2.add(moved, f64x2.mul(step, step));
    low = f64x2.pmin(low, value);
  }
  sum += f64x2.extract_lane(s1, 0) + f64x2.extract_lane(s1, 1);
  squares += f64x2.extract_lane(s2, 0) + f64x2.extract_lane(s2, 1);
  steps += f64x2.extract_lane(moved, 0) + f64x2.extract_lane(moved, 1);
  least = min(least, min(f64x2.extract_lane(low, 0), f64x2.extract_lane(low, 1)));
  if (at < end) {
    const value = load<f64>(x + at);
    const step = value - load<f64>(x + at - 8);
    sum += value - pivot;
    squares += (value - pivot) * (value - pivot);
    steps += step * step;
    least = min(least, value);
  }
  store<f64>(out, load<f64>(out) + sum);
  store<f64>(out, load<f64>(out, 8) + squares, 8);
  store<f64>(out, load<f64>(out, 16) + steps, 16);
  store<f64>(out, least, 24);
  return isFinite(squares + steps) ? 0 : 1;
}

/** Index of the first value of x[from..to) that is not a finite number, or -1. */
export function firstNotFinite(x: usize, from: i32, to: i32): i32 {
  for (let t = from; t < to; t++) if (!isFinite(load<f64>(x + (<usize>t << 3)))) return t;
  return -1;
}

/**
 * y[t] = (x[t] - mean) / scale over [from, to), summing y, y^2 and y^4.
 * @param standardization `StandardizationBlock`, declared in assembly/layouts/volatility.mjs; its y may be x itself
 */
export function garchStandardize(standardization: usize, from: i32, to: i32): void {
  const given = changetype<StandardizationBlock>(standardization);
  const x = given.x;
  const y = given.y;
  const mean = given.mean;
  const scale = given.scale;
  const out = given.out;
  const factor = f64x2.splat(1.0 / scale);
  const level = f64x2.splat(mean);
  let s1 = f64x2.splat(0.0), s2 = f64x2.splat(0.0), s4 = f64x2.splat(0.0);
  let at = <usize>from << 3;
  const pairs = (<usize>to << 3) & ~15;
  for (; at < pairs; at += 16) {
    const value = f64x2.mul(f64x2.sub(v128.load(x + at), level), factor);
    const square = f64x2.mul(value, value);
    v128.store(y + at, value);
    s1 = f64x2.add(s1, value);
    s2 = f64x2.add(s2, square);
    s4 = f64x2.add(s4, f64x2.mul(square, square));
  }
  let sum = f64x2.extract_lane(s1, 0) + f64x2.extract_lane(s1, 1);
  let squares = f64x2.extract_lane(s2, 0) + f64x2.extract_lane(s2, 1);
  let fourths = f64x2.extract_lane(s4, 0) + f64x2.extract_lane(s4, 1);
  for (; at < <usize>to << 3; at += 8) {
    const value = (load<f64>(x + at) - mean) * f64x2.extract_lane(factor, 0);
    store<f64>(y + at, value);
    sum += value;
    squares += value * value;
    fourths += value * value * value * value;
  }
  store<f64>(out, load<f64>(out) + sum);
  store<f64>(out, load<f64>(out, 8) + squares, 8);
  store<f64>(out, load<f64>(out, 16) + fourths, 16);
}

/**
 * The columns of a fit over [from, to): volatility sqrt(h[t]) * scale, and residuals (y[t] - mu) / sqrt(h[t]).
 * @param columns `FitColumnsBlock`, declared in assembly/layouts/volatility.mjs; its spread is the variance
 * @param from a multiple of 2, as for every kernel here that takes two values at a time
 */
export function garchColumns(columns: usize, from: i32, to: i32): void {
  const given = changetype<FitColumnsBlock>(columns);
  const y = given.y;
  const mu = given.mu;
  const scale = given.scale;
  const volatility = given.volatility;
  const residuals = given.residuals;
  const h = given.spread;
  const level = f64x2.splat(mu), unit = f64x2.splat(scale);
  let at = <usize>from << 3;
  const pairs = (<usize>to << 3) & ~15;
  for (; at < pairs; at += 16) {
    const root = f64x2.sqrt(v128.load(h + at));
    v128.store(volatility + at, f64x2.mul(root, unit));
    v128.store(residuals + at, f64x2.div(f64x2.sub(v128.load(y + at), level), root));
  }
  for (; at < <usize>to << 3; at += 8) {
    const root = Math.sqrt(load<f64>(h + at));
    store<f64>(volatility + at, root * scale);
    store<f64>(residuals + at, (load<f64>(y + at) - mu) / root);
  }
}

/** Index of the first value of x[from..to) that is not above 0, or -1. */
export function firstNonPositive(x: usize, from: i32, to: i32): i32 {
  for (let t = from; t < to; t++) if (!(load<f64>(x + (<usize>t << 3)) > 0.0)) return t;
  return -1;
}

/** ln x as computed by the kernels: the same bits in every engine, which Math.log does not guarantee. */
export function naturalLog(x: f64): f64 {
  return Math.log(x);
}
