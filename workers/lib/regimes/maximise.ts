import type { Count } from "../../contract";
import { cholesky, multiply, solveWithCholesky } from "../linear-algebra";
import type { RegimeModel } from "./model";
import type { RegimeParameters } from "./parameters";
import type { RegimePasses } from "./passes";

/** Stop when twice the log-likelihood still to be gained is below this. */
const TOLERANCE = 1e-10;
const MOST_STEPS = 200;
const HALVINGS = 25;
/** Where no step gains any more for rounding, this much left to gain counts as arrived. */
const ARRIVED = 1e-6;
/** Squared distance from a known maximum, in standard errors, that counts as being there. */
const NEAR = 0.1;
/** No parameter moves further than this in one step: odds, means and variances are all of order one. */
const LONGEST_MOVE = 2;
/** Relative rounding noise of a log-likelihood summed over many values. */
const NOISE = 2e-14;

export interface RegimeMaximum {
  theta: Float64Array;
  model: RegimeModel;
  logLikelihood: number;
  gradient: Float64Array;
  /** Curvature gathered on the way; at first the information of the complete data. */
  curvature: Float64Array;
  steps: Count;
  /** Twice the log-likelihood still to be gained, by the curvature gathered. */
  decrement: number;
  converged: boolean;
}

/** A ridge this large is all there is of any curvature made of numbers. */
const LARGEST_RIDGE = 1e30;

/** Solves curvature x = gradient; a growing ridge helps where a parameter has no effect. */
export function solveStep(curvature: Float64Array, gradient: Float64Array): Float64Array {
  const k = gradient.length;
  const largest = gradient.reduce((most, _, i) => Math.max(most, Math.abs(curvature[i * k + i])), 0);
  for (let ridge = 0; ridge < LARGEST_RIDGE; ridge = ridge === 0 ? 1e-12 : ridge * 100) {
    const held = curvature.slice();
    for (let i = 0; i < k; i++) held[i * k + i] += ridge * (largest + 1);
    const factor = cholesky(held, k);
    if (factor) return solveWithCholesky(factor, gradient);
  }
  // A curvature that is no number anywhere, as values beyond the range of squares give it: there is nowhere to go.
  return new Float64Array(k);
}

const inner = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, i) => sum + value * b[i], 0);

/** The curvature corrected so that it explains how the gradient fell along the step (Broyden, Fletcher, Goldfarb, Shanno; Powell's damping). */
function secantUpdate(curvature: Float64Array, step: Float64Array, fall: Float64Array): Float64Array {
  const k = step.length;
  const foretold = multiply(curvature, step, k, k, 1);
  const expected = inner(step, foretold);
  const bent = inner(step, fall);
  if (!(expected > 0)) return curvature;
  const share = bent >= 0.2 * expected ? 1 : (0.8 * expected) / (expected - bent);
  const damped = fall.map((value, i) => share * value + (1 - share) * foretold[i]);
  const size = inner(step, damped);
  const next = curvature.slice();
  for (let i = 0; i < k; i++)
    for (let j = 0; j < k; j++) next[i * k + j] += (damped[i] * damped[j]) / size - (foretold[i] * foretold[j]) / expected;
  return next;
}

/** True where two points are within a fraction of a standard error of each other: the same hill. */
function sameHill({ theta, curvature }: RegimeMaximum, point: Float64Array): boolean {
  const distance = point.map((value, i) => value - theta[i]);
  return inner(distance, multiply(curvature, distance, theta.length, theta.length, 1)) < NEAR;
}

export interface ClimbOptions {
  /** A maximum found before: a climb that arrives on its hill ends there. */
  known?: readonly RegimeMaximum[];
  onStep?: (done: Count) => void;
}

/**
 * Climbs to a maximum of the exact log-likelihood by quasi-Newton steps that begin with the complete data's information, so that the
 * first ones are EM's and the later ones jump. Moves that die out are closed at their bound.
 */
export function maximiseRegimes(
  passes: RegimePasses,
  parameters: RegimeParameters,
  start: RegimeModel,
  { known = [], onStep }: ClimbOptions = {},
): RegimeMaximum {
  const look = (theta: Float64Array) => {
    const model = parameters.toModel(theta);
    const found = passes.expectation(model);
    return { theta, model, found, gradient: parameters.gradient(model, found) };
  };
  let at = look(parameters.fromModel(start));
  let curvature = parameters.information(at.model, at.found);
  let decrement = Number.POSITIVE_INFINITY;
  let steps = 0;
  let fresh = true;
  for (; steps < MOST_STEPS; steps++) {
    onStep?.(steps);
    const hill = known.find((maximum) => sameHill(maximum, at.theta));
    if (hill) return { ...hill, steps };
    const closing = parameters.closing(at.theta, at.gradient, at.found);
    const step = solveStep(
      withoutPlaces(curvature, closing),
      at.gradient.map((value, i) => (closing.has(i) ? 0 : value)),
    );
    decrement = inner(step, at.gradient);
    let left = 0;
    for (const [place, value] of closing) {
      step[place] = value - at.theta[place];
      left += at.gradient[place] * Math.max(step[place], -1);
    }
    if (decrement + left < TOLERANCE) break;
    const longest = step.reduce((most, move, i) => (closing.has(i) ? most : Math.max(most, Math.abs(move))), 0);
    let share = Math.min(1, LONGEST_MOVE / longest);
    const noise = NOISE * Math.abs(at.found.logLikelihood);
    let gain = 0;
    for (let tries = 0; tries < HALVINGS && gain === 0; tries++, share /= tries < 3 ? 2 : 4) {
      const trial = look(parameters.bound(at.theta.map((value, i) => value + share * step[i])));
      const gained = trial.found.logLikelihood - at.found.logLikelihood;
      if (!(gained >= 1e-4 * share * decrement - noise)) continue;
      const moved = trial.theta.map((value, i) => value - at.theta[i]);
      const fall = at.gradient.map((value, i) => value - trial.gradient[i]);
      curvature = secantUpdate(curvature, moved, fall);
      at = trial;
      gain = Math.max(gained, noise);
      fresh = false;
    }
    if (gain > noise || (gain > 0 && decrement > ARRIVED)) continue;
    // Nothing but rounding is left to gain, or a curvature gathered far away points nowhere: then it begins anew from here, once.
    if (fresh || decrement < ARRIVED) break;
    curvature = parameters.information(at.model, at.found);
    fresh = true;
  }
  const { theta, model, gradient } = at;
  return { theta, model, logLikelihood: at.found.logLikelihood, gradient, curvature, steps, decrement, converged: decrement < ARRIVED };
}

/** The matrix with the rows and columns of some places replaced by those of the unit matrix. */
function withoutPlaces(matrix: Float64Array, places: ReadonlyMap<number, number>): Float64Array {
  const k = Math.round(Math.sqrt(matrix.length));
  const next = matrix.slice();
  for (const place of places.keys()) for (let i = 0; i < k; i++) next[place * k + i] = next[i * k + place] = i === place ? 1 : 0;
  return next;
}
