import { BlockStatisticsBlock, CscvSplitsBlock } from "../../build/layouts/validation";

/**
 * Sums and sums of squares of each configuration [from, to) over the blocks [early, late) of `blocks` equal ones, in rows of `width`
 * configurations: stats[b * width + k] and stats[(blocks + b) * width + k], taken about the configuration's pivot.
 * @param block `BlockStatisticsBlock`, declared in assembly/layouts/validation.mjs
 */
export function blockStatistics(block: usize, from: i32, to: i32, early: i32, late: i32): void {
  const given = changetype<BlockStatisticsBlock>(block);
  const columns = given.columns;
  const stride = given.stride;
  const pivots = given.pivots;
  const first = given.first;
  const length = given.length;
  const blocks = given.blocks;
  const width = given.width;
  const stats = given.stats;
  for (let k = from; k < to; k++) {
    const pivot = load<f64>(pivots + (<usize>k << 3));
    let at = columns + <usize>k * stride + ((<usize>first + <usize>early * <usize>length) << 3);
    for (let b = early; b < late; b++) {
      let sum = 0.0;
      let square = 0.0;
      for (const end = at + (<usize>length << 3); at < end; at += 8) {
        const d = load<f64>(at) - pivot;
        sum += d;
        square += d * d;
      }
      store<f64>(stats + (<usize>(b * width + k) << 3), sum);
      store<f64>(stats + (<usize>((blocks + b) * width + k) << 3), square);
    }
  }
}

/** Variance relative to the sample's sum of squares below which a half counts as constant: rounding error. */
const STILL = 1e-12;

/** Sharpe ratios of two configurations from sums about their pivots; 0 where the variance is not above `least`. */
@inline
function sharpes(sum: v128, square: v128, n: v128, pivot: v128, least: v128): v128 {
  const mean = f64x2.div(sum, n);
  const variance = f64x2.div(f64x2.sub(square, f64x2.mul(mean, sum)), f64x2.sub(n, f64x2.splat(1)));
  const level = f64x2.add(mean, pivot);
  const floor = f64x2.max(least, f64x2.mul(f64x2.splat(1e-28), f64x2.mul(level, level)));
  const ratio = f64x2.div(level, f64x2.sqrt(variance));
  return v128.and(ratio, f64x2.gt(variance, floor));
}

/**
 * Combinatorially symmetric cross-validation: for splits [from, to) of the blocks into two halves, which configuration is best in one half,
 * and how it ranks in the other.
 *
 * Splits are enumerated as numbers with half their bits set, in ascending order. Chunks in ascending order give the same bits.
 * @term Combinatorially symmetric cross-validation (CSCV)
 * @formula logit = ln(w / (1 - w)), w = rank / (N + 1), the rank of the in-sample best among the N out-of-sample Sharpe ratios, ties
 * counted half
 * @source Bailey, Borwein, Lopez de Prado and Zhu 2017
 * @tolerance search over the rows themselves, 1e-12
 * @param block `CscvSplitsBlock`, declared in assembly/layouts/validation.mjs
 */
export function cscvSplits(block: usize, from: i32, to: i32): void {
  const given = changetype<CscvSplitsBlock>(block);
  const stats = given.stats;
  const pivots = given.pivots;
  const length = given.length;
  const blocks = given.blocks;
  const count = given.count;
  const width = given.width;
  const mask = given.mask;
  const scratch = given.scratch;
  const out = given.out;
  const half = f64x2.splat(<f64>((length * blocks) >> 1));
  const still = f64x2.splat(STILL / <f64>(length * blocks));
  const row = <usize>width << 3;
  const inside = scratch;
  const outside = scratch + row;
  const totals = scratch + 2 * row;
  const squares = <usize>blocks * row;
  for (let at: usize = 0; at < row; at += 16) {
    let sum = f64x2.splat(0);
    let square = sum;
    for (let b: usize = 0; b < <usize>blocks; b++) {
      sum = f64x2.add(sum, v128.load(stats + b * row + at));
      square = f64x2.add(square, v128.load(stats + squares + b * row + at));
    }
    v128.store(totals + at, sum);
    v128.store(totals + row + at, square);
  }
  let chosen = load<u32>(mask);
  for (let split = from; split < to; split++) {
    for (let at: usize = 0; at < row; at += 16) {
      let sum = f64x2.splat(0);
      let square = sum;
      for (let bits = chosen; bits != 0; bits &= bits - 1) {
        const b = <usize>ctz(bits) * row + at;
        sum = f64x2.add(sum, v128.load(stats + b));
        square = f64x2.add(square, v128.load(stats + squares + b));
      }
      const pivot = v128.load(pivots + at);
      const whole = v128.load(totals + row + at);
      const least = f64x2.mul(whole, still);
      v128.store(inside + at, sharpes(sum, square, half, pivot, least));
      v128.store(outside + at, sharpes(f64x2.sub(v128.load(totals + at), sum), f64x2.sub(whole, square), half, pivot, least));
    }
    let best = 0;
    for (let k = 1; k < count; k++) if (load<f64>(inside + (<usize>k << 3)) > load<f64>(inside + (<usize>best << 3))) best = k;
    const after = load<f64>(outside + (<usize>best << 3));
    let rank = 0.5;
    for (let k = 0; k < count; k++) {
      const other = load<f64>(outside + (<usize>k << 3));
      rank += other < after ? 1.0 : other == after ? 0.5 : 0.0;
    }
    const share = rank / <f64>(count + 1);
    const entry = out + (<usize>split << 5);
    store<f64>(entry, Math.log(share / (1.0 - share)));
    store<f64>(entry, load<f64>(inside + (<usize>best << 3)), 8);
    store<f64>(entry, after, 16);
    store<f64>(entry, <f64>best, 24);
    // The next larger number with the same number of set bits.
    const low = chosen & (0 - chosen);
    const ripple = chosen + low;
    chosen = (((ripple ^ chosen) >> 2) / low) | ripple;
  }
  store<u32>(mask, chosen);
}
