import type { Count } from "../contract";
import type { Constraints } from "./constraints";
import { LONG, negativeHessian } from "./hessian";
import { quadraticForm } from "./linear-algebra";
import { type NewtonStep, newtonStep, secantUpdate } from "./newton";
import type { Objective } from "./objective";

/** Fisher scoring steps before the Hessian takes over. */
const SCORING_STEPS = 4;
/** A decrement below this is close enough to the maximum to use the Hessian. */
const NEAR = 0.5;
/** Length below which all gradient differences are central; above it, one-sided ones suffice as a search direction. */
const FEW = 5000;
/** A Hessian is reused as long as each step shrinks the decrement by this factor. */
const KEEP_WHILE = 30;
/** The same for a Hessian from a subsample of a long series, where a new one costs many more passes than a step. */
const KEEP_BORROWED_WHILE = 4;
/** The same if every step updates the Hessian. */
const KEEP_LEARNING_WHILE = 1.5;
/**
 * Decrement per observation below which the Hessian of a long series also serves for standard errors: its relative difference from that at
 * the maximum is the distance in standard errors over the root of the length, here some 0.02%.
 */
const SETTLED = 2e-10;
/** The same if the Hessian is analytic and the series is of medium length: the last step then leaves no error. */
const SETTLED_SOONER = 5e-12;
const MIDDLE = 10_000;
/** A Newton step with a settled Hessian leaves about decrement² / length, times at most this. */
const LEFT_OVER = 1000;
const HALVINGS = 30;
/** Fraction of the gain predicted by the slope that a step must achieve (Armijo condition). */
const SUFFICIENT = 1e-4;
/** Relative rounding noise of a sum over many observations. */
const NOISE = 1e-13;
/**
 * A step shortened to this fraction of the intended one, or with this fraction of the expected gain, has hit a kink of a non-smooth
 * objective.
 */
const CREEPING = 0.02;
/** Decrement below this counts as zero if no step gains anymore because of rounding. */
const STALL_TOLERANCE = 1e-5;
/** A step shortened by the constraints to this fraction counts as none. */
const NO_STEP = 1e-10;

export interface Maximum {
  theta: Float64Array;
  value: number;
  constraints: Constraints;
  /** Minus the Hessian near the maximum, zero for parameters at active bounds; null if scoring alone reached it. */
  hessian: Float64Array | null;
  /** True if it is close enough to the Hessian at the maximum for standard errors. */
  settled: boolean;
  gradient: Float64Array;
  /** Fisher information at some point of the ascent. */
  information: Float64Array;
  iterations: Count;
  converged: boolean;
}

interface MaximizeOptions {
  /** Stop when the decrement g' M^-1 g, twice the remaining expected gain, is below this. */
  tolerance: number;
  maxIterations: Count;
  /** Result of an earlier ascent on part of the observations. */
  warm?: Pick<Maximum, "hessian" | "information" | "constraints">;
  /** A known maximum: an ascent that comes within about a standard error of it, with the same constraints active, ends there. */
  known?: Maximum;
  onIteration(done: Count): void;
}

/** One ascent: the current point and the derivatives there. */
class Ascent {
  private readonly k: Count;
  private readonly constraints: Constraints;
  private readonly theta: Float64Array;
  private value: number;
  private gradient: Float64Array;
  private hessian: Float64Array | null;
  private information: Float64Array | null;
  /** Whether the Hessian was computed at the current point; whether it came from a subsample. */
  private fresh = false;
  private borrowed: boolean;
  private settled = false;
  /** True if differences have moved the objective away from the current point. */
  private away = false;
  private decrement = Number.POSITIVE_INFINITY;
  private iterations = 0;

  constructor(
    private readonly objective: Objective,
    start: Float64Array,
    private readonly options: MaximizeOptions,
  ) {
    const { warm } = options;
    this.k = start.length;
    this.constraints = warm?.constraints.copy() ?? objective.constraints();
    this.theta = start.slice();
    this.constraints.snap(this.theta);
    this.value = objective.value(this.theta);
    this.gradient = objective.gradient();
    this.hessian = warm?.hessian ?? null;
    this.borrowed = this.hessian !== null;
    this.information = warm?.information ?? null;
  }

