import type { Count } from "../../contract";
import { cholesky, multiply, project, quadraticForm, solveWithCholesky, transpose } from "../linear-algebra";
import type { Climbable, FeasibleSet } from "../volatility/climbable";
import type { Constraints } from "./constraints";
import { LONG, negativeHessian } from "./curvature";

/** Steps with the expected information before the observed curvature takes over. */
const SCORING_STEPS = 4;
/** A decrement below this is near enough to the top for the observed curvature. */
const NEAR = 0.5;
/** Below this length every difference of gradients is central; above, one-sided ones point the way well enough. */
const FEW = 5000;
/** A curvature is kept as long as each step shrinks the decrement by this much. */
const KEEP_WHILE = 30;
/** The same for a curvature that came from a stretch of a long series, where a new one costs many more passes than a step. */
const KEEP_BORROWED_WHILE = 4;
/**
 * Decrement per observation from which the curvature of a long series is good for standard errors as well: it differs from that at the
 * top by the distance in standard errors over the root of the length, here by some 0.02 %.
 */
const SETTLED = 2e-10;
/** A Newton step with a settled curvature leaves about the square of the decrement over the length, times at most this. */
const LEFT_OVER = 1000;
const HALVINGS = 30;
/** Relative rounding noise of a log-likelihood summed over many observations. */
const NOISE = 1e-13;
/** A step cut down to this share of what was wanted, or one that gains so little of it, has met a kink on a likelihood that has some. */
const CREEPING = 0.02;
/** Where no step gains any more for rounding, this much left to gain counts as arrived. */
const ARRIVED = 1e-5;

export interface Maximum<Feasible extends FeasibleSet = Constraints> {
  theta: Float64Array;
  logLikelihood: number;
  constraints: Feasible;
  /** Minus the Hessian not far from the maximum, zero for held parameters; null when scoring alone got there. */
  curvature: Float64Array | null;
  /** True where that curvature is near enough to the one at the top for standard errors. */
  settled: boolean;
  gradient: Float64Array;
  /** Expected information at some point of the climb: the size of each parameter's curvature. */
  size: Float64Array;
  iterations: Count;
  converged: boolean;
}

export interface MaximiseOptions<Feasible extends FeasibleSet = Constraints> {
  /** Stop when g' M^-1 g, twice the log-likelihood still to be gained, is below this. */
  tolerance: number;
  maxIterations: Count;
  /** Where an earlier climb on part of the series ended. */
  warm?: { curvature: Float64Array | null; size: Float64Array; constraints: Feasible };
  /** A maximum found before: a climb that arrives on its slope, with the same constraints held, ends there. */
  known?: Maximum<Feasible>;
  onIteration(done: Count): void;
}

interface Move {
  step: Float64Array;
  decrement: number;
}

/** Newton step in the free directions; null where the matrix is not positive definite there. */
export function newtonStep(matrix: Float64Array, gradient: Float64Array, theta: Float64Array, constraints: FeasibleSet): Move | null {
  const k = theta.length;
  const { basis, size } = constraints.basis(theta);
  const slope = multiply(transpose(basis, k, size), gradient, size, k, 1);
  const factor = cholesky(project(matrix, basis, k, size), size);
  if (!factor) return null;
  const inner = solveWithCholesky(factor, slope);
  const decrement = slope.reduce((total, value, i) => total + value * inner[i], 0);
  return Number.isFinite(decrement) ? { step: multiply(basis, inner, k, size, 1), decrement } : null;
}

/** True where a point lies within about one standard error of a maximum, with the same constraints held. */
function onSlopeOf({ theta, curvature, constraints }: Maximum<FeasibleSet>, point: Float64Array, held: FeasibleSet): boolean {
  if (!curvature || constraints.active.join() !== held.active.join()) return false;
  const distance = point.map((value, i) => value - theta[i]);
  return quadraticForm(distance, curvature, distance) < 1;
}

/** The curvature corrected so that it explains how the gradient fell along the last step (Broyden, Fletcher, Goldfarb, Shanno). */
function secantUpdate(curvature: Float64Array, step: Float64Array, fall: Float64Array): Float64Array {
  const k = step.length;
  const foretold = multiply(curvature, step, k, k, 1);
  const bent = step.reduce((total, value, i) => total + value * fall[i], 0);
  const expected = step.reduce((total, value, i) => total + value * foretold[i], 0);
  if (!(bent > 0 && expected > 0)) return curvature;
  return curvature.map((value, place) => {
    const [i, j] = [Math.floor(place / k), place % k];
    return value + (fall[i] * fall[j]) / bent - (foretold[i] * foretold[j]) / expected;
  });
}

