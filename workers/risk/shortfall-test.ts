import type { Count } from "../contract";
import type { Kernels } from "../runtime/wasm/kernels";

/** A one-sided t-test of the losses beyond value at risk against the expected shortfall. */
export interface ShortfallTest {
  /** Mean of the exceedance residuals, in standard deviations of their step: positive where losses are larger than expected. */
  excess: number;
  statistic: number;
  degrees: Count;
  /** Probability of a larger statistic if the expected shortfall is correct. */
  pValue: number;
}

/**
 * Tests whether the losses of exceptions are larger than the expected shortfall: the exceedance residuals of a correct model have mean zero.
 * The exact t-test; the bootstrap of the paper differs from it where there are few exceptions with skewed residuals.
 *
 * @term Expected-shortfall backtest (McNeil and Frey)
 * @formula e = (-r - ES) / s at each exception, s the volatility of its step; t = mean(e) / (sd(e) / sqrt(x)) ~ t(x-1), rejected if large
 * @source McNeil and Frey 2000
 * @tolerance 1e-4 against a program of its own (numpy 2.4.6, scipy 1.17.1: Nelder-Mead fits, `ttest_1samp`) on the DAX
 * @param excesses exceedance residuals, one per exception
 */
export function shortfallTest(kernels: Kernels, excesses: readonly number[]): ShortfallTest | null {
  const count = excesses.length;
  if (count < 2) return null;
  const mean = excesses.reduce((sum, value) => sum + value, 0) / count;
  const squares = excesses.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const statistic = mean / Math.sqrt(squares / (count - 1) / count);
  if (!Number.isFinite(statistic)) return null;
  return { excess: mean, statistic, degrees: count - 1, pValue: kernels.studentCdf(-statistic, count - 1) };
}
