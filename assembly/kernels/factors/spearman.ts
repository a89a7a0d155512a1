import { RollingSpearmanBlock } from "../../build/layouts/factors";

/**
 * Twice the rank of each of `n` values minus n + 1: integers that sum to 0, ties sharing their mean rank. For short columns: n^2
 * comparisons.
 */
// @ts-ignore: decorator
@inline
function centeredRanks(values: usize, n: i32, out: usize): void {
  for (let i = 0; i < n; i++) {
    const x = load<f64>(values + (<usize>i << 3));
    let rank = 0;
    for (let j = 0; j < n; j++) {
      const y = load<f64>(values + (<usize>j << 3));
      rank += <i32>(y < x) - <i32>(y > x);
    }
    store<f64>(out + (<usize>i << 3), <f64>rank);
  }
}

/** Correlation of two columns of centered ranks; NaN if one does not vary. Sums of integers: exact. */
export function rankCorrelation(x: usize, y: usize, n: i32): f64 {
  let xy: f64 = 0.0;
  let xx: f64 = 0.0;
  let yy: f64 = 0.0;
  for (let i: usize = 0; i < <usize>n << 3; i += 8) {
    const a = load<f64>(x + i);
    const b = load<f64>(y + i);
    xy += a * b;
    xx += a * a;
    yy += b * b;
  }
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : NaN;
}

/** Sum of the products of two columns of centered ranks. */
export function rankProducts(x: usize, y: usize, n: i32): f64 {
  let sum: f64 = 0.0;
  for (let i: usize = 0; i < <usize>n << 3; i += 8) sum += load<f64>(x + i) * load<f64>(y + i);
  return sum;
}

/** Spearman's correlation of a few values, by counting. `ranks` has space for 2 n values. */
export function shortSpearman(x: usize, y: usize, n: i32, ranks: usize): f64 {
  const other = ranks + (<usize>n << 3);
  centeredRanks(x, n, ranks);
  centeredRanks(y, n, other);
  return rankCorrelation(ranks, other, n);
}

/** Replaces a value of a window: every rank is updated by comparisons with the old and the new value. */
// @ts-ignore: decorator
@inline
function exchange(values: usize, ranks: usize, window: i32, slot: i32, x: f64): void {
  const old = load<f64>(values + (<usize>slot << 3));
  store<f64>(values + (<usize>slot << 3), x);
  let rank = 0;
  for (let i = 0; i < window; i++) {
    const at = <usize>i << 3;
    const y = load<f64>(values + at);
    const below = <i32>(y < x) - <i32>(y > x);
    rank += below;
    // The new value's own rank is computed below; comparing a slot with itself adds nothing to `rank`.
    store<f64>(ranks + at, load<f64>(ranks + at) - <f64>(<i32>(old < y) - <i32>(old > y)) - <f64>below);
  }
  store<f64>(ranks + (<usize>slot << 3), <f64>rank);
}

/**
 * Spearman's correlation of the last `window` pairs at every step. Ranks are updated step by step in integers: same bits for any chunking.
 * @term Rank correlation (Spearman)
 * @formula Pearson's correlation of the ranks, ties sharing their mean rank
 * @source Spearman (1904)
 * @tolerance SciPy 1.17 spearmanr, 1e-14
 * @param block `RollingSpearmanBlock`, declared in assembly/layouts/factors.mjs
 */
export function rollingSpearman(block: usize, from: i32, to: i32): void {
  const given = changetype<RollingSpearmanBlock>(block);
  const x = given.x;
  const y = given.y;
  const window = given.window;
  const out = given.out;
  const state = given.state;
  const bytes = <usize>window << 3;
  const xs = state;
  const ys = state + bytes;
  const xRanks = ys + bytes;
  const yRanks = xRanks + bytes;
  for (let t = from; t < to; t++) {
    const slot = t % window;
    const a = load<f64>(x + (<usize>t << 3));
    const b = load<f64>(y + (<usize>t << 3));
    if (t < window) {
      store<f64>(xs + (<usize>slot << 3), a);
      store<f64>(ys + (<usize>slot << 3), b);
      if (t == window - 1) {
        centeredRanks(xs, window, xRanks);
        centeredRanks(ys, window, yRanks);
      }
    } else {
      exchange(xs, xRanks, window, slot, a);
      exchange(ys, yRanks, window, slot, b);
    }
    store<f64>(out + (<usize>t << 3), t < window - 1 ? NaN : rankCorrelation(xRanks, yRanks, window));
  }
}
