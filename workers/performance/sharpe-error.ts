import type { Count } from "../contract";
import { laggedProducts } from "../numerics/lagged-products";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import type { Shape } from "./performance";

export interface SharpeError {
  /** Annualized; valid for skewed and fat-tailed returns. */
  mertens: number;
  /** The same for normal returns. */
  lo: number;
  /** Factor that corrects the annual Sharpe ratio for autocorrelation; null if undefined or the sample is shorter than two years. */
  autocorrelationFactor: number | null;
}

/**
 * Variance of a Sharpe ratio per period times (n - 1).
 *
 * @formula 1 - S SR + (K - 1)/4 SR^2, K not in excess, SR per period
 * @source Mertens 2002; Bailey and Lopez de Prado 2012
 * @tolerance 1e-12 against pypbo's probabilistic Sharpe ratios
 */
export const sharpeVariance = (sharpe: number, skewness: number, kurtosis: number): number =>
  1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe * sharpe;

/**
 * Standard errors of an annual Sharpe ratio, and its correction for autocorrelation; null where the returns do not vary.
 *
 * @term Standard error of the Sharpe ratio
 * @formula Mertens: sqrt((1 - S SR + (K-1)/4 SR^2) / (n-1)) sqrt(q); Lo: sqrt((1 + SR^2/2) / n) sqrt(q); factor: eta(q) / sqrt(q),
 *   eta = q / sqrt(q + 2 sum over k < q of (q - k) rho(k)), q periods per year
 * @source Lo 2002; Mertens 2002
 * @tolerance plain formula, 1e-12
 * @param sharpe per year
 */
export function sharpeError(context: JobContext, address: number, shape: Shape, sharpe: number, perYear: Count): SharpeError {
  const perPeriod = sharpe / Math.sqrt(perYear);
  const { n, skewness, kurtosis } = shape;
  const mertens = sharpeVariance(perPeriod, skewness ?? 0, (kurtosis ?? 0) + 3) / (n - 1);
  return {
    mertens: Math.sqrt(Math.max(mertens, 0) * perYear),
    lo: Math.sqrt(((1 + (perPeriod * perPeriod) / 2) / n) * perYear),
    autocorrelationFactor: autocorrelationFactor(context, address, shape, perYear),
  };
}

function autocorrelationFactor(context: JobContext, address: number, { n, mean }: Shape, perYear: Count): number | null {
  const q = Math.round(perYear);
  if (n < 2 * q || q < 2) return null;
  const { arena, kernels } = context;
  return arena.scope(() => {
    const centered = arena.take(n);
    inChunks(context, n, CHUNK, (from, to) => kernels.centerColumn(address, centered, from, to, mean));
    const products = laggedProducts(context, centered, n, q - 1);
    let total = q;
    for (let k = 1; k < q; k++) total += (2 * (q - k) * products[k]) / products[0];
    return total > 0 ? Math.sqrt(q) / Math.sqrt(total) : null;
  });
}
