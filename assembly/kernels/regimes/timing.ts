import { TimedReturnsBlock } from "../../build/layouts/regimes";

/** The return of being in the market only in some regimes, and how much of it is due to timing. */

/**
 * Whether to be in the market at each step, from information one step earlier: out[t] = 1 where risk[t - 1] < threshold, else 0; out[0] =
 * 0.
 * @formula w[t] = 1 where P(risky regime at t - 1 | values up to t - 1) < threshold, else 0
 * @source definition
 * @tolerance plain loop, exact
 * @param risk filtered probability of the regime to avoid; `out` must not overlap
 */
export function regimePositions(risk: usize, from: i32, to: i32, threshold: f64, out: usize): void {
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    store<f64>(out + at, t > 0 && load<f64>(risk + at - 8) < threshold ? 1.0 : 0.0);
  }
}

/**
 * Returns of holding the market by `positions` and cash otherwise, with costs on every change of position.
 * @formula out[t] = w[t] r[t] + (1 - w[t]) cash - cost |w[t] - w[t-1]|, w[-1] = 0
 * @source definition
 * @tolerance plain loop, exact
 * @param block `TimedReturnsBlock`, declared in assembly/layouts/regimes.mjs
 */
export function timedReturns(block: usize, from: i32, to: i32): void {
  const given = changetype<TimedReturnsBlock>(block);
  const returns = given.returns;
  const positions = given.positions;
  const cash = given.cash;
  const cost = given.cost;
  const out = given.out;
  const state = given.state;
  let before = load<f64>(state);
  let changes = load<f64>(state, 8);
  let held = load<f64>(state, 16);
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    const w = load<f64>(positions + at);
    const change = Math.abs(w - before);
    store<f64>(out + at, w * load<f64>(returns + at) + (1.0 - w) * cash - cost * change);
    changes += change;
    held += w;
    before = w;
  }
  store<f64>(state, before);
  store<f64>(state, changes, 8);
  store<f64>(state, held, 16);
}

/**
 * Spectrum of the circular cross-correlation of two series, from theirs: b = conj(a) b, element by element.
 * @param a complex values of the series that is shifted, [from, to)
 * @param b complex values of the other; overwritten
 */
export function crossSpectrum(a: usize, b: usize, from: i32, to: i32): void {
  for (let at = <usize>from << 4; at < <usize>to << 4; at += 16) {
    const ar = load<f64>(a + at), ai = load<f64>(a + at, 8);
    const br = load<f64>(b + at), bi = load<f64>(b + at, 8);
    store<f64>(b + at, ar * br + ai * bi);
    store<f64>(b + at, ar * bi - ai * br, 8);
  }
}

/**
 * Mean over standard deviation (n - 1) of n values, from their sum and sum of squares, for many such sums; 0 where the values do not vary.
 * @formula (S / n) / sqrt((Q - S^2 / n) / (n - 1))
 * @source Sharpe (1994), per step
 * @tolerance plain loop over every shift, 1e-9
 * @param out may be `sums` or `squares`
 */
export function shiftScores(sums: usize, squares: usize, n: i32, from: i32, to: i32, out: usize): void {
  const count = <f64>n;
  for (let s = from; s < to; s++) {
    const at = <usize>s << 3;
    const mean = load<f64>(sums + at) / count;
    const square = load<f64>(squares + at);
    const rest = square - count * mean * mean;
    const varies = rest > 1e-12 * square;
    store<f64>(out + at, varies ? mean / Math.sqrt(rest / (count - 1.0)) : 0.0);
  }
}

/** Number of values in [from, to) of at least `level`. */
export function countAtLeast(values: usize, from: i32, to: i32, level: f64): i32 {
  let found = 0;
  for (let t = from; t < to; t++) if (load<f64>(values + (<usize>t << 3)) >= level) found++;
  return found;
}

/**
 * Keeps the most probable regime of each step; call it once per regime, 0 first. Ties keep the earlier one.
 * @param probability of this regime
 * @param best highest probability so far, a value per step
 * @param leader number of its regime, a byte per step
 */
export function leadingRegime(probability: usize, from: i32, to: i32, regime: i32, best: usize, leader: usize): void {
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    const p = load<f64>(probability + at);
    if (regime > 0 && !(p > load<f64>(best + at))) continue;
    store<f64>(best + at, p);
    store<u8>(leader + <usize>t, <u8>regime);
  }
}

/**
 * Which of two regimes is the most probable one: 1 where it is `regime`, -1 where it is the one after, 0 where it is another.
 * @formula out[t] = 1 where leader[t] = regime, -1 where leader[t] = regime + 1, else 0
 * @source definition
 * @tolerance plain loop, exact
 */
export function regimeSides(leader: usize, from: i32, to: i32, regime: i32, out: usize): void {
  for (let t = from; t < to; t++) {
    const led = <i32>load<u8>(leader + <usize>t) - regime;
    store<f64>(out + (<usize>t << 3), led == 0 ? 1.0 : led == 1 ? -1.0 : 0.0);
  }
}
