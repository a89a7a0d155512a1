import { negativeHessian } from "./hessian";
import type { Maximum } from "./maximize";
import { newtonStep } from "./newton";
import type { Objective } from "./objective";

/** Minus the Hessian at the maximum; an ascent over a long series already has it. */
function hessianAt(objective: Objective, { theta, constraints, hessian, settled, information, value, gradient }: Maximum) {
  if (hessian && settled) return { hessian, value, gradient };
  const at = objective.value(theta);
  const slope = objective.gradient();
  return { hessian: negativeHessian(objective, theta, slope, information, constraints, true), value: at, gradient: slope };
}

/**
 * One more Newton step at a maximum: it squares the remaining error. Leaves the objective at the result, `theta` updated in place.
 * @returns minus the Hessian, and the value
 */
export function polish(objective: Objective, maximum: Maximum): { hessian: Float64Array; value: number } {
  const { theta, constraints } = maximum;
  const { hessian, gradient, ...top } = hessianAt(objective, maximum);
  const move = newtonStep(hessian, gradient, theta, constraints);
  const before = theta.slice();
  if (move && constraints.stepLimit(theta, move.step).length === 1) {
    for (let i = 0; i < theta.length; i++) theta[i] += move.step[i];
    constraints.snap(theta);
  }
  const moved = objective.value(theta);
  if (moved >= top.value - 1e-12 * Math.abs(top.value)) return { hessian, value: moved };
  theta.set(before);
  objective.value(theta);
  return { hessian, value: top.value };
}
