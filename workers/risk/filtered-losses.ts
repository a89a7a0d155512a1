import type { Count, Fraction } from "../contract";
import { quantilesInPlace } from "../numerics/quantiles";
import type { RiskKernels } from "../performance";
import type { JobContext } from "../runtime/job";
import type { ModelAsk } from "../volatility";
import { DEFAULT_FIT_OPTIONS, fitModel } from "../volatility";

/** Losses over the next step as positive fractions, conditional on its volatility forecast. */
interface FilteredLoss {
  valueAtRisk: number;
  shortfall: number;
  /** Forecast of the next return's standard deviation. */
  deviation: number;
}

export interface FilteredLosses {
  /** Number of latest returns the models were fitted to. */
  returns: Count;
  /** RiskMetrics: normal, with decay factor 0.94. Null if it fails. */
  ewma: FilteredLoss | null;
  /** Filtered historical simulation: GARCH(1,1) residuals scaled by the volatility forecast. Null if the fit does not converge. */
  garch: FilteredLoss | null;
}

/** Minimum number of returns for a volatility model. */
const MIN_TO_FILTER: Count = 100;
const ROOT_2_PI = 2.5066282746310002;

const COMMON = { p: 1, q: 1, distribution: "normal", preSample: "sample" } as const;
const EWMA: ModelAsk = { ...COMMON, variance: "ewma", decay: 0.94, mean: "zero" };
const GARCH: ModelAsk = COMMON;

/**
 * Value at risk and expected shortfall of the next step, conditional on current volatility.
 *
 * @term Filtered historical simulation
 * @formula EWMA: -s z and s phi(z)/(1-c), s^2 = 0.94 s^2 + 0.06 r^2; filtered: -(m + s q) and -(m + s mean(e <= q)), e standardized residuals of GARCH(1,1),
 *   q their 1 - c quantile (type 7), s the volatility forecast for the next step
 * @source J.P. Morgan 1996 (RiskMetrics); Barone-Adesi, Giannopoulos and Vosper 1999
 * @tolerance plain recursion (EWMA) and sorted residuals (filtered), 1e-9
 * @param returns simple returns, oldest first; no arena scope may be open
 */
export async function filteredLosses(
  context: JobContext,
  risk: RiskKernels,
  returns: Float64Array,
  confidence: Fraction,
): Promise<FilteredLosses | null> {
  if (returns.length < MIN_TO_FILTER) return null;
  const { arena, kernels } = context;
  const share = 1 - confidence;
  const ewma = await fitModel(context, returns, EWMA, DEFAULT_FIT_OPTIONS);
  const garch = await fitModel(context, returns, GARCH, DEFAULT_FIT_OPTIONS);
  const z = kernels.normalQuantile(share);
  const normal = (deviation: number): FilteredLoss => ({
    valueAtRisk: -deviation * z,
    shortfall: (deviation * risk.exponential((-z * z) / 2)) / ROOT_2_PI / share,
    deviation,
  });
  const filtered = (mean: number, deviation: number, residuals: Float64Array): FilteredLoss =>
    arena.scope(() => {
      const address = arena.put(residuals);
      const tail = arena.put(new Float64Array(2));
      const [quantile] = quantilesInPlace(context, address, residuals.length, [share]);
      risk.tailSum(address, 0, residuals.length, quantile, tail);
      const [count, sum] = arena.view(tail, 2);
      return { valueAtRisk: -(mean + deviation * quantile), shortfall: -(mean + (deviation * sum) / count), deviation };
    });
  return {
    returns: returns.length,
    ewma: ewma.ok ? normal(Math.sqrt(ewma.value.nextVariance)) : null,
    garch:
      garch.ok && garch.value.status === "converged"
        ? filtered(garch.value.parameters.mu, Math.sqrt(garch.value.nextVariance), garch.value.residuals)
        : null,
  };
}
