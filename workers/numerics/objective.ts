import type { Count } from "../contract";
import type { Constraints } from "./constraints";

/** A function to be maximized: a sum over observations, above all a log-likelihood. */
export interface Objective {
  /** Observations it is a sum over. */
  readonly n: Count;
  /** Value, -Infinity where the parameters define none; keeps what the next two need. */
  value(theta: Float64Array): number;
  /** Gradient at the parameters of the last `value`. */
  gradient(): Float64Array;
  /** Fisher information there, or another positive matrix of about the size of minus the Hessian. */
  information(): Float64Array;
  /** True where `curvature` knows most of the Hessian, so that it costs no more than some three gradients. */
  readonly knowsCurvature?: boolean;
  /**
   * Minus the second derivatives there by the first `size` parameters, row-major, where they are known without differences; null where not. The
   * next thing asked must be a `value`.
   */
  curvature?(): { block: Float64Array; size: Count } | null;
  /** Where the parameters may lie, with no constraint active. */
  constraints(): Constraints;
  /** While on, an objective with kinks is the smooth function that it is around the last `value` before: its gradients may be differenced. */
  freeze?(frozen: boolean): void;
  /** How many times wider than usual the differences by a parameter must be: more than 1 where its gradient is rough from near by. */
  stepFactor?(index: number): number;
  /** Decrement that may seem to be left at a maximum where no step gains any more; 1e-5 where nothing is said. */
  readonly stallTolerance?: number;
}
