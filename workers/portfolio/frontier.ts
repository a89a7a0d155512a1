import type { Count } from "../contract";
import type { PortfolioKernels } from "../numerics/dense-matrix";
import type { JobContext } from "../runtime/job";
import { type Limits, openQuadratic, type Quadratic, runQuadratic } from "./quadratic";

/** A corner portfolio of the frontier: between two neighbors the weights are linear. */
export interface Corner {
  weights: Float64Array;
  /** Trade-off at the corner: the portfolio minimizes 1/2 w'Sw - tilt * mean'w. */
  tilt: number;
  residual: number;
}

type FrontierOutcome = Corner[] | "infeasible" | "not-positive" | "stopped";

/** Corners per asset and limit above which the algorithm is assumed to cycle because of rounding. */
const CORNERS_PER_LIMIT = 12;
/** Weights closer than this are the same corner. */
const SAME = 1e-12;

/**
 * All corners of the efficient frontier within limits, from the minimum-variance portfolio to the highest expected return: the critical
 * line method, so that every portfolio of the frontier is a mixture of two neighbors. If the covariance is singular, a ridge of 1e-10 of
 * the mean variance is added.
 */
export function traceCorners(
  context: JobContext,
  kernels: PortfolioKernels,
  covariance: Float64Array,
  means: Float64Array,
  limits: Limits,
): FrontierOutcome {
  const { arena } = context;
  const n = means.length;
  const program: Quadratic = { ...limits, matrix: covariance, linear: new Float64Array(n) };
  return arena.scope(() => {
    const open = openQuadratic(context, kernels, program);
    if (!open) return "not-positive";
    const lowest = runQuadratic(context, kernels, open, limits.equalities);
    if (typeof lowest === "string") return lowest;
    const size = means.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
    const direction = arena.put(means.map((value) => value / size));
    const point = kernels.quadraticPoint(open.state, n);
    const linear = kernels.quadraticLinear(open.state);
    // The last ridge iteration changed the linear term slightly; tracing starts without it.
    arena.view(linear, n).fill(0);
    const corners: Corner[] = [{ weights: lowest.point, tilt: 0, residual: lowest.residual }];
    const most = CORNERS_PER_LIMIT * (2 * n + open.m) + 50;
    let tilt = 0;
    for (let corner: Count = 0; corner < most; corner++) {
      context.checkpoint();
      const status = kernels.quadraticTrace(open.state, open.constraints, direction);
      if (status === 1) return corners;
      if (status !== 0) return "stopped";
      const step = kernels.quadraticTilt(open.state) - tilt;
      tilt += step;
      const residual = kernels.quadraticResidual(open.state, open.matrix, linear, open.constraints, open.work);
      const weights = arena.view(point, n).slice();
      const last = corners[corners.length - 1];
      const found = { weights, tilt: (tilt * open.scale) / size, residual };
      if (weights.every((value, i) => Math.abs(value - last.weights[i]) <= SAME))
        corners[corners.length - 1] = { ...last, tilt: found.tilt };
      else corners.push(found);
    }
    return "stopped";
  });
}

/** The efficient portfolio with a given expected return: a mixture of the adjacent corners; null above the highest. */
export function efficientAt(corners: readonly Corner[], means: Float64Array, target: number): Float64Array | null {
  const returnOf = ({ weights }: Corner) => weights.reduce((sum, weight, i) => sum + weight * means[i], 0);
  if (target <= returnOf(corners[0])) return corners[0].weights;
  for (let k = 1; k < corners.length; k++) {
    const [low, high] = [returnOf(corners[k - 1]), returnOf(corners[k])];
    if (target > high) continue;
    const share = high > low ? (target - low) / (high - low) : 1;
    return corners[k].weights.map((weight, i) => share * weight + (1 - share) * corners[k - 1].weights[i]);
  }
  return null;
}
