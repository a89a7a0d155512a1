import { cholesky, product, solveWithCholesky } from "./linear-algebra";

/** A constraint on several parameters together: value(theta) <= limit. */
export interface JointConstraint {
  limit: number;
  value(theta: Float64Array): number;
  /** Gradient of the value. */
  slopes(theta: Float64Array): Float64Array;
  /** True if the value is not linear in the parameters. */
  curved?: boolean;
  /** The parameter that an active constraint is solved for, -1 for none; by default the free one with the largest slope. */
  pivot?(theta: Float64Array, isActive: (constraint: number) => boolean): number;
}

/** Distance to a constraint below which it counts as touched. */
const CONTACT = 1e-12;
const NO_SLOPE = 1e-9;
/** Speeds below this, along an active constraint, are rounding errors and not a movement towards it. */
const NO_SPEED = 1e-14;
const BISECTIONS = 60;

/** weights' theta <= limit */
export const linearConstraint = (weights: Float64Array, limit: number): JointConstraint => ({
  limit,
  value: (theta) => product(weights, theta),
  slopes: () => weights,
});

/**
 * Bounds on every parameter and joint constraints, with the set of those that hold with equality (the active set). A bound is identified by
 * the index of its parameter, joint constraints by -1, -2, …
 */
export class Constraints {
  private readonly held = new Set<number>();

  constructor(
    readonly lower: Float64Array,
    readonly upper: Float64Array,
    private readonly joint: readonly JointConstraint[] = [],
  ) {}

  /** Constraints that hold with equality, ascending. */
  get active(): number[] {
    return [...this.held].sort((a, b) => a - b);
  }

  readonly isActive = (constraint: number): boolean => this.held.has(constraint);

  activate(constraint: number): void {
    this.held.add(constraint);
  }

  release(constraint: number): void {
    this.held.delete(constraint);
  }

  copy(): Constraints {
    const twin = new Constraints(this.lower, this.upper, this.joint);
    for (const constraint of this.held) twin.activate(constraint);
    return twin;
  }

  /** Index of the parameter a constraint is solved for; -1 if all of its parameters are at bounds. */
  pivot(constraint: number, theta: Float64Array): number {
    if (constraint >= 0) return constraint;
    const one = this.joint[-1 - constraint];
    if (one.pivot) return one.pivot(theta, this.isActive);
    const slopes = one.slopes(theta);
    let best = -1;
    slopes.forEach((slope, i) => {
      if (slope !== 0 && !this.held.has(i) && (best < 0 || Math.abs(slope) > Math.abs(slopes[best]))) best = i;
    });
    return best;
  }

  /** Directions in which the parameters may move: a k x m basis of the null space of the active constraints, row-major. */
  basis(theta: Float64Array): { basis: Float64Array; size: number } {
    const k = theta.length;
    let free: { from: number; column: Float64Array }[] = [];
    for (let i = 0; i < k; i++) {
      if (this.held.has(i)) continue;
      const column = new Float64Array(k);
      column[i] = 1;
      free.push({ from: i, column });
    }
    this.joint.forEach((one, index) => {
      if (!this.held.has(-1 - index)) return;
      const slopes = one.slopes(theta);
      const along = free.map(({ column }) => product(slopes, column));
      const pivot = one.pivot?.(theta, this.isActive);
      const solved =
        pivot === undefined
          ? along.reduce((best, value, i) => (Math.abs(value) > Math.abs(along[best]) ? i : best), 0)
          : free.findIndex(({ from }) => from === pivot);
      // An active constraint whose parameters are all at bounds removes no direction.
      if (!(Math.abs(along[solved] ?? 0) > NO_SLOPE)) return;
      const giving = free[solved].column;
      free = free
        .map(({ from, column }, i) => ({ from, column: column.map((value, j) => value - (along[i] / along[solved]) * giving[j]) }))
        .filter((_, i) => i !== solved);
    });
    const size = free.length;
    const basis = new Float64Array(k * size);
    free.forEach(({ column }, i) => {
      for (let j = 0; j < k; j++) basis[j * size + i] = column[j];
    });
    return { basis, size };
  }

