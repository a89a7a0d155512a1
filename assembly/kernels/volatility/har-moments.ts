import { addCrossProducts } from "../../lib/cross-products";

const WIDTH: i32 = 5;
const WEEK: i32 = 5;
const MONTH: i32 = 22;
const ROW = memory.data(5 * 8, 16);

/** Mean of `span` values up to x[t]. */
function average(x: usize, t: i32, span: i32): f64 {
  let sum: f64 = 0.0;
  for (let i = t - span + 1; i <= t; i++) sum += load<f64>(x + (<usize>i << 3));
  return sum / <f64>span;
}

/**
 * Cross products for the HAR regression of Corsi (2009): x[t + 1] on 1, x[t], and the means of the last 5 and 22 values.
 * @of fitHar
 * @param x realized variances, finite
 * @param from first t of this chunk; below 21 there is no month to average
 * @param to at most n - 1: the regressand is x[t + 1]
 * @param matrix 5 x 5, upper triangle added to, zero before the first chunk; the regressand stands last
 */
export function harMoments(x: usize, from: i32, to: i32, matrix: usize): void {
  store<f64>(ROW, 1.0);
  for (let t = max(from, MONTH - 1); t < to; t++) {
    store<f64>(ROW, load<f64>(x + (<usize>t << 3)), 8);
    store<f64>(ROW, average(x, t, WEEK), 16);
    store<f64>(ROW, average(x, t, MONTH), 24);
    store<f64>(ROW, load<f64>(x + (<usize>(t + 1) << 3)), 32);
    addCrossProducts(ROW, WIDTH, matrix);
  }
}
