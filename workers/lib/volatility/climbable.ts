import type { Count } from "../../contract";

/** Where parameters may lie, and which of its constraints hold with equality at the moment. Bounds are numbered by parameter, others below 0. */
export interface FeasibleSet {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Constraints that hold with equality. */
  readonly active: number[];
  isHeld(constraint: number): boolean;
  hold(constraint: number): void;
  release(constraint: number): void;
  copy(): this;
  /** Index of the parameter that gives way where a constraint on several holds. */
  pivot(theta: Float64Array): number;
  /** Directions in which the parameters may still move: a k x m basis, row-major. */
  basis(theta: Float64Array): { basis: Float64Array; size: number };
  /** How far a step may be taken (1 at most), and the constraint that stops it. */
  limit(theta: Float64Array, step: Float64Array): { share: number; constraint: number | null };
  /** Puts a parameter vector exactly onto the constraints it touches within rounding. */
  snap(theta: Float64Array): void;
  /** The held constraint the likelihood pushes away from hardest, with the force; null where all of them are pushed against. */
  mostUnwilling(theta: Float64Array, gradient: Float64Array): { constraint: number; force: number } | null;
}

/** Scores along the sample, by the parameters of a likelihood: their sum, and the sums of s[t] s[t]' and of S[t] S[t]', S[t] = s[1] + .. + s[t]. */
export interface ScoreHistory {
  total: Float64Array;
  scores: Float64Array;
  running: Float64Array;
}

/** A log-likelihood that can be climbed: value, gradient, a positive matrix that points the way, and where it may be climbed. */
export interface Climbable<Feasible extends FeasibleSet> {
  readonly series: { n: Count };
  /** Log-likelihood, -Infinity where the parameters define none; keeps what the next two need. */
  forward(theta: Float64Array): number;
  gradient(): Float64Array;
  information(): Float64Array;
  constraints(): Feasible;
  /** While on, a likelihood with kinks is the smooth function that it is around the last `forward` before: its gradients may be differenced. */
  freeze?(frozen: boolean): void;
  /** How many times wider than usual the differences by a parameter must be: more than 1 where its gradient is rough from near by. */
  widening?(index: number): number;
  /** Twice the log-likelihood that may seem to be left at a maximum where no step gains any more; 1e-5 where nothing is said. */
  readonly arrived?: number;
}
