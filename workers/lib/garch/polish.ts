import type { Climbable, FeasibleSet } from "../volatility/climbable";
import { negativeHessian } from "./curvature";
import { type Maximum, newtonStep } from "./maximise";

/** Curvature at the top; the climb over a long series has it already. */
function curvatureAt(
  likelihood: Climbable<FeasibleSet>,
  { theta, constraints, curvature, settled, size, logLikelihood, gradient }: Maximum<FeasibleSet>,
) {
  if (curvature && settled) return { curvature, logLikelihood, gradient };
  const value = likelihood.forward(theta);
  const slope = likelihood.gradient();
  return { curvature: negativeHessian(likelihood, theta, slope, size, constraints, true), logLikelihood: value, gradient: slope };
}

/** One more Newton step at the top: it squares what error the search left. */
export function polish(
  likelihood: Climbable<FeasibleSet>,
  maximum: Maximum<FeasibleSet>,
): { curvature: Float64Array; logLikelihood: number } {
  const { theta, constraints } = maximum;
  const { curvature, gradient, ...top } = curvatureAt(likelihood, maximum);
  let { logLikelihood } = top;
  const move = newtonStep(curvature, gradient, theta, constraints);
  const before = theta.slice();
  if (move && constraints.limit(theta, move.step).share === 1) {
    for (let i = 0; i < theta.length; i++) theta[i] += move.step[i];
    constraints.snap(theta);
  }
  const moved = likelihood.forward(theta);
  if (moved >= logLikelihood - 1e-12 * Math.abs(logLikelihood)) logLikelihood = moved;
  else {
    theta.set(before);
    likelihood.forward(theta);
  }
  return { curvature, logLikelihood };
}
