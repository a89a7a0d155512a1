import type { Count, Fraction } from "../contract";
import type { JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import { LANES, modelColumn, type RegimeModel, statesOf } from "./model";

/** Forecast for one of the next steps, in the unit of the returns. */
export interface RegimeStep {
  /** Steps from the last value: 1 is the next. */
  step: Count;
  /** Probability of each regime. */
  probabilities: number[];
  mean: number;
  deviation: number;
  /** Quantiles of the central interval with coverage `level`. */
  lower: number;
  upper: number;
  /** Mean and standard deviation of the cumulative return up to this step. */
  sumMean: number;
  sumDeviation: number;
}

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, i) => sum + value * b[i], 0);

/**
 * Regime probabilities and the distribution of the return, one to `horizon` steps ahead. Each step is a mixture of the regimes; the
 * variance of a sum of steps adds the covariances that persistent regimes induce.
 * @term Regime forecast
 * @formula p[h] = p[h-1] P; mean = sum of p m; variance = sum of p (v + m^2) - mean^2; cov(h, h + k) = sum of p[h, i] m[i] (P^k m)[i] - mean[h] mean[h + k]
 * @source Hamilton (1994), Time Series Analysis, 22.2 and 22.4
 * @tolerance two-regime probabilities: closed form, 1e-14; variances of sums: brute force over all paths, 1e-12
 * @param last filtered probabilities at the last value
 */
export function forecastRegimes(
  { arena }: JobContext,
  kernels: KernelsOf<"regimes">,
  model: RegimeModel,
  last: readonly number[],
  horizon: Count,
  level: Fraction,
): RegimeStep[] {
  const { transition, mean, variance } = model;
  const states = statesOf(model);
  return arena.scope(() => {
    const parameters = arena.put(modelColumn(model, last));
    const shares = arena.take(LANES);
    const quantile = (p: Fraction) => kernels.mixtureQuantile(parameters, shares, states, p);
    const steps: RegimeStep[] = [];
    let probabilities: readonly number[] = last;
    // Expected cumulative return over the paths that are in each regime now, times the probability of being there.
    let carried = last.map(() => 0);
    let [sumMean, sumVariance] = [0, 0];
    for (let step = 1; step <= horizon; step++) {
      const moved = (weights: readonly number[]) =>
        weights.map((_, j) => weights.reduce((sum, weight, i) => sum + weight * transition[i][j], 0));
      probabilities = moved(probabilities);
      const before = moved(carried);
      const average = dot(probabilities, mean);
      const square = probabilities.reduce((sum, p, i) => sum + p * (variance[i] + (mean[i] - average) * (mean[i] - average)), 0);
      // Twice the covariance of this step with all earlier ones.
      sumVariance += square + 2 * (dot(before, mean) - sumMean * average);
      sumMean += average;
      carried = before.map((value, i) => value + probabilities[i] * mean[i]);
      arena.view(shares, states).set(probabilities);
      const tail = (1 - level) / 2;
      steps.push({
        step,
        probabilities: probabilities.slice(),
        mean: average,
        deviation: Math.sqrt(square),
        lower: quantile(tail),
        upper: quantile(1 - tail),
        sumMean,
        sumDeviation: Math.sqrt(Math.max(sumVariance, 0)),
      });
    }
    return steps;
  });
}
