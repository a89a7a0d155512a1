import type { JointConstraint } from "../../numerics/constraints";

/** Constant and lag weights at some parameters, with their derivatives by each: omega first, then the others of the variance. */
export interface LagShape {
  constant: number;
  weights: Float64Array;
  byParameter: { constant: number; weights: Float64Array | null }[];
}

/** A variance that is a constant and a weighted sum of past squared shocks: how both follow from its parameters. */
export interface LagForm {
  /** Names of the parameters of the variance. */
  keys: string[];
  bounds: [number, number][];
  /** Joint constraints. @param keys of all parameters, mean and shape included */
  joint(keys: string[]): JointConstraint[];
  shape(parameters: ArrayLike<number> & Iterable<number>): LagShape;
  /** Starting points, in standardized units. */
  starts(): number[][];
  /** Points of its special cases, including a constant variance. */
  nested(): number[][];
}
