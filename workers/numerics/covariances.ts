import type { Constraints } from "./constraints";
import { expand, invertPositive, multiply, project } from "./linear-algebra";

/** Covariance matrices of estimates; rows and columns of parameters at active bounds are zero, null if a matrix is singular. */
export interface Covariances {
  /** Inverse of minus the Hessian. */
  classic: Float64Array | null;
  /** Inverse of the outer product of the scores. */
  outerProduct: Float64Array | null;
  /** Sandwich of both (Bollerslev and Wooldridge 1992). */
  robust: Float64Array | null;
}

/**
 * Covariances in the null space of the active constraints, mapped back to all parameters. If a sum is constrained to 1, its terms only move
 * against each other: alpha and beta of an integrated GARCH(1,1) share one standard error.
 * @param hessian minus the Hessian H; classic = -H^-1
 * @param scores sum S of the outer products of the scores, not centered; robust = H^-1 S H^-1
 */
export function covariances(theta: Float64Array, hessian: Float64Array, scores: Float64Array, constraints: Constraints): Covariances {
  const k = theta.length;
  const { basis, size } = constraints.basis(theta);
  const bread = invertPositive(project(hessian, basis, k, size), size);
  const filling = project(scores, basis, k, size);
  const outer = invertPositive(filling, size);
  const sandwich = bread && multiply(multiply(bread, filling, size, size, size), bread, size, size, size);
  const back = (matrix: Float64Array | null) => matrix && expand(matrix, basis, k, size);
  return { classic: back(bread), outerProduct: back(outer), robust: back(sandwich) };
}