  run(): Maximum {
    const { constraints, theta, options, objective } = this;
    let stalled = false;
    for (let releases = 0; this.iterations < options.maxIterations; ) {
      if (options.known && this.reached(options.known)) return { ...options.known, iterations: this.iterations };
      const move = this.nextMove(this.decrement);
      this.decrement = this.leftAfter(move);
      const { length, constraint } = constraints.stepLimit(theta, move.step);
      if (constraint !== null && length < NO_STEP) {
        constraints.activate(constraint);
        constraints.snap(theta);
        continue;
      }
      if (this.decrement < options.tolerance || stalled) {
        if (releases++ > 2 * this.k || !this.releaseOne()) break;
        stalled = false;
        this.decrement = NEAR;
        continue;
      }
      this.iterations++;
      options.onIteration(this.iterations);
      const before = this.value;
      const taken = this.advance(move, length);
      const creeps = taken < CREEPING * length || this.value - before < CREEPING * taken * move.decrement;
      if (taken === 0) {
        // A stale Hessian may give no ascent direction: renew it once before declaring the objective flat.
        stalled = this.fresh || this.hessian === null;
        if (!stalled) this.hessian = null;
        this.decrement = Math.min(this.decrement, NEAR / 2);
      } else if (creeps && this.decrement < (objective.stallTolerance ?? 0)) {
        // At a kink: further gains are rounding errors.
        stalled = true;
      } else if (taken === length && constraint !== null) {
        constraints.activate(constraint);
        constraints.snap(theta);
      }
    }
    return this.result(stalled);
  }

  private result(stalled: boolean): Maximum {
    const { theta, value, constraints, hessian, gradient, iterations, decrement, objective } = this;
    return {
      theta,
      value,
      constraints,
      hessian,
      settled: this.settled && hessian !== null,
      gradient,
      information: this.information ?? objective.information(),
      iterations,
      converged: decrement < this.options.tolerance || (stalled && decrement < (objective.stallTolerance ?? STALL_TOLERANCE)),
    };
  }

  /** Whether the ascent is within about one standard error of a maximum, with the same constraints active. */
  private reached({ theta, hessian, constraints }: Maximum): boolean {
    if (!(this.decrement < NEAR) || !hessian || constraints.active.join() !== this.constraints.active.join()) return false;
    const distance = this.theta.map((value, i) => value - theta[i]);
    return quadraticForm(distance, hessian, distance) < 1;
  }

  private newInformation(): Float64Array {
    if (this.away) this.objective.value(this.theta);
    this.away = false;
    this.information = this.objective.information();
    return this.information;
  }

  /** Newton step with Fisher information (scoring); a ridge holds parameters without any effect on the objective. */
  private scoringStep(): NewtonStep {
    const { k, gradient, theta, constraints } = this;
    const matrix = this.newInformation();
    for (let ridge = 1e-10; ridge < 1e10; ridge *= 100) {
      const move = newtonStep(matrix, gradient, theta, constraints);
      if (move) return move;
      for (let i = 0; i < k; i++) matrix[i * k + i] = matrix[i * k + i] * (1 + ridge) + ridge;
    }
    return { step: new Float64Array(k), decrement: 0 };
  }

  private hessianStep(): NewtonStep | null {
    return this.hessian && newtonStep(this.hessian, this.gradient, this.theta, this.constraints);
  }

  private renewHessian(): void {
    const { objective, theta, gradient, constraints } = this;
    const information = this.information ?? this.newInformation();
    if (this.away) objective.value(theta);
    this.hessian = negativeHessian(objective, theta, gradient, information, constraints, objective.n < FEW);
    this.fresh = true;
    this.borrowed = false;
    this.away = true;
  }

