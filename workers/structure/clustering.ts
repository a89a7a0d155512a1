import type { Count, Fraction } from "../contract";
import { describeAt } from "../numerics/describe";
import { laggedProducts } from "../numerics/lagged-products";
import { ljungBox } from "../numerics/serial-correlation";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";

export interface VolatilityClustering {
  /** Autocorrelation of |r| at lags 1, 2... */
  autocorrelations: number[];
  /** Their mean, at least 0. */
  value: Fraction;
  /** Ljung-Box test of the squared deviations from the mean. */
  mcLeodLi: { statistic: number; degrees: Count; p: number };
}

const CLUSTERING_LAGS: Count = 10;
const MIN_SUBSAMPLES = 2;

/** Computes a column and centers it; null if it does not vary. */
function centeredColumn(context: JobContext, n: Count, make: (out: number, from: number, to: number) => void): number | null {
  const out = context.arena.take(n);
  inChunks(context, n, CHUNK, (from, to) => make(out, from, to));
  const { mean, deviation } = describeAt(context, out, 0, n);
  if (mean === null || !deviation) return null;
  inChunks(context, n, CHUNK, (from, to) => context.kernels.centerColumn(out, out, from, to, mean));
  return out;
}

/**
 * Volatility clustering: mean autocorrelation of absolute returns.
 * @term Volatility clustering
 * @formula mean of the autocorrelations of |r| at lags 1 to 10, at least 0; McLeod-Li: n (n + 2) sum of rho[k]^2 / (n - k) of (r - mean)^2,
 * chi-squared with 10 degrees of freedom
 * @source Ding, Granger and Engle (1993), Journal of Empirical Finance 1, 83-106; McLeod and Li (1983), Journal of Time Series Analysis 4,
 * 269-273
 * @tolerance 5e-6 (all digits given) against the S&P 500 1999-2018: 0.29914; 1e-11 against plain sums
 * @returns null for returns that are too few, or all of the same magnitude
 */
export function volatilityClustering(
  context: JobContext,
  address: number,
  n: Count,
  lags: Count = CLUSTERING_LAGS,
): VolatilityClustering | null {
  const { arena, kernels } = context;
  if (n < MIN_SUBSAMPLES * (lags + 1)) return null;
  return arena.scope(() => {
    const mean = describeAt(context, address, 0, n).mean ?? 0;
    // Column by column, so that only one is in memory at a time.
    const sized = arena.scope(() => {
      const sizes = centeredColumn(context, n, (out, from, to) => kernels.magnitudes(address, from, to, out));
      return sizes === null ? null : laggedProducts(context, sizes, n, lags);
    });
    const squares = centeredColumn(context, n, (out, from, to) => {
      kernels.centerColumn(address, out, from, to, mean);
      kernels.squareColumn(out, out, from, to);
    });
    if (sized === null || squares === null) return null;
    const [variance, ...products] = sized;
    const autocorrelations = products.map((product) => product / variance);
    const statistic = ljungBox(context, squares, n, lags)[lags - 1];
    return {
      autocorrelations,
      value: Math.max(0, autocorrelations.reduce((sum, rho) => sum + rho, 0) / lags),
      mcLeodLi: { statistic, degrees: lags, p: kernels.chiSquaredTail(statistic, lags) },
    };
  });
}
