import type { Count } from "../contract";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";

/** A model's losses at one level beside the returns they are for, in the unit of the returns; losses are positive. */
export interface ModelPath {
  returns: Float64Array;
  /** Index of the first return with losses. */
  first: Count;
  valueAtRisk: Float64Array;
  shortfall: Float64Array;
  /** Returns below -VaR, otherwise NaN. */
  exceptions: Float64Array;
}

/** What a model expected before each return, from the index `first` on. */
interface ExpectedSteps {
  first: Count;
  sigmas: Float64Array;
  means: Float64Array;
  valueAtRisk: Float64Array;
}

/** @param shortfallAt expected shortfall of the standardized error of a step */
export function modelPath(
  context: JobContext,
  returns: Float64Array,
  { first, sigmas, means, valueAtRisk }: ExpectedSteps,
  shortfallAt: (step: Count) => number,
): ModelPath {
  const [shortfall, exceptions] = [context.column(sigmas.length), context.column(sigmas.length)];
  inChunks(context, sigmas.length, CHUNK, (from, to) => {
    for (let t = from; t < to; t++) {
      const value = returns[first + t];
      shortfall[t] = shortfallAt(t) * sigmas[t] - means[t];
      exceptions[t] = value < -valueAtRisk[t] ? value : Number.NaN;
    }
  });
  return { returns, first, valueAtRisk, shortfall, exceptions };
}
