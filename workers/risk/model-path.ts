import type { Count } from "../contract";
import { inChunks, type JobContext } from "../runtime/job";
import { PIECE } from "./model-backtest";

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

/** Losses of a standardized error, which hold from a step up to another. */
export interface ErrorLosses {
  from: Count;
  to: Count;
  valueAtRisk: number;
  shortfall: number;
}

/**
 * The losses a model expected before each return.
 * @param first index of the return that the first volatility and mean are for
 * @param losses of the errors of all steps, in order and without gaps
 */
export function modelPath(
  context: JobContext,
  returns: Float64Array,
  { first, sigmas, means }: { first: Count; sigmas: Float64Array; means: Float64Array },
  losses: readonly ErrorLosses[],
): ModelPath {
  const column = () => context.column(sigmas.length);
  const path: ModelPath = { returns, first, valueAtRisk: column(), shortfall: column(), exceptions: column() };
  const { valueAtRisk, shortfall, exceptions } = path;
  for (const { from: begin, to: end, ...error } of losses) {
    inChunks(context, end - begin, PIECE, (from, to) => {
      for (let t = begin + from; t < begin + to; t++) {
        const value = returns[first + t];
        valueAtRisk[t] = error.valueAtRisk * sigmas[t] - means[t];
        shortfall[t] = error.shortfall * sigmas[t] - means[t];
        exceptions[t] = value < -valueAtRisk[t] ? value : Number.NaN;
      }
    });
  }
  return path;
}
