import { expand, invertPositive, multiply, project } from "../linear-algebra";
import type { FeasibleSet } from "../volatility/climbable";

/** Covariance matrices of the estimates; rows and columns of held parameters are zero, null where a matrix cannot be inverted. */
export interface Covariances {
  classic: Float64Array | null;
  outerProduct: Float64Array | null;
  robust: Float64Array | null;
}

/**
 * Covariances in the directions the constraints leave free, brought back to all parameters. With the persistence held at 1 the weights
 * may move only against each other, so alpha and beta of a GARCH(1,1) share one standard error.
 * @param curvature minus the Hessian H; classic = -H^-1
 * @param scores sum S of the outer products of the scores, not centred; robust = H^-1 S H^-1 (Bollerslev and Wooldridge 1992)
 */
export function covariances(theta: Float64Array, curvature: Float64Array, scores: Float64Array, constraints: FeasibleSet): Covariances {
  const k = theta.length;
  const { basis, size } = constraints.basis(theta);
  const bread = invertPositive(project(curvature, basis, k, size), size);
  const filling = project(scores, basis, k, size);
  const outer = invertPositive(filling, size);
  const sandwich = bread && multiply(multiply(bread, filling, size, size, size), bread, size, size, size);
  const back = (matrix: Float64Array | null) => matrix && expand(matrix, basis, k, size);
  return { classic: back(bread), outerProduct: back(outer), robust: back(sandwich) };
}

/** C[i][j] * factor[i] * factor[j]: a covariance in other units. */
export function rescale(matrix: Float64Array | null, factors: number[]): Float64Array | null {
  return matrix?.map((value, index) => value * factors[Math.floor(index / factors.length)] * factors[index % factors.length]) ?? null;
}
