import type { Count, Fraction } from "../contract";
import { multiply } from "../numerics/linear-algebra";
import type { Limits } from "./quadratic";

/**
 * Rates below this do not limit a step; a basic value may exceed its bound by this much while a larger pivot is sought (Harris ratio test).
 */
const NO_RATE = 1e-11;
const SLIP = 1e-12;

/** Result of a simplex step. */
export interface Move {
  length: number;
  /** Destination of the entering variable: days change sides, limits enter the basis. */
  entered: "tail" | "outside" | "basis";
  /** The variable that left the basis, and whether at its upper bound. */
  left: Count | null;
  leftFull: boolean;
}

/**
 * Basis of the dual of the expected-shortfall program, one row per asset and one for the sum of probabilities. Variables by number: the
 * days (probability 0 to `full`), the rows of the limits (free for equalities, otherwise >= 0), the lower and the upper bounds (>= 0). Its
 * multipliers are the weights and the value at risk.
 */
export class SimplexBasis {
  private readonly n: Count;
  private readonly size: Count;
  private readonly variables: Int32Array;
  private readonly values: Float64Array;
  private inverse: Float64Array;

  /** @param day the column of a day: its returns and 1 */
  constructor(
    private readonly limits: Limits,
    private readonly full: Fraction,
    private readonly days: Count,
    private readonly day: (t: Count) => Float64Array,
  ) {
    this.n = limits.lower.length;
    this.size = this.n + 1;
    this.variables = new Int32Array(this.size);
    this.values = new Float64Array(this.size);
    this.inverse = new Float64Array(this.size * this.size);
  }

  private column(variable: Count): Float64Array {
    if (variable < this.days) return this.day(variable);
    const column = new Float64Array(this.size);
    const place = variable - this.days;
    const m = this.limits.rows.length;
    if (place < m) column.set(this.limits.rows[place]);
    else if (place < m + this.n) column[place - m] = 1;
    else column[place - m - this.n] = -1;
    return column;
  }

  private cost(variable: Count): number {
    if (variable < this.days) return 0;
    const place = variable - this.days;
    const m = this.limits.rows.length;
    if (place < m) return this.limits.sides[place];
    return place < m + this.n ? this.limits.lower[place - m] : -this.limits.upper[place - m - this.n];
  }

  private isFree = (variable: Count) => variable >= this.days && variable < this.days + this.limits.equalities;

  /** Initial basis: a day for the sum of probabilities and, for each asset, the bound whose multiplier absorbs the residual of the tail. */
  open(first: Count, tail: Float64Array): void {
    const m = this.limits.rows.length;
    const rest = 1 - tail[this.n];
    const column = this.day(first);
    this.variables[this.n] = first;
    for (let j = 0; j < this.n; j++) {
      const left = -tail[j] - rest * column[j];
      this.variables[j] = this.days + m + (left >= 0 ? j : this.n + j);
    }
    this.refactor(tail);
  }

  /** Inverts the basis and recomputes its values, given the contribution of the days entirely in the tail. */
  refactor(tail: Float64Array): void {
    const { size } = this;
    const matrix = new Float64Array(size * size);
    for (let k = 0; k < size; k++) {
      const column = this.column(this.variables[k]);
      for (let i = 0; i < size; i++) matrix[i * size + k] = column[i];
    }
    this.inverse = invert(matrix, size);
    const right = tail.map((value) => -value);
    right[this.n] += 1;
    this.values.set(multiply(this.inverse, right, size, size, 1));
  }

  multipliers(): { weights: Float64Array; level: number } {
    const { size } = this;
    const all = new Float64Array(size);
    for (let k = 0; k < size; k++) {
      const cost = this.cost(this.variables[k]);
      if (cost === 0) continue;
      for (let i = 0; i < size; i++) all[i] += cost * this.inverse[k * size + i];
    }
    return { weights: all.slice(0, this.n), level: all[this.n] };
  }

  /** By how much the weights violate a limit; positive if they do. */
  private wrong(place: Count, weights: Float64Array): number {
    const { lower, upper, rows, sides, equalities } = this.limits;
    const m = rows.length;
    if (place >= m + this.n) return weights[place - m - this.n] - upper[place - m - this.n];
    if (place >= m) return lower[place - m] - weights[place - m];
    const left = sides[place] - rows[place].reduce((sum, value, j) => sum + value * weights[j], 0);
    return place < equalities ? Math.abs(left) : left;
  }

