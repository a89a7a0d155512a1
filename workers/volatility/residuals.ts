import type { Count } from "../contract";
import { inChunks, type JobContext } from "../runtime/job";
import type { GarchFit, KeptFit } from "./garch-model";

const CHUNK = 262_144;

/** A fit as returned by a job: with residuals only if they do not follow from the returns. */
export const keptFit = (fit: GarchFit): KeptFit => (fit.parameters.ar.length > 0 ? fit : { ...fit, residuals: null });

/** A fit's standardized residuals and its volatility in the kernels' memory. */
export interface Residuals {
  z: number;
  volatility: number;
  n: Count;
}

/** Writes both to the kernels' memory; for a fit without residuals, which has a constant mean, these are z[t] = (r[t] - mu) / sigma[t]. */
export function putResiduals(context: JobContext, fit: KeptFit, returns: Float64Array): Residuals {
  const { arena, kernels } = context;
  const { parameters, residuals, n } = fit;
  const z = arena.put(residuals ?? returns.subarray(returns.length - n));
  const volatility = arena.put(fit.volatility);
  if (!residuals) inChunks(context, n, CHUNK, (from, to) => kernels.standardizeReturns(z, volatility, from, to, parameters.mu, z));
  return { z, volatility, n };
}

/** The fit with its residuals, recomputed if missing. */
export function withResiduals(context: JobContext, fit: KeptFit, returns: Float64Array): GarchFit {
  const { residuals } = fit;
  if (residuals) return { ...fit, residuals };
  const own = new Float64Array(fit.n);
  const { arena } = context;
  arena.scope(() => own.set(arena.view(putResiduals(context, fit, returns).z, fit.n)));
  return { ...fit, residuals: own };
}
