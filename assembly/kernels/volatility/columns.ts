/** What the volatility fits take out of their passes. */

/**
 * e^x as the kernels compute it: the same bits in every engine.
 * @of standardizeReturns
 */
export function exponential(x: f64): f64 {
  return Math.exp(x);
}

/**
 * The columns of a fit over [from, to): volatility scale / |inverse[t]|, and residuals (y[t] - mu) |inverse[t]|.
 * @param inverse one over the standard deviation of each step, in standardized units, with any sign
 * @param scale standard deviation the series was divided by
 */
export function rootColumns(y: usize, inverse: usize, mu: f64, scale: f64, volatility: usize, residuals: usize, from: i32, to: i32): void {
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    const root = abs(load<f64>(inverse + at));
    store<f64>(volatility + at, scale / root);
    store<f64>(residuals + at, (load<f64>(y + at) - mu) * root);
  }
}
