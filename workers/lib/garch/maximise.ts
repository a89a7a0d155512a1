import type { Count } from "../../contract";
import { cholesky, multiply, project, quadraticForm, solveWithCholesky, transpose } from "../linear-algebra";
import { Constraints } from "./constraints";
import { negativeHessian } from "./curvature";
import type { GarchLikelihood } from "./likelihood";

/** Steps with the expected information before the observed curvature takes over. */
const SCORING_STEPS = 4;
/** A decrement below this is near enough to the top for the observed curvature. */
const NEAR = 0.5;
/** A curvature is kept as long as each step shrinks the decrement by this much. */
const KEEP_WHILE = 30;
const HALVINGS = 30;
/** Relative rounding noise of a log-likelihood summed over many observations. */
const NOISE = 1e-13;
/** Where no step gains any more for rounding, this much left to gain counts as arrived. */
const ARRIVED = 1e-5;

export interface Maximum {
  theta: Float64Array;
  logLikelihood: number;
  constraints: Constraints;
  /** Minus the Hessian not far from the maximum, zero for held parameters; null when scoring alone got there. */
  curvature: Float64Array | null;
  /** Expected information at some point of the climb: the size of each parameter's curvature. */
  size: Float64Array;
  iterations: Count;
  converged: boolean;
}

export interface MaximiseOptions {
  /** Stop when g' M^-1 g, twice the log-likelihood still to be gained, is below this. */
  tolerance: number;
  maxIterations: Count;
  /** Where an earlier climb on part of the series ended. */
  warm?: { curvature: Float64Array | null; size: Float64Array; constraints: Constraints };
  /** A maximum found before: a climb that arrives on its slope, with the same constraints held, ends there. */
  known?: Maximum;
  onIteration(done: Count): void;
}

interface Move {
  step: Float64Array;
  decrement: number;
}

/** Newton step in the free directions; null where the matrix is not positive definite there. */
export function newtonStep(matrix: Float64Array, gradient: Float64Array, theta: Float64Array, constraints: Constraints): Move | null {
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
function onSlopeOf({ theta, curvature, constraints }: Maximum, point: Float64Array, held: Constraints): boolean {
  if (!curvature || constraints.active.join() !== held.active.join()) return false;
  const distance = point.map((value, i) => value - theta[i]);
  return quadraticForm(distance, curvature, distance) < 1;
}

/** Climbs to a maximum inside the feasible set: scoring steps first, Newton to finish, constraints held as they are met. */
export function maximise(likelihood: GarchLikelihood, start: Float64Array, options: MaximiseOptions): Maximum {
  const k = start.length;
  const constraints = options.warm?.constraints.copy() ?? new Constraints(likelihood.layout);
  const theta = start.slice();
  constraints.snap(theta);
  let logLikelihood = likelihood.forward(theta);
  let gradient = likelihood.gradient();
  let curvature = options.warm?.curvature ?? null;
  let curvatureIsFresh = false;
  let size = options.warm?.size ?? null;
  let decrement = Number.POSITIVE_INFINITY;
  let iterations = 0;

  const information = (): Float64Array => {
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
    curvature = negativeHessian(likelihood, theta, gradient, size ?? information(), constraints);
    curvatureIsFresh = true;
    likelihood.forward(theta);
  };

  const nextMove = (previous: number): Move => {
    if (curvature === null && iterations < SCORING_STEPS && !(previous < NEAR)) return scoringStep();
    if (curvature === null) renewCurvature();
    let move = curvature && newtonStep(curvature, gradient, theta, constraints);
    if (move && !curvatureIsFresh && move.decrement > options.tolerance && move.decrement * KEEP_WHILE > previous) {
      renewCurvature();
      move = curvature && newtonStep(curvature, gradient, theta, constraints);
    }
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
      if (value >= logLikelihood + 1e-4 * taken * move.decrement - NOISE * Math.abs(logLikelihood)) {
        logLikelihood = value;
        gradient = likelihood.gradient();
        curvatureIsFresh = false;
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
    // A parameter that was held has no row in the curvature yet.
    if (constraint >= 0) curvature = null;
    return true;
  };

  let stalled = false;
  for (let releases = 0; iterations < options.maxIterations; ) {
    if (options.known && decrement < NEAR && onSlopeOf(options.known, theta, constraints)) return { ...options.known, iterations };
    const move = nextMove(decrement);
    decrement = move.decrement;
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
    const taken = advance(move, share);
    if (taken === 0) {
      // A stale curvature may point nowhere: renew it once before taking the likelihood for flat.
      stalled = curvatureIsFresh || curvature === null;
      if (!stalled) curvature = null;
      decrement = Math.min(decrement, NEAR / 2);
    } else if (taken === share && constraint !== null) {
      constraints.hold(constraint);
      constraints.snap(theta);
    }
  }
  const converged = decrement < options.tolerance || (stalled && decrement < ARRIVED);
  return { theta, logLikelihood, constraints, curvature, size: size ?? likelihood.information(), iterations, converged };
}
