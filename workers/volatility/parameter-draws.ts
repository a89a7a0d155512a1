import type { Count } from "../contract";
import { cholesky } from "../numerics/linear-algebra";
import type { JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import type { GarchParameters, KeptFit } from "./garch-model";
import { isFeasible, withValues } from "./parameter-vector";

/** One set of parameters drawn from their sampling distribution. */
interface ParameterDraw {
  parameters: GarchParameters;
  /** Change of ln h[T+1] relative to the fit. */
  logVarianceChange: number;
}

/** Maximum redraws of parameters outside the feasible set; then the estimate itself is used. */
const MAX_TRIES = 200;
/** Parameters tied by a constraint have a singular covariance: this share of each variance makes it regular. */
const RIDGE = 1e-9;

/**
 * Parameters drawn from their asymptotic normal distribution, truncated to the feasible set.
 * @formula theta ~ N(estimate, robust covariance), kept if feasible; ln h[T+1] shifts by its gradient times the change
 * @source Blasques, Lasak, Koopman and Lucas 2016 (in-sample uncertainty by draws)
 * @tolerance spread of 4000 draws within 8% of the robust standard error
 */
export function drawParameters(
  context: JobContext,
  kernels: KernelsOf<"volatility">,
  fit: KeptFit,
  count: Count,
  stream: number,
): ParameterDraw[] {
  const { arena } = context;
  const k = fit.estimates.length;
  const { robust } = fit.covariance;
  const free = fit.estimates.flatMap((_, i) => (robust[i * k + i] > 0 ? [i] : []));
  const size = free.length;
  const block = new Float64Array(size * size);
  free.forEach((i, a) => {
    for (const [b, j] of free.entries()) block[a * size + b] = robust[i * k + j] * (a === b ? 1 + RIDGE : 1);
  });
  const factor = cholesky(block, size);
  const center = fit.estimates.map(({ value }) => value);
  const still = { parameters: fit.parameters, logVarianceChange: 0 };
  if (!factor) return new Array<ParameterDraw>(count).fill(still);
  const noise = arena.take(size);
  const draw = (): ParameterDraw => {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      kernels.drawInnovations(stream, noise, size, 0, 0, 0);
      const z = arena.view(noise, size);
      const values = center.slice();
      let logVarianceChange = 0;
      free.forEach((i, a) => {
        let change = 0;
        for (let b = 0; b <= a; b++) change += factor[a * size + b] * z[b];
        values[i] += change;
        logVarianceChange += fit.nextLogVarianceGradient[i] * change;
      });
      const parameters = withValues(kernels, fit, values);
      if (isFeasible(kernels, fit.model, parameters)) return { parameters, logVarianceChange };
    }
    return still;
  };
  return Array.from({ length: count }, draw);
}