  /** The most violated limit, if by more than `least`. */
  worstLimit(weights: Float64Array, least: number): Count | null {
    let worst = least;
    let found: Count | null = null;
    for (let place = 0; place < this.limits.rows.length + 2 * this.n; place++) {
      const wrong = this.wrong(place, weights);
      if (wrong > worst) [worst, found] = [wrong, this.days + place];
    }
    return found;
  }

  breach(weights: Float64Array): number {
    let worst = 0;
    for (let place = 0; place < this.limits.rows.length + 2 * this.n; place++) worst = Math.max(worst, this.wrong(place, weights));
    return worst;
  }

  objective(): number {
    return this.values.reduce((sum, value, k) => sum + value * this.cost(this.variables[k]), 0);
  }

  /**
   * Increases a variable (decreases it for a day in the tail; a free row moves in the direction of its violation) as far as the others
   * allow; null if unbounded.
   */
  enter(entering: Count, inside: boolean, weights: Float64Array): Move | null {
    const { size, full } = this;
    const isDay = entering < this.days;
    const place = entering - this.days;
    const down = isDay
      ? inside
      : this.isFree(entering) && this.limits.sides[place] < this.limits.rows[place].reduce((sum, value, j) => sum + value * weights[j], 0);
    const sign = down ? -1 : 1;
    const rates = multiply(this.inverse, this.column(entering), size, size, 1);
    /** Step length allowed by basic variable k, with a tolerance of `slip` beyond its bound. */
    const reach = (k: Count, slip: number) => {
      const rate = sign * rates[k];
      const variable = this.variables[k];
      if (this.isFree(variable) || Math.abs(rate) <= NO_RATE) return Number.POSITIVE_INFINITY;
      if (rate > 0) return (this.values[k] + slip) / rate;
      return variable < this.days ? (full - this.values[k] + slip) / -rate : Number.POSITIVE_INFINITY;
    };
    let most = Number.POSITIVE_INFINITY;
    for (let k = 0; k < size; k++) most = Math.min(most, reach(k, SLIP));
    let leaving = -1;
    for (let k = 0; k < size; k++) {
      if (reach(k, 0) <= most && most < Number.POSITIVE_INFINITY && (leaving < 0 || Math.abs(rates[k]) > Math.abs(rates[leaving])))
        leaving = k;
    }
    const length = leaving < 0 ? Number.POSITIVE_INFINITY : Math.max(0, reach(leaving, 0));
    if (isDay && full <= length) {
      this.advance(rates, sign * full);
      return { length: full, entered: inside ? "outside" : "tail", left: null, leftFull: false };
    }
    if (leaving < 0) return null;
    this.advance(rates, sign * length);
    const left = this.variables[leaving];
    const leftFull = left < this.days && sign * rates[leaving] < 0;
    this.values[leaving] = isDay && inside ? full - length : sign * length;
    this.variables[leaving] = entering;
    this.update(rates, leaving);
    return { length, entered: "basis", left, leftFull };
  }

  private advance(rates: Float64Array, step: number): void {
    for (let k = 0; k < this.size; k++) this.values[k] -= step * rates[k];
  }

  /** Updates the inverse after its column `place` has been replaced by the one with these rates. */
  private update(rates: Float64Array, place: Count): void {
    const { size, inverse } = this;
    const row = inverse.subarray(place * size, place * size + size);
    for (let i = 0; i < size; i++) row[i] /= rates[place];
    for (let k = 0; k < size; k++) {
      if (k === place || rates[k] === 0) continue;
      for (let i = 0, at = k * size; i < size; i++, at++) inverse[at] -= rates[k] * row[i];
    }
  }
}

/** Gauss–Jordan inverse with row exchanges; the matrix is a basis and therefore nonsingular. */
function invert(matrix: Float64Array, n: Count): Float64Array {
  const inverse = new Float64Array(n * n);
  for (let i = 0; i < n; i++) inverse[i * (n + 1)] = 1;
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(matrix[i * n + k]) > Math.abs(matrix[pivot * n + k])) pivot = i;
    for (const part of [matrix, inverse]) {
      const row = part.slice(pivot * n, pivot * n + n);
      part.copyWithin(pivot * n, k * n, k * n + n);
      part.set(row, k * n);
    }
    const value = matrix[k * (n + 1)];
    for (const part of [matrix, inverse]) for (let j = 0; j < n; j++) part[k * n + j] /= value;
    for (let i = 0; i < n; i++) {
      const factor = matrix[i * n + k];
      if (i === k || factor === 0) continue;
      for (const part of [matrix, inverse]) for (let j = 0; j < n; j++) part[i * n + j] -= factor * part[k * n + j];
    }
  }
  return inverse;
}