  /** The feasible fraction of a step (at most 1), and the constraint that blocks it. */
  stepLimit(theta: Float64Array, step: Float64Array): { length: number; constraint: number | null } {
    let length = 1;
    let constraint: number | null = null;
    const meet = (distance: number, speed: number, which: number) => {
      if (!(speed > 0) || this.held.has(which) || distance >= length * speed) return;
      length = Math.max(0, distance / speed);
      constraint = which;
    };
    for (let i = 0; i < step.length; i++) {
      meet(theta[i] - this.lower[i], -step[i], i);
      meet(this.upper[i] - theta[i], step[i], i);
    }
    this.joint.forEach((one, index) => {
      const which = -1 - index;
      if (!one.curved) {
        const speed = product(one.slopes(theta), step);
        if (Math.abs(speed) > NO_SPEED) meet(one.limit - one.value(theta), speed, which);
        return;
      }
      const inside = this.held.has(which) ? length : this.lengthInside(one, theta, step, length);
      if (inside === length) return;
      length = inside;
      constraint = which;
    });
    return { length, constraint };
  }

  contains(theta: Float64Array): boolean {
    return this.broken(theta).length === 0;
  }

  /** The constraints a point violates, bounds first. @param rounding tolerated violation */
  broken(theta: Float64Array, rounding = 0): number[] {
    const bounds = Array.from(theta.keys()).filter((i) => !(theta[i] >= this.lower[i] - rounding && theta[i] <= this.upper[i] + rounding));
    return [...bounds, ...this.joint.flatMap(({ value, limit }, i) => (value(theta) <= limit + rounding ? [] : [-1 - i]))];
  }

  /** The same constraints with some parameters fixed at their values in a point; no ascent releases them. */
  heldAt(theta: Float64Array, indices: readonly number[]): Constraints {
    const ends = (bounds: Float64Array) => bounds.map((bound, i) => (indices.includes(i) ? theta[i] : bound));
    const held = new Constraints(ends(this.lower), ends(this.upper), this.joint);
    for (const index of indices) held.activate(index);
    return held;
  }

  /** Moves a parameter vector exactly onto the constraints it touches within rounding. */
  snap(theta: Float64Array): void {
    for (let i = 0; i < theta.length; i++) {
      theta[i] = Math.min(this.upper[i], Math.max(this.lower[i], theta[i]));
      if (!this.held.has(i)) continue;
      if (theta[i] - this.lower[i] < CONTACT) theta[i] = this.lower[i];
      else if (this.upper[i] - theta[i] < CONTACT) theta[i] = this.upper[i];
    }
    this.joint.forEach((one, index) => {
      const excess = one.value(theta) - one.limit;
      const held = this.held.has(-1 - index);
      // A step along the tangent of a curved constraint violates it: the point is projected back.
      if (!(held && one.curved) && !(excess > -CONTACT && (excess > 0 || held))) return;
      const pivot = this.pivot(-1 - index, theta);
      if (pivot >= 0) theta[pivot] -= excess / one.slopes(theta)[pivot];
    });
  }

  /**
   * The active constraint with the most negative Lagrange multiplier: releasing it gains most. Null where none is negative.
   * @param gradient of the objective; at a maximum it is a linear combination of the outward normals, with the multipliers as coefficients
   * (here by least squares)
   */
  mostNegativeMultiplier(theta: Float64Array, gradient: Float64Array): { constraint: number; multiplier: number } | null {
    const held = this.active;
    const size = held.length;
    if (size === 0) return null;
    const isFixed = (constraint: number) => constraint >= 0 && this.lower[constraint] === this.upper[constraint];
    const normals = held.map((constraint) => this.normal(constraint, theta));
    const gram = new Float64Array(size * size);
    normals.forEach((a, i) => {
      for (let j = 0; j < size; j++) gram[i * size + j] = product(a, normals[j]);
    });
    const factor = cholesky(gram, size);
    if (!factor) return null;
    const multipliers = solveWithCholesky(
      factor,
      normals.map((normal) => product(normal, gradient)),
    );
    const free = multipliers.map((value, i) => (isFixed(held[i]) ? 0 : value));
    const least = free.indexOf(free.reduce((low, value) => Math.min(low, value), 0));
    return least < 0 || !(free[least] < 0) ? null : { constraint: held[least], multiplier: free[least] };
  }

  private lengthInside({ value, limit }: JointConstraint, theta: Float64Array, step: Float64Array, length: number): number {
    const at = (part: number) => value(theta.map((own, i) => own + part * step[i]));
    if (!(at(length) > limit)) return length;
    let [inside, outside] = [0, length];
    for (let i = 0; i < BISECTIONS; i++) {
      const middle = 0.5 * (inside + outside);
      if (at(middle) > limit) outside = middle;
      else inside = middle;
    }
    return inside;
  }

  /** Outward normal of a constraint. */
  private normal(constraint: number, theta: Float64Array): Float64Array {
    if (constraint < 0) return this.joint[-1 - constraint].slopes(theta);
    const normal = new Float64Array(theta.length);
    normal[constraint] = theta[constraint] <= this.lower[constraint] + CONTACT ? -1 : 1;
    return normal;
  }
}
