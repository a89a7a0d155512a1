import type { Constraints } from "./constraints";
import type { Objective } from "./objective";

/** Step of the differences, as a fraction of the standard error implied by the Fisher information. */
const STEP = 1e-3;

/** Length from which a one-sided difference is accurate enough: its error falls with the square root of the length, as the step does. */
export const LONG = 50_000;

/**
 * Step for locally smooth gradients: one-sided differences over a few thousand observations are accurate to a few parts per million, with
 * half the passes of central ones.
 */
const SHORT_STEP = 3e-6;
const MIN_FOR_SHORT = 5000;

/**
 * Minus the Hessian of an objective at the parameters of its last `value`, from differences of its analytic gradient unless the objective
 * provides it; rows and columns of parameters at active bounds are zero. Near a bound the difference is one-sided, also of second order.
 * @param gradient at theta
 * @param information a positive diagonal of the right order of magnitude: Fisher information or an earlier result
 * @param exact false if the matrix only serves as a search direction, for which one-sided differences suffice
 */
export function negativeHessian(
  objective: Objective,
  theta: Float64Array,
  gradient: Float64Array,
  information: Float64Array,
  constraints: Constraints,
  exact: boolean,
): Float64Array {
  const k = theta.length;
  const { n } = objective;
  const { lower, upper, isActive } = constraints;
  const rows = new Float64Array(k * k);
  const at = (index: number, step: number): Float64Array => {
    const moved = theta.slice();
    moved[index] += step;
    objective.value(moved);
    return objective.gradient();
  };
  const short = n >= MIN_FOR_SHORT && !objective.stepFactor;
  const usual = short ? SHORT_STEP : STEP;
  const known = objective.curvature?.() ?? null;
  const from = known?.size ?? 0;
  objective.freeze?.(true);
  for (let i = from; i < k; i++) {
    if (isActive(i)) continue;
    // A poorly identified parameter has a huge standard error: its step is limited by the parameter's own size.
    const step = Math.min((usual * (objective.stepFactor?.(i) ?? 1)) / Math.sqrt(information[i * k + i]), 0.1 * (1 + Math.abs(theta[i])));
    const room = Math.min(theta[i] - lower[i], upper[i] - theta[i]);
    if (!exact || short || n >= LONG) {
      const inward = theta[i] - lower[i] > upper[i] - theta[i] ? -step : step;
      const near = at(i, inward);
      for (let j = 0; j < k; j++) rows[i * k + j] = (gradient[j] - near[j]) / inward;
    } else if (room > step) {
      const up = at(i, step);
      const down = at(i, -step);
      for (let j = 0; j < k; j++) rows[i * k + j] = (down[j] - up[j]) / (2 * step);
    } else {
      const inward = theta[i] - lower[i] <= step ? step : -step;
      const near = at(i, inward);
      const far = at(i, 2 * inward);
      for (let j = 0; j < k; j++) rows[i * k + j] = (3 * gradient[j] - 4 * near[j] + far[j]) / (2 * inward);
    }
  }
  objective.freeze?.(false);
  const between = (i: number, j: number) => {
    if (known && i < from && j < from) return known.block[i * from + j];
    if (i < from) return rows[j * k + i];
    return j < from ? rows[i * k + j] : 0.5 * (rows[i * k + j] + rows[j * k + i]);
  };
  const matrix = new Float64Array(k * k);
  for (let i = 0; i < k; i++) for (let j = 0; j < k; j++) if (!isActive(i) && !isActive(j)) matrix[i * k + j] = between(i, j);
  return matrix;
}
