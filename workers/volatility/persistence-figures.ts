import { quadraticForm } from "../numerics/linear-algebra";
import type { GarchFit } from "./garch-model";
import { type Ending, PERSISTENCE, type Persistence } from "./models/volatility-model";
import type { Task } from "./search";

/** Persistence from which the half-life is reported as infinite. */
const NO_DECAY = 1 - 1e-8;

type Following = "persistence" | "persistenceError" | "halfLife" | "halfLifeError" | "unconditionalVariance" | "unconditionalVarianceError";

/** Persistence, half-life and long-run variance, with standard errors by the delta method. */
export function persistenceFigures(
  { context, kind, likelihood }: Omit<Task, "series" | "kernels">,
  ending: Ending,
  omega: number,
  robust: Float64Array | null,
): Pick<GarchFit, Following> {
  const errorOf = (slopes: Float64Array) => {
    const variance = robust && !ending.constraints.isActive(PERSISTENCE) ? quadraticForm(slopes, robust, slopes) : 0;
    return variance > 0 ? Math.sqrt(variance) : null;
  };
  const found: Persistence = kind.persistence(likelihood, ending);
  const { value: persistence } = found;
  const persistenceError = found.error === undefined ? errorOf(found.slopes) : robust && found.error;
  const decays = persistence < NO_DECAY;
  const logarithm = decays && persistence > 0 ? context.kernels.naturalLog(persistence) : null;
  const longRun = decays ? kind.longRun(likelihood, omega / (1 - persistence), found, ending) : null;
  return {
    persistence,
    persistenceError,
    halfLife: logarithm !== null ? -Math.LN2 / logarithm : decays ? 0 : Number.POSITIVE_INFINITY,
    halfLifeError: logarithm !== null && persistenceError !== null ? (Math.LN2 * persistenceError) / (persistence * logarithm ** 2) : null,
    unconditionalVariance: longRun?.value ?? null,
    unconditionalVarianceError: longRun?.slopes ? errorOf(longRun.slopes) : null,
  };
}
