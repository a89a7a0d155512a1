import { addCrossProducts } from "../../lib/cross-products";

const MAX_LAGS: i32 = 30;
const ROW = memory.data((30 + 2) * 8, 16);

/**
 * Cross products for Engle's (1982) ARCH-LM regression of c[t] on 1, c[t - 1] ... c[t - lags], where c are squared standardized residuals
 * minus their mean. Variables are in that order, the regressand last.
 * @term ARCH-LM test
 * @formula (n - lags) R^2 of the regression of z[t]^2 on a constant and its lags; chi-squared with as many degrees of freedom as lags
 * @source Engle (1982)
 * @tolerance NumPy and SciPy on DM/GBP, 1e-9 relative
 * @param centered squared residuals minus their mean
 * @param from first t of this chunk; t below `lags` are skipped
 * @param matrix (lags + 2) x (lags + 2), upper triangle added to, zero before the first chunk
 * @returns 0, or 1 if there are more than 30 lags
 */
export function archMoments(centered: usize, from: i32, to: i32, lags: i32, matrix: usize): i32 {
  if (lags > MAX_LAGS) return 1;
  store<f64>(ROW, 1.0);
  for (let t = max(from, lags); t < to; t++) {
    for (let lag = 1; lag <= lags; lag++) store<f64>(ROW + (<usize>lag << 3), load<f64>(centered + (<usize>(t - lag) << 3)));
    store<f64>(ROW + (<usize>(lags + 1) << 3), load<f64>(centered + (<usize>t << 3)));
    addCrossProducts(ROW, lags + 2, matrix);
  }
  return 0;
}
