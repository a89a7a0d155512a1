/**
 * Layout shared by the passes of the regime model. A model is 28 values, room for four regimes whatever their number K; unused ones have
 * transition 0, variance 1 and start 0: transition probabilities from i to j at 4 i + j, then means, variances, and the distribution of the
 * first regime.
 *
 * The passes keep weights that are correct up to a factor common to the regimes of a step; when it leaves its range it is divided out by an
 * exact power of two. Densities are relative to the largest of their step, so that an outlier cannot make all of them underflow.
 */
export const LANES: usize = 4;
export const MEANS: usize = 16 << 3;
export const VARIANCES: usize = 20 << 3;
export const START: usize = 24 << 3;

/**
 * Sums of the smoother, as addresses: expected transitions from i to j (16), then per regime its expected count, the sums of distances from
 * its mean and of their squares, and its probability at the first step (4 each).
 */
export const COUNTS: usize = 16 << 3;
export const DISTANCES: usize = 20 << 3;
export const SQUARES: usize = 24 << 3;
export const FIRST: usize = 28 << 3;

/** Steps between rescalings: the common factor shrinks by at most the smallest transition probability at each. */
export const BLOCK: i32 = 8;
export const LOG_TWO_PI: f64 = 1.8378770664093454836;
export const LN2: f64 = 0.6931471805599453;

/** Largest power of two not above x > 0. */
// @ts-ignore: decorator
@inline
export function exponentOf(x: f64): i64 {
  return <i64>(reinterpret<u64>(x) >> 52) - 1023;
}

/** 2^-k for |k| < 1023 */
// @ts-ignore: decorator
@inline
export function inversePower(k: i64): f64 {
  return reinterpret<f64>(<u64>(1023 - k) << 52);
}

// @ts-ignore: decorator
@inline
export function swapped(pair: v128): v128 {
  return i64x2.shuffle(pair, pair, 1, 0);
}

// @ts-ignore: decorator
@inline
export function pairOf(first: f64, second: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}
