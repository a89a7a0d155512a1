import { RollingScoreBlock } from "../../build/layouts/factors";

/** Steps after which the sums are recomputed, so that rounding errors do not accumulate. */
const RENEWAL: i32 = 512;

/**
 * Rolling z-score, over the window that ends with the value, or the rolling standard deviation itself. Missing values are skipped. Same
 * bits for chunks that start at multiples of 512.
 * @formula z[t] = (x[t] - mean) / sd over the window, sd over n - 1
 * @source definition; running update by Welford
 * @tolerance plain twin, 1e-10
 * @param block `RollingScoreBlock`, declared in assembly/layouts/factors.mjs
 */
export function rollingScore(block: usize, from: i32, to: i32): void {
  const given = changetype<RollingScoreBlock>(block);
  const values = given.values;
  const window = given.window;
  const least = given.least;
  const score = given.score;
  const out = given.out;
  let count: f64 = 0.0;
  let mean: f64 = 0.0;
  let squares: f64 = 0.0;
  // Last step whose value differs from the previous one: a window after it is constant, whatever the rounding errors.
  let change = -1;
  let before: f64 = NaN;
  for (let t = from; t < to; t++) {
    const first = t - window + 1;
    if (t == from || t % RENEWAL == 0) {
      count = 0.0;
      mean = 0.0;
      squares = 0.0;
      before = NaN;
      change = -1;
      for (let s = max(first, 0); s < t; s++) {
        const x = load<f64>(values + (<usize>s << 3));
        if (isNaN(x)) continue;
        count += 1.0;
        const d = x - mean;
        mean += d / count;
        squares += d * (x - mean);
        if (x != before) change = s;
        before = x;
      }
    } else if (first > 0) {
      const x = load<f64>(values + (<usize>(first - 1) << 3));
      if (!isNaN(x)) {
        count -= 1.0;
        if (count > 0) {
          const d = x - mean;
          mean -= d / count;
          squares -= d * (x - mean);
        } else {
          mean = 0.0;
          squares = 0.0;
        }
      }
    }
    const now = load<f64>(values + (<usize>t << 3));
    if (!isNaN(now)) {
      count += 1.0;
      const d = now - mean;
      mean += d / count;
      squares += d * (now - mean);
      if (now != before) change = t;
      before = now;
    }
    let result: f64 = NaN;
    if (count >= <f64>least && count > 1 && !isNaN(now)) {
      const varies = change > max(first, 0) && squares > 0;
      const deviation = varies ? Math.sqrt(squares / (count - 1.0)) : 0.0;
      if (score == 0) result = deviation;
      else if (varies) result = (now - mean) / deviation;
    }
    store<f64>(out + (<usize>t << 3), result);
  }
}

/**
 * Slope per step of the regression line through the last `window` values; NaN if one of them is missing.
 * @formula sum (k - (w - 1)/2) x[t - w + 1 + k] / sum (k - (w - 1)/2)^2
 * @source ordinary least squares on time
 * @tolerance plain twin, 1e-12
 */
export function rollingSlope(values: usize, from: i32, to: i32, window: i32, out: usize): void {
  const center = 0.5 * <f64>(window - 1);
  const scale = 12.0 / (<f64>window * (<f64>window * <f64>window - 1.0));
  for (let t = from; t < to; t++) {
    let sum: f64 = 0.0;
    if (t < window - 1) sum = NaN;
    else {
      const start = values + (<usize>(t - window + 1) << 3);
      for (let k = 0; k < window; k++) sum += (<f64>k - center) * load<f64>(start + (<usize>k << 3));
    }
    store<f64>(out + (<usize>t << 3), sum * scale);
  }
}
