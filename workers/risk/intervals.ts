import type { Fraction } from "../contract";
import { quantilesInPlace } from "../numerics/quantiles";
import type { JobContext } from "../runtime/job";

export interface Interval {
  lower: number;
  upper: number;
  method: "bca" | "percentile";
}

/**
 * Interval between two quantiles of the bootstrap replicates.
 *
 * @term Percentile bootstrap interval
 * @formula quantiles (1 - level) / 2 and (1 + level) / 2, type 7
 * @source Efron 1979
 * @tolerance sorted replicates, 1e-14
 */
export function percentileInterval(context: JobContext, replicates: Float64Array, level: Fraction): Interval {
  return between(context, replicates, [(1 - level) / 2, (1 + level) / 2], "percentile");
}

/**
 * Bias-corrected and accelerated interval; null if all replicates are on one side of the estimate, or the jackknife estimates do not vary.
 * @term Bias-corrected and accelerated (BCa) interval
 * @formula quantiles Phi(z0 + (z0 + z) / (1 - a (z0 + z))), z0 = Phi^-1(share of replicates below the estimate, ties half), a = sum d^3 / (6
 * (sum d^2)^1.5), d = mean of the jackknife estimates minus each
 * @source Efron 1987
 * @tolerance 1e-12 against scipy 1.17.1 (stats.bootstrap's BCa) on the same replicates
 * @param leftOut jackknife estimates, each without one part of the sample
 */
export function bcaInterval(
  context: JobContext,
  estimate: number,
  replicates: Float64Array,
  leftOut: ArrayLike<number>,
  level: Fraction,
): Interval | null {
  const { kernels } = context;
  let below = 0;
  for (const value of replicates) below += value < estimate ? 1 : value === estimate ? 0.5 : 0;
  const bias = kernels.normalQuantile(below / replicates.length);
  const acceleration = accelerationOf(leftOut);
  if (!Number.isFinite(bias) || acceleration === null) return null;
  const share = (p: number) => {
    const z = bias + kernels.normalQuantile(p);
    return kernels.normalCdf(bias + z / (1 - acceleration * z));
  };
  return between(context, replicates, [share((1 - level) / 2), share((1 + level) / 2)], "bca");
}

function accelerationOf(leftOut: ArrayLike<number>): number | null {
  const values = Array.from(leftOut);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let squares = 0;
  let cubes = 0;
  for (const value of values) {
    const d = mean - value;
    squares += d * d;
    cubes += d * d * d;
  }
  return squares > 0 ? cubes / (6 * squares * Math.sqrt(squares)) : null;
}

function between(context: JobContext, replicates: Float64Array, shares: [number, number], method: Interval["method"]): Interval {
  const [lower, upper] = context.arena.scope(() => quantilesInPlace(context, context.arena.put(replicates), replicates.length, shares));
  return { lower, upper, method };
}
