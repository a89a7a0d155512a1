import type { Count } from "../contract";
import type { PortfolioKernels } from "../numerics/dense-matrix";
import { solvePositive } from "../numerics/dense-matrix";
import type { JobContext } from "../runtime/job";
import type { Optimum } from "./mean-variance";

/** Maximum sweeps of coordinate descent before Newton's method takes over; usual covariances converge well before. */
const MAX_SWEEPS = 200;
const SWEEPS_PER_CHECK = 10;
const MAX_STEPS = 200;
/** Tolerance for the difference between a risk share and its target. */
const ENOUGH = 1e-14;
const TOLERATED = 1e-9;

/**
 * Long-only weights with given risk contributions (equal by default), independent of expected returns: cyclical coordinate descent, with
 * Spinu's damped Newton method if that is slow (nearly riskless combinations). With x = volatility times weight and correlations C, each
 * x_i in turn solves x_i^2 + b_i x_i = t_i, b_i = sum over j not i of C_ij x_j.
 * @term Equal risk contribution (risk parity)
 * @formula w_i (S w)_i / (w' S w) = t_i; min 1/2 w' S w - sum t_i ln w_i, scaled to a total of 1
 * @source Griveau-Billion, Richard and Roncalli 2013; Spinu 2013
 * @tolerance risk contributions within 1e-12; Newton solution in numpy within 1e-12
 * @returns null if the shares do not converge (an asset without variation)
 */
export function equalRisk(context: JobContext, kernels: PortfolioKernels, covariance: Float64Array, shares: Float64Array): Optimum | null {
  const n = shares.length;
  const deviations = shares.map((_, i) => Math.sqrt(covariance[i * (n + 1)]));
  if (!deviations.every((value) => value > 0)) return null;
  const correlation = covariance.map((value, at) => value / (deviations[Math.floor(at / n)] * deviations[at % n]));
  const x = shares.map(Math.sqrt);
  const missing = () => shares.reduce((most, share, i) => Math.max(most, Math.abs(x[i] * pull(correlation, x, i) - share)), 0);
  let residual = missing();
  for (let sweep: Count = 0; sweep < MAX_SWEEPS && residual > ENOUGH; sweep += SWEEPS_PER_CHECK) {
    context.checkpoint();
    for (let k = 0; k < SWEEPS_PER_CHECK; k++) descend(correlation, shares, x);
    const before = residual;
    residual = missing();
    // The shares stop improving because of rounding.
    if (residual >= before && residual < TOLERATED) break;
  }
  for (let step: Count = 0; step < MAX_STEPS && residual > ENOUGH; step++) {
    context.checkpoint();
    const before = residual;
    const kept = x.slice();
    if (!newton(context, kernels, correlation, shares, x)) return null;
    residual = missing();
    if (residual < before || before > TOLERATED) continue;
    x.set(kept);
    residual = before;
    break;
  }
  if (!(residual < TOLERATED)) return null;
  const weights = x.map((value, i) => value / deviations[i]);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return { weights: weights.map((weight) => weight / total), residual };
}

/** One damped Newton step on 1/2 x'Cx - sum t_i ln x_i, which is self-concordant after division by the smallest t. */
function newton(context: JobContext, kernels: PortfolioKernels, correlation: Float64Array, shares: Float64Array, x: Float64Array): boolean {
  const n = x.length;
  const slope = x.map((value, i) => pull(correlation, x, i) - shares[i] / value);
  const curvature = correlation.map((value, at) => (at % (n + 1) === 0 ? value + shares[at % n] / (x[at % n] * x[at % n]) : value));
  const direction = solvePositive(context, kernels, curvature, slope);
  if (!direction) return false;
  const least = shares.reduce((a, b) => Math.min(a, b));
  const decrement = Math.sqrt(slope.reduce((sum, value, i) => sum + value * direction[i], 0) / least);
  const length = decrement > 0.25 ? 1 / (1 + decrement) : 1;
  for (let i = 0; i < n; i++) x[i] -= length * direction[i];
  return x.every((value) => value > 0);
}

function pull(correlation: Float64Array, x: Float64Array, i: Count): number {
  let sum = 0;
  for (let j = 0, at = i * x.length; j < x.length; j++, at++) sum += correlation[at] * x[j];
  return sum;
}

function descend(correlation: Float64Array, shares: Float64Array, x: Float64Array): void {
  for (let i = 0; i < x.length; i++) {
    const others = pull(correlation, x, i) - x[i];
    const root = Math.sqrt(others * others + 4 * shares[i]);
    // Both expressions are the positive root; the one without cancellation is used.
    x[i] = others > 0 ? (2 * shares[i]) / (others + root) : (root - others) / 2;
  }
}
