/**
 * Adds a multiple of the derivatives of the conditional mean of the value at `at`, by mu and ar 1.., to the first values of a row.
 * @param meanLags number of autoregressive lags
 */
@inline
export function addMeanSlopes(row: usize, at: usize, meanLags: usize, by: f64): void {
  store<f64>(row, load<f64>(row) + by);
  for (let i: usize = 1; i <= meanLags; i++) store<f64>(row + (i << 3), load<f64>(row + (i << 3)) + by * load<f64>(at - (i << 3)));
}
