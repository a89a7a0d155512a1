import type { FeasibleSet } from "../volatility/climbable";

/** Smallest omega, as a share of the sample variance. */
export const SMALLEST_OMEGA = 1e-9;
export const NU_RANGE = { t: [2.05, 500], skewt: [2.05, 300], ged: [1.01, 500] } as const;
export const LAMBDA_RANGE = [-0.98, 0.98] as const;
/** Closer than this to a bound counts as on it. */
const CONTACT = 1e-12;
const BISECTIONS = 60;

/** The constraint "persistence <= 1" among the others, which are numbered by parameter. */
export const PERSISTENCE = -1;

/** Where a model's parameters may lie. */
export interface Space {
  lower: Float64Array;
  upper: Float64Array;
  /** Index ranges: the weights of shocks, then those of past variances, up to `shape`. */
  alpha: number;
  beta: number;
  shape: number;
  persistence(theta: Float64Array): number;
  /** Derivatives of the persistence; those of the weights are above 0. */
  persistenceSlopes(theta: Float64Array): Float64Array;
  /** Largest persistence: 1, or a little less where omega is what it leaves. */
  most: number;
  /** True where the persistence is no linear function of the parameters. */
  curved: boolean;
}

/** Bounds on every parameter by its key; the mean has none. */
export function boundsOf(keys: string[], distribution: string): { lower: Float64Array; upper: Float64Array } {
  const range = (key: string): readonly [number, number] => {
    if (key === "omega") return [SMALLEST_OMEGA, Number.POSITIVE_INFINITY];
    if (key === "nu") return distribution === "t" || distribution === "ged" ? NU_RANGE[distribution] : NU_RANGE.skewt;
    if (key === "lambda") return LAMBDA_RANGE;
    return /^(alpha|beta)/.test(key) ? [0, 1] : [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  };
  return { lower: Float64Array.from(keys, (key) => range(key)[0]), upper: Float64Array.from(keys, (key) => range(key)[1]) };
}

/** The feasible set, and which of its constraints hold with equality at the moment. */
export class Constraints implements FeasibleSet {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  private readonly held = new Set<number>();

  constructor(readonly space: Space) {
    this.lower = space.lower;
    this.upper = space.upper;
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
    const twin = new Constraints(this.space);
    for (const constraint of this.held) twin.hold(constraint);
    return twin as this;
  }

  /** True where every weight of a shock is held at 0: the betas then weigh nothing but the pre-sample variance. */
  get withoutShocks(): boolean {
    const { alpha, beta } = this.space;
    for (let i = alpha; i < beta; i++) if (!this.held.has(i)) return false;
    return beta > alpha;
  }

  /** Index of the weight that gives way when the persistence is held: the largest free one. */
  pivot(theta: Float64Array): number {
    let best = -1;
    for (let i = this.space.shape - 1; i >= this.space.alpha; i--) {
      if (!this.held.has(i) && (best < 0 || theta[i] > theta[best])) best = i;
    }
    return best;
  }

  /** Directions in which the parameters may still move: a k x m basis, row-major. */
  basis(theta: Float64Array): { basis: Float64Array; size: number } {
    const k = theta.length;
    const pivot = this.held.has(PERSISTENCE) ? this.pivot(theta) : -1;
    const slopes = pivot >= 0 ? this.space.persistenceSlopes(theta) : null;
    const free: number[] = [];
    for (let i = 0; i < k; i++) if (!this.held.has(i) && i !== pivot) free.push(i);
    const basis = new Float64Array(k * free.length);
    free.forEach((index, column) => {
      basis[index * free.length + column] = 1;
      if (slopes && slopes[index] !== 0) basis[pivot * free.length + column] = -slopes[index] / slopes[pivot];
    });
    return { basis, size: free.length };
  }

  /** How far a step may be taken (1 at most), and the constraint that stops it. */
  limit(theta: Float64Array, step: Float64Array): { share: number; constraint: number | null } {
    const { space } = this;
    let share = 1;
    let constraint: number | null = null;
    const meet = (distance: number, speed: number, which: number) => {
      if (!(speed > 0) || this.held.has(which) || distance >= share * speed) return;
      share = Math.max(0, distance / speed);
      constraint = which;
    };
    for (let i = 0; i < step.length; i++) {
      meet(theta[i] - this.lower[i], -step[i], i);
      meet(this.upper[i] - theta[i], step[i], i);
    }
    const before = space.persistence(theta);
    const slopes = space.persistenceSlopes(theta);
    if (!space.curved) {
      meet(
        space.most - before,
        slopes.reduce((total, slope, i) => total + slope * step[i], 0),
        PERSISTENCE,
      );
    } else if (!this.held.has(PERSISTENCE)) {
      const at = (part: number) => space.persistence(theta.map((value, i) => value + part * step[i]));
      if (at(share) > space.most) {
        let [inside, outside] = [0, share];
        for (let i = 0; i < BISECTIONS; i++) {
          const middle = 0.5 * (inside + outside);
          if (at(middle) > space.most) outside = middle;
          else inside = middle;
        }
        share = inside;
        constraint = PERSISTENCE;
      }
    }
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
    const { curved, most } = this.space;
    const excess = this.space.persistence(theta) - most;
    const held = this.held.has(PERSISTENCE);
    // A step along the tangent of a curved constraint leaves it: it is brought back.
    if (!(held && curved) && !(excess > -CONTACT && (excess > 0 || held))) return;
    const pivot = this.pivot(theta);
    theta[pivot] -= excess / this.space.persistenceSlopes(theta)[pivot];
  }

  /**
   * The held constraint the likelihood pushes away from hardest, with the force; null where all of them are pushed against.
   * @param gradient of the log-likelihood
   */
  mostUnwilling(theta: Float64Array, gradient: Float64Array): { constraint: number; force: number } | null {
    const slopes = this.space.persistenceSlopes(theta);
    const pivot = this.held.has(PERSISTENCE) ? this.pivot(theta) : -1;
    const price = pivot >= 0 ? gradient[pivot] / slopes[pivot] : 0;
    let worst: { constraint: number; force: number } | null = null;
    for (const constraint of this.held) {
      let force = -price;
      if (constraint !== PERSISTENCE) {
        const inward = gradient[constraint] - price * slopes[constraint];
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
