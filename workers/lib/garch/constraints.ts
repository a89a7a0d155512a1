import type { FeasibleSet } from "../volatility/climbable";
import type { ParameterLayout } from "./state";

/** Smallest omega, as a share of the sample variance. */
const SMALLEST_OMEGA = 1e-9;
const NU_RANGE = { t: [2.05, 500], skewt: [2.05, 300] } as const;
const LAMBDA_RANGE = [-0.98, 0.98] as const;
/** Closer than this to a bound counts as on it. */
const CONTACT = 1e-12;

/** The constraint "alphas + betas <= 1" among the others, which are numbered by parameter. */
export const PERSISTENCE = -1;

/** The feasible set, and which of its constraints hold with equality at the moment. */
export class Constraints implements FeasibleSet {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  private readonly held = new Set<number>();

  constructor(private readonly layout: ParameterLayout) {
    const { length, alpha, shape, keys } = layout;
    this.lower = new Float64Array(length).fill(Number.NEGATIVE_INFINITY);
    this.upper = new Float64Array(length).fill(Number.POSITIVE_INFINITY);
    this.lower[1] = SMALLEST_OMEGA;
    this.lower.fill(0, alpha, shape);
    this.upper.fill(1, alpha, shape);
    if (shape < length) [this.lower[shape], this.upper[shape]] = keys.includes("lambda") ? NU_RANGE.skewt : NU_RANGE.t;
    if (shape + 1 < length) [this.lower[shape + 1], this.upper[shape + 1]] = LAMBDA_RANGE;
  }

  isHeld(constraint: number): boolean {
    return this.held.has(constraint);
  }

  hold(constraint: number): void {
    this.held.add(constraint);
  }

  release(constraint: number): void {
    this.held.delete(constraint);
  }

  copy(): this {
    const twin = new Constraints(this.layout);
    for (const constraint of this.held) twin.hold(constraint);
    return twin as this;
  }

  /** Sum of alphas and betas of a parameter vector, or of a step. */
  persistence(theta: Float64Array): number {
    let total = 0;
    for (let i = this.layout.alpha; i < this.layout.shape; i++) total += theta[i];
    return total;
  }

  /** True where every alpha is held at 0: the betas then weigh nothing but the pre-sample variance. */
  get withoutShocks(): boolean {
    for (let i = this.layout.alpha; i < this.layout.beta; i++) if (!this.held.has(i)) return false;
    return true;
  }

  /** Index of the weight that gives way when the persistence is held at 1: the largest free one. */
  pivot(theta: Float64Array): number {
    let best = -1;
    for (let i = this.layout.shape - 1; i >= this.layout.alpha; i--) {
      if (!this.held.has(i) && (best < 0 || theta[i] > theta[best])) best = i;
    }
    return best;
  }

  /** Directions in which the parameters may still move: a k x m basis, row-major. */
  basis(theta: Float64Array): { basis: Float64Array; size: number } {
    const { length, alpha, shape } = this.layout;
    const pivot = this.held.has(PERSISTENCE) ? this.pivot(theta) : -1;
    const free: number[] = [];
    for (let i = 0; i < length; i++) if (!this.held.has(i) && i !== pivot) free.push(i);
    const basis = new Float64Array(length * free.length);
    free.forEach((index, column) => {
      basis[index * free.length + column] = 1;
      if (pivot >= 0 && index >= alpha && index < shape) basis[pivot * free.length + column] = -1;
    });
    return { basis, size: free.length };
  }

  /** How far a step may be taken (1 at most), and the constraint that stops it. */
  limit(theta: Float64Array, step: Float64Array): { share: number; constraint: number | null } {
    let share = 1;
    let constraint: number | null = null;
    const meet = (distance: number, speed: number, which: number) => {
      if (speed <= 0 || this.held.has(which) || distance >= share * speed) return;
      share = Math.max(0, distance / speed);
      constraint = which;
    };
    for (let i = 0; i < step.length; i++) {
      meet(theta[i] - this.lower[i], -step[i], i);
      meet(this.upper[i] - theta[i], step[i], i);
    }
    meet(1 - this.persistence(theta), this.persistence(step), PERSISTENCE);
    return { share, constraint };
  }

  /** Puts a parameter vector exactly onto the constraints it touches within rounding. */
  snap(theta: Float64Array): void {
    for (let i = 0; i < theta.length; i++) {
      theta[i] = Math.min(this.upper[i], Math.max(this.lower[i], theta[i]));
      if (!this.held.has(i)) continue;
      if (theta[i] - this.lower[i] < CONTACT) theta[i] = this.lower[i];
      else if (this.upper[i] - theta[i] < CONTACT) theta[i] = this.upper[i];
    }
    const excess = this.persistence(theta) - 1;
    if (excess > -CONTACT && (excess > 0 || this.held.has(PERSISTENCE))) theta[this.pivot(theta)] -= excess;
  }

  /**
   * The held constraint the likelihood pushes away from hardest, with the force; null where all of them are pushed against.
   * @param gradient of the log-likelihood
   */
  mostUnwilling(theta: Float64Array, gradient: Float64Array): { constraint: number; force: number } | null {
    const { alpha, shape } = this.layout;
    const price = this.held.has(PERSISTENCE) ? gradient[this.pivot(theta)] : 0;
    let worst: { constraint: number; force: number } | null = null;
    for (const constraint of this.held) {
      let force = -price;
      if (constraint !== PERSISTENCE) {
        const inward = gradient[constraint] - (constraint >= alpha && constraint < shape ? price : 0);
        force = theta[constraint] <= this.lower[constraint] + CONTACT ? inward : -inward;
      }
      if (force > 0 && (!worst || force > worst.force)) worst = { constraint, force };
    }
    return worst;
  }

  /** Constraints that hold with equality, by parameter index or PERSISTENCE. */
  get active(): number[] {
    return [...this.held].sort((a, b) => a - b);
  }
}
