import { cholesky, solveWithCholesky } from "../linear-algebra";
import type { FeasibleSet } from "./climbable";

/** weights' theta <= most */
export interface Inequality {
  weights: Float64Array;
  most: number;
}

/** Closer than this to a constraint counts as on it. */
const CONTACT = 1e-12;
const NO_WEIGHT = 1e-9;

const product = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, i) => sum + value * b[i], 0);

/** Bounds on every parameter, and linear inequalities between them (numbered -1, -2, ...). */
export class LinearConstraints implements FeasibleSet {
  private readonly held = new Set<number>();

  constructor(
    readonly lower: Float64Array,
    readonly upper: Float64Array,
    private readonly inequalities: Inequality[] = [],
  ) {}

  get active(): number[] {
    return [...this.held].sort((a, b) => a - b);
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
    const twin = new LinearConstraints(this.lower, this.upper, this.inequalities);
    for (const constraint of this.held) twin.hold(constraint);
    return twin as this;
  }

  pivot(): number {
    const row = this.inequalities.findIndex((_, index) => this.held.has(-1 - index));
    return Math.max(0, this.pivotOf(Math.max(row, 0)));
  }

  basis(theta: Float64Array): { basis: Float64Array; size: number } {
    const k = theta.length;
    let columns: Float64Array[] = [];
    for (let i = 0; i < k; i++) {
      if (!this.held.has(i)) columns.push(Float64Array.from({ length: k }, (_, j) => (j === i ? 1 : 0)));
    }
    this.inequalities.forEach(({ weights }, index) => {
      if (!this.held.has(-1 - index)) return;
      const along = columns.map((column) => product(weights, column));
      const largest = along.reduce((best, value, i) => (Math.abs(value) > Math.abs(along[best]) ? i : best), 0);
      // A held inequality whose parameters all stand at bounds takes no direction away.
      if (!(Math.abs(along[largest] ?? 0) > NO_WEIGHT)) return;
      const giving = columns[largest];
      columns = columns
        .map((column, i) => column.map((value, j) => value - (along[i] / along[largest]) * giving[j]))
        .filter((_, i) => i !== largest);
    });
    const size = columns.length;
    const basis = new Float64Array(k * size);
    columns.forEach((column, i) => {
      for (let j = 0; j < k; j++) basis[j * size + i] = column[j];
    });
    return { basis, size };
  }

  limit(theta: Float64Array, step: Float64Array): { share: number; constraint: number | null } {
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
    this.inequalities.forEach(({ weights, most }, index) => {
      const speed = product(weights, step);
      // What rounding leaves of a direction along a face is no movement towards it.
      if (Math.abs(speed) > 1e-14) meet(most - product(weights, theta), speed, -1 - index);
    });
    return { share, constraint };
  }

  snap(theta: Float64Array): void {
    for (let i = 0; i < theta.length; i++) {
      theta[i] = Math.min(this.upper[i], Math.max(this.lower[i], theta[i]));
      if (!this.held.has(i)) continue;
      if (theta[i] - this.lower[i] < CONTACT) theta[i] = this.lower[i];
      else if (this.upper[i] - theta[i] < CONTACT) theta[i] = this.upper[i];
    }
    this.inequalities.forEach(({ weights, most }, index) => {
      const excess = product(weights, theta) - most;
      const pivot = this.pivotOf(index);
      if (pivot >= 0 && excess > -CONTACT && (excess > 0 || this.held.has(-1 - index))) theta[pivot] -= excess / weights[pivot];
    });
  }

  mostUnwilling(theta: Float64Array, gradient: Float64Array): { constraint: number; force: number } | null {
    // The gradient is a sum of the held constraints' outward normals; one with a negative share holds the climb back.
    const held = this.active;
    const normals = held.map((constraint) => this.normal(constraint, theta));
    const size = held.length;
    const gram = new Float64Array(size * size);
    normals.forEach((a, i) => {
      for (let j = 0; j < size; j++) gram[i * size + j] = product(a, normals[j]);
    });
    const factor = cholesky(gram, size);
    if (!factor || size === 0) return null;
    const shares = solveWithCholesky(
      factor,
      normals.map((normal) => product(normal, gradient)),
    );
    let worst: { constraint: number; force: number } | null = null;
    held.forEach((constraint, i) => {
      const force = -shares[i];
      if (force > 0 && (!worst || force > worst.force)) worst = { constraint, force };
    });
    return worst;
  }

  private normal(constraint: number, theta: Float64Array): Float64Array {
    if (constraint < 0) return this.inequalities[-1 - constraint].weights;
    const normal = new Float64Array(theta.length);
    normal[constraint] = theta[constraint] <= this.lower[constraint] + CONTACT ? -1 : 1;
    return normal;
  }

  /** The free parameter an inequality weighs most; -1 where all of its parameters stand at bounds. */
  private pivotOf(index: number): number {
    const weights = this.inequalities[index]?.weights;
    let best = -1;
    weights?.forEach((weight, i) => {
      if (weight !== 0 && !this.held.has(i) && (best < 0 || Math.abs(weight) > Math.abs(weights[best]))) best = i;
    });
    return best;
  }
}
