import type { Fraction } from "../contract";
import type { PortfolioKernels } from "../numerics/dense-matrix";
import type { JobContext } from "../runtime/job";
import type { Estimates } from "./estimates";
import { homogeneous, withRow } from "./limits";
import { type Limits, solveQuadratic } from "./quadratic";

/** Weights, and how well they satisfy the optimality conditions. */
export interface Optimum {
  weights: Float64Array;
  /** Largest relative violation of the optimality conditions; null if the method is not an optimization. */
  residual: number;
}

export type OptimumOutcome = Optimum | "infeasible" | "not-positive" | "stopped";

/** Tolerance within which a weight is at its bound. */
const ON_BOUND = 1e-11;

/** Weights of a solution, with rounding errors at the bounds removed. */
function settled(weights: Float64Array, { lower, upper }: Limits): Float64Array {
  return weights.map((weight, i) => {
    if (Math.abs(weight - lower[i]) < ON_BOUND) return lower[i];
    return Math.abs(weight - upper[i]) < ON_BOUND ? upper[i] : weight;
  });
}

/**
 * The portfolio that minimizes aversion / 2 w'Sw - tilt mean'w within limits.
 * @term Minimum variance
 * @formula min w' S w (minimum variance); min (aversion/2) w' S w - mean' w (highest utility)
 * @source Markowitz 1952; Goldfarb and Idnani 1983
 * @tolerance Karush-Kuhn-Tucker residual below 1e-10; PyPortfolioOpt 1.5.6 weights within 2e-7, quadprog 1.5.8 within 1e-9
 */
export function minimumVariance(
  context: JobContext,
  kernels: PortfolioKernels,
  { covariance, means }: Estimates,
  limits: Limits,
  aversion: number | null = null,
): OptimumOutcome {
  const linear = aversion === null ? new Float64Array(means.length) : means.map((mean) => -mean / aversion);
  const solution = solveQuadratic(context, kernels, { ...limits, matrix: covariance, linear });
  if (typeof solution === "string") return solution;
  return { weights: settled(solution.point, limits), residual: solution.residual };
}

/** The minimum-variance portfolio with an expected return of at least `target`. */
export function targetReturn(
  context: JobContext,
  kernels: PortfolioKernels,
  estimates: Estimates,
  limits: Limits,
  target: Fraction,
): OptimumOutcome {
  return minimumVariance(context, kernels, estimates, withRow(limits, estimates.means, target));
}

/**
 * The portfolio that maximizes gain'w / sqrt(w'Sw) over weights with gain'w > 0: with y = w / gain'w it minimizes y'Sy subject to gain'y =
 * 1. "infeasible" if no feasible portfolio has a positive gain.
 * @term Maximum Sharpe ratio
 * @formula max (mean - rf)' w / sqrt(w' S w) by y = w / k: min y' S y, (mean - rf)' y = 1, limits times sum y; w = y / sum y
 * @source Cornuejols and Tutuncu 2007, section 8.2; Choueifaty and Coignard 2008 (gain = volatilities: maximum diversification)
 * @tolerance Karush-Kuhn-Tucker residual below 1e-10; PyPortfolioOpt 1.5.6 weights within 2e-7, Sharpe within 1e-12; fPortfolio within 1e-6
 */
export function highestRatio(
  context: JobContext,
  kernels: PortfolioKernels,
  covariance: Float64Array,
  gain: Float64Array,
  limits: Limits,
): OptimumOutcome {
  const size = gain.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (size === 0) return "infeasible";
  const scaled = gain.map((value) => value / size);
  const program = { ...homogeneous(limits, scaled), matrix: covariance, linear: new Float64Array(gain.length) };
  const solution = solveQuadratic(context, kernels, program);
  if (typeof solution === "string") return solution;
  const total = solution.point.reduce((sum, value) => sum + value, 0);
  if (!(total > 0)) return "infeasible";
  return {
    weights: settled(
      solution.point.map((value) => value / total),
      limits,
    ),
    residual: solution.residual,
  };
}
