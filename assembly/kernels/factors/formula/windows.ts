import { RollPairBlock } from "../../../build/layouts/factors";

/** Codes of the window functions; 0 is the minimum. The same numbers are in `workers/factors/formula/functions.ts`. */
export const MAXIMUM = 1;
export const MEAN = 2;
export const SUM = 3;
export const DEVIATION = 4;
export const PLACE_OF_MAXIMUM = 5;
export const PLACE_OF_MINIMUM = 6;
export const RANK = 7;
export const DECAY = 8;

export const CORRELATION = 0;
export const COVARIANCE = 1;

function extreme(first: usize, window: i32, operator: i32): f64 {
  const highest = operator == MAXIMUM || operator == PLACE_OF_MAXIMUM;
  let best = load<f64>(first);
  let place = 0;
  for (let k = 1; k < window; k++) {
    const value = load<f64>(first + (<usize>k << 3));
    if (highest ? value > best : value < best) {
      best = value;
      place = k;
    }
  }
  return operator == PLACE_OF_MAXIMUM || operator == PLACE_OF_MINIMUM ? <f64>(place + 1) : best;
}

function sumOf(first: usize, window: i32): f64 {
  let sum: f64 = 0;
  for (let k = 0; k < window; k++) sum += load<f64>(first + (<usize>k << 3));
  return sum;
}

function deviation(first: usize, window: i32): f64 {
  const mean = sumOf(first, window) / <f64>window;
  let squares: f64 = 0;
  for (let k = 0; k < window; k++) {
    const distance = load<f64>(first + (<usize>k << 3)) - mean;
    squares += distance * distance;
  }
  return window > 1 ? Math.sqrt(squares / <f64>(window - 1)) : NaN;
}

/** Share of a window's available values not above the latest, ties counted half: pandas' rank(pct=True). */
function rankOfLast(first: usize, window: i32, least: i32): f64 {
  const last = load<f64>(first + (<usize>(window - 1) << 3));
  if (isNaN(last)) return NaN;
  let lower = 0;
  let equal = 0;
  let count = 0;
  for (let k = 0; k < window; k++) {
    const value = load<f64>(first + (<usize>k << 3));
    if (isNaN(value)) continue;
    count++;
    if (value < last) lower++;
    else if (value == last) equal++;
  }
  return count < least ? NaN : (<f64>lower + 0.5 * <f64>(equal + 1)) / <f64>count;
}

function decayed(first: usize, window: i32): f64 {
  let sum: f64 = 0;
  for (let k = 0; k < window; k++) sum += <f64>(k + 1) * load<f64>(first + (<usize>k << 3));
  return sum / (0.5 * <f64>window * <f64>(window + 1));
}

/** Number of consecutive available steps ending at t, at most `window`. */
function knownUpTo(values: usize, t: i32, window: i32): bool {
  if (t < window - 1) return false;
  for (let k = t - window + 1; k <= t; k++) if (isNaN(load<f64>(values + (<usize>k << 3)))) return false;
  return true;
}

/**
 * A function of the latest `window` values at each step. Every window is computed from scratch, so no step depends on chunk boundaries or
 * later values. NaN if a value in the window is missing.
 * @formula mean, total, standard deviation (n - 1), minimum, maximum and their positions counted from 1 (the oldest), rank = share not above
 * the latest with ties counted half, decay = sum of k x[k] / sum of k with the latest weighted most
 * @source pandas rolling; Kakushadze (2016), 101 Formulaic Alphas
 * @tolerance plain twins, 1e-11
 */
export function rollWindow(values: usize, from: i32, to: i32, window: i32, operator: i32, out: usize): void {
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    if (!knownUpTo(values, t, window)) {
      store<f64>(out + at, NaN);
      continue;
    }
    const first = values + (<usize>(t - window + 1) << 3);
    let result: f64;
    if (operator == MEAN) result = sumOf(first, window) / <f64>window;
    else if (operator == SUM) result = sumOf(first, window);
    else if (operator == DEVIATION) result = deviation(first, window);
    else if (operator == RANK) result = rankOfLast(first, window, window);
    else if (operator == DECAY) result = decayed(first, window);
    else result = extreme(first, window, operator);
    store<f64>(out + at, isFinite(result) ? result : NaN);
  }
}

/**
 * Percentile rank of each value among the available values of the latest `window` steps; NaN until `least` are available.
 * @formula (number below + (number equal + 1) / 2) / number available
 * @source pandas rolling(window, min_periods).rank(pct=True)
 * @tolerance plain twin, 1e-11
 */
export function rankSoFar(values: usize, from: i32, to: i32, window: i32, least: i32, out: usize): void {
  for (let t = from; t < to; t++) {
    const length = min(window, t + 1);
    store<f64>(out + (<usize>t << 3), rankOfLast(values + (<usize>(t - length + 1) << 3), length, least));
  }
}

/**
 * Covariance or correlation of two columns over the latest `window` steps; NaN where a value is missing or a column is constant.
 * @formula covariance = sum of (x - mean)(y - mean) / (n - 1); correlation = covariance / product of the standard deviations
 * @source pandas rolling cov and corr
 * @tolerance plain twin, 1e-11
 * @param block `RollPairBlock`, declared in assembly/layouts/factors.mjs
 */
export function rollPair(block: usize, from: i32, to: i32): void {
  const given = changetype<RollPairBlock>(block);
  const x = given.x;
  const y = given.y;
  const window = given.window;
  const operator = given.operator;
  const out = given.out;
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    if (window < 2 || !knownUpTo(x, t, window) || !knownUpTo(y, t, window)) {
      store<f64>(out + at, NaN);
      continue;
    }
    const start = <usize>(t - window + 1) << 3;
    const meanX = sumOf(x + start, window) / <f64>window;
    const meanY = sumOf(y + start, window) / <f64>window;
    let products: f64 = 0;
    let squaresX: f64 = 0;
    let squaresY: f64 = 0;
    for (let k = 0; k < window; k++) {
      const place = start + (<usize>k << 3);
      const dx = load<f64>(x + place) - meanX;
      const dy = load<f64>(y + place) - meanY;
      products += dx * dy;
      squaresX += dx * dx;
      squaresY += dy * dy;
    }
    let result = products / <f64>(window - 1);
    if (operator == CORRELATION) {
      // Sums over equal values leave only squared rounding errors.
      const flatX = squaresX <= 1e-24 * (1 + meanX * meanX) * <f64>window;
      const flatY = squaresY <= 1e-24 * (1 + meanY * meanY) * <f64>window;
      result = flatX || flatY ? NaN : Math.max(-1, Math.min(1, products / Math.sqrt(squaresX * squaresY)));
    }
    store<f64>(out + at, isFinite(result) ? result : NaN);
  }
}
