import type { Constraints } from "./constraints";
import { cholesky, multiply, product, project, solveWithCholesky, transpose } from "./linear-algebra";

/** A step of an ascent, and its decrement g' M^-1 g: twice the gain predicted by the quadratic model. */
export interface NewtonStep {
  step: Float64Array;
  decrement: number;
}

/**
 * Cholesky factor of a matrix, with unit diagonal for parameters without any effect on the objective (such as a tilt with weight 0), so
 * that they stay unchanged.
 */
function factorOf(matrix: Float64Array, slope: Float64Array): Float64Array | null {
  const k = slope.length;
  const still = slope.findIndex((value, i) => value === 0 && matrix[i * (k + 1)] === 0);
  if (still < 0) return cholesky(matrix, k);
  const filled = matrix.slice();
  for (let i = still; i < k; i++) if (slope[i] === 0 && matrix[i * (k + 1)] === 0) filled[i * (k + 1)] = 1;
  return cholesky(filled, k);
}

/**
 * Newton step M^-1 g in the null space of the active constraints; null if the matrix is not positive definite there.
 * @param matrix minus the Hessian, Fisher information, or an approximation
 */
export function newtonStep(matrix: Float64Array, gradient: Float64Array, theta: Float64Array, constraints: Constraints): NewtonStep | null {
  const k = theta.length;
  if (constraints.active.length === 0) {
    const factor = factorOf(matrix, gradient);
    return factor && finite(solveWithCholesky(factor, gradient), gradient);
  }
  const { basis, size } = constraints.basis(theta);
  const slope = multiply(transpose(basis, k, size), gradient, size, k, 1);
  const factor = factorOf(project(matrix, basis, k, size), slope);
  if (!factor) return null;
  const inner = finite(solveWithCholesky(factor, slope), slope);
  return inner && { ...inner, step: multiply(basis, inner.step, k, size, 1) };
}

function finite(step: Float64Array, slope: Float64Array): NewtonStep | null {
  const decrement = product(slope, step);
  return Number.isFinite(decrement) ? { step, decrement } : null;
}

/** With a ridge this large, any finite matrix is positive definite. */
const MAX_RIDGE = 1e30;

/**
 * Newton step with a ridge that is increased until the matrix is positive definite; parameters without any effect on the objective stay
 * unchanged.
 */
export function ridgeStep(matrix: Float64Array, gradient: Float64Array, theta: Float64Array, constraints: Constraints): NewtonStep {
  const k = theta.length;
  const largest = theta.reduce((most, _, i) => Math.max(most, Math.abs(matrix[i * k + i])), 0);
  for (let ridge = 0; ridge < MAX_RIDGE; ridge = ridge === 0 ? 1e-12 : ridge * 100) {
    const ridged = matrix.slice();
    for (let i = 0; i < k; i++) ridged[i * k + i] += ridge * (largest + 1);
    const move = newtonStep(ridged, gradient, theta, constraints);
    if (move) return move;
  }
  // A matrix of NaN, as from squares that overflow: no step is possible.
  return { step: new Float64Array(k), decrement: 0 };
}

/**
 * BFGS update of minus the Hessian: it satisfies the secant condition for the decrease of the gradient along the last step.
 * @param damping Powell's (1978) damping: a decrease below this fraction of the expected one is raised to it, so that the matrix remains
 * positive definite; with 0 such a step leaves the matrix unchanged
 */
export function secantUpdate(matrix: Float64Array, step: Float64Array, fall: Float64Array, damping = 0): Float64Array {
  const k = step.length;
  const foretold = multiply(matrix, step, k, k, 1);
  const expected = product(step, foretold);
  const fallen = product(step, fall);
  if (!(expected > 0) || (damping === 0 && !(fallen > 0))) return matrix;
  const weight = fallen >= damping * expected ? 1 : ((1 - damping) * expected) / (expected - fallen);
  const damped = fall.map((value, i) => weight * value + (1 - weight) * foretold[i]);
  const size = product(step, damped);
  const next = matrix.slice();
  for (let i = 0; i < k; i++)
    for (let j = 0; j < k; j++) next[i * k + j] += (damped[i] * damped[j]) / size - (foretold[i] * foretold[j]) / expected;
  return next;
}
