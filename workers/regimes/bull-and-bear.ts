import type { Count } from "../contract";
import type { JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import { fitRegimes } from "./fit";
import { type RegimeColumn, RegimePasses } from "./passes";

interface RegimeSummary {
  mean: number;
  variance: number;
  /** Expected duration in steps. */
  duration: number;
}

/** Two regimes, for a screen that only shows the current one. */
export interface BullAndBear {
  /** Filtered probability of each regime at the last step. */
  probabilities: { Bull: number; Bear: number };
  bull: RegimeSummary;
  bear: RegimeSummary;
  /** True if the means hardly differ, so that Bull is the calm regime and Bear the volatile one. */
  byVariance: boolean;
  logLikelihood: number;
  iterations: Count;
}

/** A screen that only shows the current regime uses the latest values, as many as can be fitted in a second. */
export const REGIME_ROWS: Count = 1_000_000;

/** The default seed of the search. */
export const REGIME_SEED = 1;

/** Fits two regimes to a column of returns and names them; null if the values do not vary. Call it inside a scope of the arena. */
export function fitBullAndBear(
  context: JobContext,
  kernels: KernelsOf<"regimes">,
  column: RegimeColumn,
  report?: (share: number) => void,
): BullAndBear | null {
  const found = fitRegimes(context, kernels, column, { states: [2], seed: REGIME_SEED }, report);
  if (!found) return null;
  const [{ model, order, logLikelihood, steps }] = found.fits;
  const [Bull, Bear] = context.arena.scope(() => new RegimePasses(context, kernels, column, 2).last(model));
  const summary = (i: 0 | 1): RegimeSummary => ({
    mean: model.mean[i],
    variance: model.variance[i],
    duration: 1 / (1 - model.transition[i][i]),
  });
  return {
    probabilities: { Bull, Bear },
    bull: summary(0),
    bear: summary(1),
    byVariance: order === "variance",
    logLikelihood,
    iterations: steps,
  };
}
