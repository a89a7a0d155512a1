import type { Count } from "../contract";
import type { Constraints } from "./constraints";

/** A function to be maximized: a sum over observations, above all a log-likelihood. */
export interface Objective {
  /** Number of observations in the sum. */
  readonly n: Count;
  /** Value, -Infinity if it is undefined for the parameters; stores what the next two need. */
  value(theta: Float64Array): number;
  /** Gradient at the parameters of the last `value`. */
  gradient(): Float64Array;
  /** Fisher information there, or another positive matrix of the order of minus the Hessian. */
  information(): Float64Array;
  /** True if `curvature` provides most of the Hessian, at the cost of no more than some three gradients. */
  readonly knowsCurvature?: boolean;
  /**
   * Minus the second derivatives there by the first `size` parameters, row-major, if available without differences; otherwise null. The
   * next call must be to `value`.
   */
  curvature?(): { block: Float64Array; size: Count } | null;
  /** The feasible set, with no constraint active. */
  constraints(): Constraints;
  /** While frozen, an objective with kinks is the smooth function that holds around the last `value`: its gradients may be differenced. */
  freeze?(frozen: boolean): void;
  /** Factor by which differences by a parameter must be widened: above 1 if its gradient is locally rough. */
  stepFactor?(index: number): number;
  /** Decrement tolerated at a maximum where no step gains anymore; 1e-5 by default. */
  readonly stallTolerance?: number;
}
