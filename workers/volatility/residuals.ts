import type { Count } from "../contract";
import { inChunks, type JobContext } from "../runtime/job";
import type { GarchFit, KeptFit } from "./garch-model";

const CHUNK = 262_144;

/** A fit as a job gives it back: with the residuals only where the returns beside it do not tell them. */
export const keptFit = (fit: GarchFit): KeptFit => (fit.parameters.ar.length > 0 ? fit : { ...fit, residuals: null });

/** A fit's standardized residuals and its volatility in the kernels' memory. */
export interface Residuals {
  z: number;
  volatility: number;
  n: Count;
}

/** Puts both there; residuals that do not come with the fit, which has a constant mean then, are z[t] = (r[t] - mu) / sigma[t]. */
export function putResiduals(context: JobContext, fit: KeptFit, returns: Float64Array): Residuals {
  const { arena, kernels } = context;
  const { parameters, residuals, n } = fit;
  const z = arena.put(residuals ?? returns.subarray(returns.length - n));
  const volatility = arena.put(fit.volatility);
  if (!residuals) inChunks(context, n, CHUNK, (from, to) => kernels.standardizeReturns(z, volatility, from, to, parameters.mu, z));
  return { z, volatility, n };
}

/** The fit with its residuals, which are recomputed where it came without them. */
export function withResiduals(context: JobContext, fit: KeptFit, returns: Float64Array): GarchFit {
  const { residuals } = fit;
  if (residuals) return { ...fit, residuals };
  const own = new Float64Array(fit.n);
  const { arena } = context;
  arena.scope(() => own.set(arena.view(putResiduals(context, fit, returns).z, fit.n)));
  return { ...fit, residuals: own };
}
