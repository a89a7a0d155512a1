import type { GarchFit, KeptFit } from "../garch-model";
import { inChunks, type JobContext } from "../job";

const CHUNK = 262_144;

/** A fit as a job gives it back: with the residuals only where the returns beside it do not tell them. */
export const keptFit = (fit: GarchFit): KeptFit => (fit.parameters.ar.length > 0 ? fit : { ...fit, residuals: null });

/** z[t] = (r[t] - mu) / sigma[t] of a fit with a constant mean, into `out`. */
export function standardise(context: JobContext, { parameters, volatility, n }: KeptFit, returns: Float64Array, out: Float64Array): void {
  const { arena, kernels } = context;
  arena.scope(() => {
    const [values, deviations] = [arena.put(returns.subarray(returns.length - n)), arena.put(volatility)];
    inChunks(context, n, CHUNK, (from, to) => kernels.standardiseReturns(values, deviations, from, to, parameters.mu, values));
    out.set(arena.view(values, n));
  });
}

/** The fit with its residuals, which are computed anew where it came without them. */
export function withResiduals(context: JobContext, fit: KeptFit, returns: Float64Array): GarchFit {
  const { residuals } = fit;
  if (residuals) return { ...fit, residuals };
  const own = new Float64Array(fit.n);
  standardise(context, fit, returns, own);
  return { ...fit, residuals: own };
}
