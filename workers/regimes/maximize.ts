import type { Count } from "../contract";
import { quadraticForm } from "../numerics/linear-algebra";
import { ridgeStep, secantUpdate } from "../numerics/newton";
import type { RegimeModel } from "./model";
import type { RegimeParameters } from "./parameters";
import type { RegimePasses } from "./passes";

/** The ascent stops when the decrement (twice the log-likelihood still to be gained) is below this. */
const TOLERANCE = 1e-10;
const MAX_STEPS = 200;
const HALVINGS = 25;
/** Decrement that counts as converged if no step gains anymore because of rounding. */
const ARRIVED = 1e-6;
/** Squared distance from a known maximum, in standard errors, below which the ascent counts as having reached it. */
const NEAR = 0.1;
/** Maximum change of a parameter per step: log odds, means and log variances are all of order one. */
const MAX_MOVE = 2;
/** Relative rounding noise of a log-likelihood summed over many values. */
const NOISE = 2e-14;
/** Powell's damping of the secant update. */
const DAMPING = 0.2;

export interface RegimeMaximum {
  theta: Float64Array;
  model: RegimeModel;
  logLikelihood: number;
  gradient: Float64Array;
  /** Minus the Hessian as updated by the steps; initially the complete-data Fisher information. */
  hessian: Float64Array;
  steps: Count;
  /** Twice the log-likelihood still to be gained, by the updated Hessian. */
  decrement: number;
  converged: boolean;
}

/** True if two points are within a fraction of a standard error of each other, and thus belong to the same maximum. */
function sameHill({ theta, hessian }: RegimeMaximum, point: Float64Array): boolean {
  const distance = point.map((value, i) => value - theta[i]);
  return quadraticForm(distance, hessian, distance) < NEAR;
}

interface ClimbOptions {
  /** Known maxima: an ascent that comes close to one of them ends there. */
  known?: readonly RegimeMaximum[];
  onStep?: (done: Count) => void;
}

/**
 * Maximizes the exact log-likelihood by quasi-Newton steps, starting with the complete-data information, so that the first steps are those
 * of EM and later ones converge faster. Transitions that vanish are fixed at their bound.
 */
export function maximizeRegimes(
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
  let hessian = parameters.information(at.model, at.found);
  let decrement = Number.POSITIVE_INFINITY;
  let steps = 0;
  let fresh = true;
  for (; steps < MAX_STEPS; steps++) {
    onStep?.(steps);
    const hill = known.find((maximum) => sameHill(maximum, at.theta));
    if (hill) return { ...hill, steps };
    const closing = parameters.closing(at.theta, at.gradient, at.found);
    const constraints = parameters.constraints();
    for (const place of closing.keys()) constraints.activate(place);
    const { step, decrement: inside } = ridgeStep(hessian, at.gradient, at.theta, constraints);
    decrement = inside;
    let left = 0;
    for (const [place, value] of closing) {
      step[place] = value - at.theta[place];
      left += at.gradient[place] * Math.max(step[place], -1);
    }
    if (decrement + left < TOLERANCE) break;
    const longest = step.reduce((most, move, i) => (closing.has(i) ? most : Math.max(most, Math.abs(move))), 0);
    let length = Math.min(1, MAX_MOVE / longest);
    const noise = NOISE * Math.abs(at.found.logLikelihood);
    let gain = 0;
    for (let tries = 0; tries < HALVINGS && gain === 0; tries++, length /= tries < 3 ? 2 : 4) {
      const trial = look(parameters.bound(at.theta.map((value, i) => value + length * step[i])));
      const gained = trial.found.logLikelihood - at.found.logLikelihood;
      if (!(gained >= 1e-4 * length * decrement - noise)) continue;
      const moved = trial.theta.map((value, i) => value - at.theta[i]);
      const fall = at.gradient.map((value, i) => value - trial.gradient[i]);
      hessian = secantUpdate(hessian, moved, fall, DAMPING);
      at = trial;
      gain = Math.max(gained, noise);
      fresh = false;
    }
    if (gain > noise || (gain > 0 && decrement > ARRIVED)) continue;
    // Only rounding is left to gain, or a Hessian from distant points gives no ascent direction: it is then reset here, once.
    if (fresh || decrement < ARRIVED) break;
    hessian = parameters.information(at.model, at.found);
    fresh = true;
  }
  const { theta, model, gradient } = at;
  return { theta, model, logLikelihood: at.found.logLikelihood, gradient, hessian, steps, decrement, converged: decrement < ARRIVED };
}