/** Climbs to a maximum inside the feasible set: scoring steps first, Newton to finish, constraints held as they are met. */
export function maximise<Feasible extends FeasibleSet>(
  likelihood: Climbable<Feasible>,
  start: Float64Array,
  options: MaximiseOptions<Feasible>,
): Maximum<Feasible> {
  const k = start.length;
  const constraints = options.warm?.constraints.copy() ?? likelihood.constraints();
  const theta = start.slice();
  constraints.snap(theta);
  let logLikelihood = likelihood.forward(theta);
  let gradient = likelihood.gradient();
  let curvature = options.warm?.curvature ?? null;
  let curvatureIsFresh = false;
  let borrowed = curvature !== null;
  let settled = false;
  let away = false;
  const { n } = likelihood.series;
  let size = options.warm?.size ?? null;
  let decrement = Number.POSITIVE_INFINITY;
  let iterations = 0;

  const information = (): Float64Array => {
    if (away) likelihood.forward(theta);
    away = false;
    size = likelihood.information();
    return size;
  };

  /** Scoring step; a ridge holds still what has no effect on the likelihood at all. */
  const scoringStep = (): Move => {
    const matrix = information();
    for (let ridge = 1e-10; ridge < 1e10; ridge *= 100) {
      const move = newtonStep(matrix, gradient, theta, constraints);
      if (move) return move;
      for (let i = 0; i < k; i++) matrix[i * k + i] = matrix[i * k + i] * (1 + ridge) + ridge;
    }
    return { step: new Float64Array(k), decrement: 0 };
  };

  const renewCurvature = () => {
    curvature = negativeHessian(likelihood, theta, gradient, size ?? information(), constraints, n < FEW);
    curvatureIsFresh = true;
    borrowed = false;
    away = true;
  };

  const isNear = (move: Move) => n >= LONG && move.decrement < SETTLED * n;

  const nextMove = (previous: number): Move => {
    if (curvature === null && iterations < SCORING_STEPS && !(previous < NEAR)) return scoringStep();
    if (curvature === null) renewCurvature();
    let move = curvature && newtonStep(curvature, gradient, theta, constraints);
    if (move && !curvatureIsFresh) {
      const slow = move.decrement * (borrowed ? KEEP_BORROWED_WHILE : KEEP_WHILE) > previous && move.decrement > options.tolerance;
      if (slow || (!settled && isNear(move))) {
        renewCurvature();
        move = curvature && newtonStep(curvature, gradient, theta, constraints);
      }
    }
    if (move && curvatureIsFresh) settled = isNear(move);
    if (move) return move;
    curvature = null;
    return scoringStep();
  };

  /** Tries a step of at most `share`, halved until it gains; returns the share taken, 0 where none gains. */
  const advance = (move: Move, share: number): number => {
    const before = theta.slice();
    for (let taken = share, tries = 0; tries < HALVINGS; taken /= 2, tries++) {
      for (let i = 0; i < k; i++) theta[i] = before[i] + taken * move.step[i];
      constraints.snap(theta);
      const value = likelihood.forward(theta);
      away = false;
      if (value >= logLikelihood + 1e-4 * taken * move.decrement - NOISE * Math.abs(logLikelihood)) {
        const older = gradient;
        logLikelihood = value;
        gradient = likelihood.gradient();
        curvatureIsFresh = false;
        if (curvature && borrowed && constraints.active.length === 0) {
          const moved = theta.map((now, i) => now - before[i]);
          const lost = older.map((now, i) => now - gradient[i]);
          curvature = secantUpdate(curvature, moved, lost);
        }
        return taken;
      }
    }
    theta.set(before);
    likelihood.forward(theta);
    return 0;
  };

  /** Lets go of the constraint the likelihood pushes away from, if that promises a gain. */
  const releaseOne = (): boolean => {
    const unwilling = constraints.mostUnwilling(theta, gradient);
    if (!unwilling) return false;
    const { constraint, force } = unwilling;
    const index = constraint < 0 ? constraints.pivot(theta) : constraint;
    const matrix = size ?? information();
    if (force * force < options.tolerance * matrix[index * k + index]) return false;
    constraints.release(constraint);
    settled = false;
    // A parameter that was held has no row in the curvature yet.
    if (constraint >= 0) curvature = null;
    return true;
  };

  let stalled = false;
  for (let releases = 0; iterations < options.maxIterations; ) {
    if (options.known && decrement < NEAR && onSlopeOf(options.known, theta, constraints)) return { ...options.known, iterations };
    const move = nextMove(decrement);
    // The last step, taken by whoever asked for the maximum, need not be measured by another pass where it is sure to arrive.
    const sure = settled && curvatureIsFresh && (LEFT_OVER * move.decrement ** 2) / n < options.tolerance;
    decrement = sure ? Math.min(move.decrement, (LEFT_OVER * move.decrement ** 2) / n) : move.decrement;
    const { share, constraint } = constraints.limit(theta, move.step);
    if (constraint !== null && share < 1e-10) {
      constraints.hold(constraint);
      constraints.snap(theta);
      continue;
    }
    if (decrement < options.tolerance || stalled) {
      if (releases++ > 2 * k || !releaseOne()) break;
      stalled = false;
      decrement = NEAR;
      continue;
    }
    iterations++;
    options.onIteration(iterations);
    const before = logLikelihood;
    const taken = advance(move, share);
    const creeps = taken < CREEPING * share || logLikelihood - before < CREEPING * taken * move.decrement;
    if (taken === 0) {
      // A stale curvature may point nowhere: renew it once before taking the likelihood for flat.
      stalled = curvatureIsFresh || curvature === null;
      if (!stalled) curvature = null;
      decrement = Math.min(decrement, NEAR / 2);
    } else if (creeps && decrement < (likelihood.arrived ?? 0)) {
      // Up against a kink: what is gained from here on is rounding.
      stalled = true;
    } else if (taken === share && constraint !== null) {
      constraints.hold(constraint);
      constraints.snap(theta);
    }
  }
  const converged = decrement < options.tolerance || (stalled && decrement < (likelihood.arrived ?? ARRIVED));
  return {
    theta,
    logLikelihood,
    constraints,
    curvature,
    settled: settled && curvature !== null,
    gradient,
    size: size ?? likelihood.information(),
    iterations,
    converged,
  };
}