  /** Whether steps update an analytic Hessian too: if one costs as much as many steps. */
  private get learns(): boolean {
    const { n, knowsCurvature } = this.objective;
    return knowsCurvature === true && n >= MIDDLE;
  }

  private isNear({ decrement }: NewtonStep): boolean {
    const { n, knowsCurvature } = this.objective;
    const settled = n >= LONG ? SETTLED : knowsCurvature && n >= MIDDLE ? SETTLED_SOONER : 0;
    return decrement < settled * n;
  }

  /** Scoring steps first, then Newton steps, each Hessian reused while it is efficient. */
  private nextMove(previous: number): NewtonStep {
    if (this.hessian === null && this.iterations < SCORING_STEPS && !(previous < NEAR)) return this.scoringStep();
    if (this.hessian === null) this.renewHessian();
    let move = this.hessianStep();
    if (move && !this.fresh) {
      const keep = this.learns ? KEEP_LEARNING_WHILE : this.borrowed ? KEEP_BORROWED_WHILE : KEEP_WHILE;
      const slow = move.decrement * keep > previous && move.decrement > this.options.tolerance;
      if (slow || (!this.settled && this.isNear(move))) {
        this.renewHessian();
        move = this.hessianStep();
      }
    }
    if (move && this.fresh) this.settled = this.isNear(move);
    if (move) return move;
    this.hessian = null;
    return this.scoringStep();
  }

  /** Decrement used for convergence. The last step, taken by `polish`, needs no verifying pass if it is certain to arrive. */
  private leftAfter({ decrement }: NewtonStep): number {
    const left = (LEFT_OVER * decrement ** 2) / this.objective.n;
    return this.settled && this.fresh && left < this.options.tolerance ? Math.min(decrement, left) : decrement;
  }

  /** Backtracking line search: a step of at most `length`, halved until it gains; returns the length taken, 0 if none gains. */
  private advance({ step, decrement }: NewtonStep, length: number): number {
    const { objective, theta, constraints, k } = this;
    const before = theta.slice();
    for (let taken = length, tries = 0; tries < HALVINGS; taken /= 2, tries++) {
      for (let i = 0; i < k; i++) theta[i] = before[i] + taken * step[i];
      constraints.snap(theta);
      const value = objective.value(theta);
      this.away = false;
      if (!(value >= this.value + SUFFICIENT * taken * decrement - NOISE * Math.abs(this.value))) continue;
      const older = this.gradient;
      this.value = value;
      this.gradient = objective.gradient();
      this.fresh = false;
      if (this.hessian && (this.borrowed || this.learns) && constraints.active.length === 0) {
        const moved = theta.map((now, i) => now - before[i]);
        const fall = older.map((slope, i) => slope - this.gradient[i]);
        this.hessian = secantUpdate(this.hessian, moved, fall);
      }
      return taken;
    }
    theta.set(before);
    objective.value(theta);
    return 0;
  }

  /** Releases the constraint with the most negative multiplier, if that promises a gain. */
  private releaseOne(): boolean {
    const { constraints, theta, gradient, k } = this;
    const found = constraints.mostNegativeMultiplier(theta, gradient);
    if (!found) return false;
    const { constraint, multiplier } = found;
    const index = Math.max(0, constraints.pivot(constraint, theta));
    const matrix = this.information ?? this.newInformation();
    if (multiplier * multiplier < this.options.tolerance * matrix[index * k + index]) return false;
    constraints.release(constraint);
    this.settled = false;
    // A parameter at a bound has no row in the Hessian yet.
    if (constraint >= 0) this.hessian = null;
    return true;
  }
}

/**
 * Ascends to a maximum inside the feasible set: Fisher scoring first, Newton steps to finish, each with a backtracking line search;
 * constraints become active when touched and are released by the sign of their Lagrange multipliers (Nocedal and Wright 2006, chapters 3, 6
 * and 16).
 */
export function maximize(objective: Objective, start: Float64Array, options: MaximizeOptions): Maximum {
  return new Ascent(objective, start, options).run();
}
