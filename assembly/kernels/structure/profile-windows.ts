/** Variance relative to the squared level below which a window counts as constant: rounding error. */
const ROUNDING: f64 = 1e-26;
/**
 * Limit on carrying a covariance: sum of squared norms passed, relative to the squared norm of the target window, per value of a window.
 */
const CARRIED: f64 = 8192;
/** Start of the list in the output of `profileRestarts`, and the sentinel after its last entry. */
export const LIST: usize = 16;
const END: i32 = i32.MAX_VALUE;

/**
 * Precomputed columns for the diagonals of a matrix profile, per window of `width` values, windows [from, to): its mean minus its first
 * value, 1 / norm of its deviations from the mean (NaN where it is constant, so it is never a neighbor), and the two differences that
 * update a covariance to the next window. All are computed from differences to the window's first value, so the level of a series costs no
 * precision.
 * @formula df[i] = (x[i+m-1] - x[i-1]) / 2, dg[i] = (x[i+m-1] - mu[i]) + (x[i-1] - mu[i-1]); both 0 at i = 0
 * @source the MPX recurrence (Zhu, Yeh, Zimmerman, Kamgar and Keogh 2018)
 * @tolerance means and norms within 1e-13 of plain sums, through the distances of `profileDiagonals`
 * @param out four columns of `windows` values one after the other: mean minus first value, inverse norm, df, dg
 */
export function profileWindows(values: usize, from: i32, to: i32, width: i32, windows: i32, out: usize): void {
  const column = <usize>windows << 3;
  const m = <f64>width;
  let before: f64 = from > 0 ? meanAbove(values + (<usize>(from - 1) << 3), width) : 0;
  for (let i = from; i < to; i++) {
    const start = values + (<usize>i << 3);
    const own = load<f64>(start);
    const mean = meanAbove(start, width);
    let squares: f64 = 0;
    for (let j = 0; j < width; j++) {
      const d = load<f64>(start + (<usize>j << 3)) - own - mean;
      squares += d * d;
    }
    const at = out + (<usize>i << 3);
    const level = own + mean;
    store<f64>(at, mean);
    store<f64>(at + column, squares > ROUNDING * m * level * level ? 1.0 / Math.sqrt(squares) : NaN);
    const entering = load<f64>(start + (<usize>(width - 1) << 3));
    store<f64>(at + 2 * column, i > 0 ? 0.5 * (entering - load<f64>(start - 8)) : 0);
    store<f64>(at + 3 * column, i > 0 ? entering - own - mean - before : 0);
    before = mean;
  }
}

/** Mean of `length` values from `start` minus the first of them: four partial sums. */
function meanAbove(start: usize, length: i32): f64 {
  const own = v128.load64_splat(start);
  let a = f64x2.splat(0);
  let b = f64x2.splat(0);
  let p = start;
  for (const end = start + (<usize>(length & ~3) << 3); p < end; p += 32) {
    a = f64x2.add(a, f64x2.sub(v128.load(p), own));
    b = f64x2.add(b, f64x2.sub(v128.load(p, 16), own));
  }
  a = f64x2.add(a, b);
  let sum = f64x2.extract_lane(a, 0) + f64x2.extract_lane(a, 1);
  for (const end = start + (<usize>length << 3); p < end; p += 8) sum += load<f64>(p) - load<f64>(start);
  return sum / <f64>length;
}

/**
 * Windows of [from, to) at which covariances updated along a diagonal restart; called in order. An updated covariance accumulates the
 * rounding error of every pair it passed, about 1e-16 of the product of their norms. So none is carried to a window whose squared norm is
 * less than 1 / (8192 m) of the sum of squared norms since the last restart: after high volatility, or at the latest every 8192 m windows.
 * By the Cauchy–Schwarz inequality the same bound applies to a pair whose windows both satisfy it.
 * @of profileDiagonals
 * @param inverse inverse norms, the second column of `profileWindows`
 * @param out the sum so far, f64; the length of the list, u32, 0 before the first call; u32 padding; the list, u32 each, followed by the
 * largest u32 as sentinel: 20 bytes and 4 per window
 */
export function profileRestarts(inverse: usize, from: i32, to: i32, width: i32, out: usize): void {
  const most = CARRIED * <f64>width;
  let sum = load<f64>(out);
  let count = load<i32>(out, 8);
  for (let i = from; i < to; i++) {
    const norm = load<f64>(inverse + (<usize>i << 3));
    const square = norm > 0 ? 1.0 / (norm * norm) : 0;
    sum += square;
    if (!(square > 0) || sum <= most * square) continue;
    store<i32>(out + LIST + (<usize>count << 2), i);
    count++;
    sum = square;
  }
  store<f64>(out, sum);
  store<i32>(out, count, 8);
  store<i32>(out + LIST + (<usize>count << 2), END);
}
