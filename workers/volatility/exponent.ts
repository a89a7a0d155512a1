import { type Count, VALUE_BYTES } from "../contract";
import { inChunks, type JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import type { KeptFit } from "./garch-model";
import { isLagModel, lagModelOf } from "./lag-weights";
import { type NelsonExponent, nelsonExponent } from "./nelson";

/** Steps per batch for the standard error; short enough for the kernel. */
const MAX_BATCH = 1024;
/** Residuals per kernel call. */
const CHUNK = 32_768;
/** Number of powers whose growth gives the exponent of an EGARCH with several lags. */
const POWERS: Count = 4096;

/** ln of the largest root of the recursion L[t] = sum beta[j] L[t-j], from the growth of its powers. */
function logRoot(beta: number[], ln: (x: number) => number): number {
  if (beta.length === 1) return ln(Math.max(Math.abs(beta[0]), 1e-300));
  let memory: number[] = beta.map((_, i) => (i === 0 ? 1 : 0));
  let growth = 0;
  for (let step = 0; step < POWERS; step++) {
    const next = beta.reduce((sum, weight, j) => sum + weight * memory[j], 0);
    memory = [next, ...memory.slice(0, -1)];
    const size = memory.reduce((sum, value) => sum + Math.abs(value), 0);
    if (!(size > 0)) return ln(1e-300);
    memory = memory.map((value) => value / size);
    growth += ln(size);
  }
  return growth / POWERS;
}

/**
 * Top Lyapunov exponent of models other than GARCH(p,q): the growth rate of a variance perturbation per step.
 * @term Lyapunov exponent of volatility
 * @formula EGARCH: ln of the largest root of the betas; APARCH: 2 / delta times that of a GARCH in |z|^delta; FIGARCH, HAR: growth of v[t] = sum lambda[i] z[t-i]^2 v[t-i] over the residuals
 * @source Nelson 1991; Bougerol and Picard 1992
 * @tolerance ln |beta| of an EGARCH(1,1) exact; one-lag weights within 1e-12 of the mean of ln(lambda z^2)
 */
export function volatilityExponent(context: JobContext, kernels: KernelsOf<"volatility">, fit: KeptFit, residuals: number): NelsonExponent {
  const { model, parameters, n } = fit;
  const ln = context.kernels.naturalLog;
  if (model.variance === "aparch") return powerExponent(context, kernels, fit, residuals);
  if (!isLagModel(model)) {
    const exponent = logRoot(parameters.beta, ln);
    return { exponent, error: (fit.persistenceError ?? 0) / Math.max(Math.abs(fit.persistence), 1e-12), integral: exponent };
  }
  const { weights } = lagModelOf(model, parameters);
  return growthOf(context, kernels, weights, residuals, n);
}

/**
 * Exponent of an APARCH: its sigma^delta is the variance of a GJR-GARCH whose squared shocks are |z|^delta, and ln h is 2 / delta times its
 * logarithm.
 */
function powerExponent(
  context: JobContext,
  kernels: KernelsOf<"volatility">,
  { model, parameters, n }: KeptFit,
  residuals: number,
): NelsonExponent {
  const { arena } = context;
  const { delta = 2 } = parameters;
  const weigh = (weight: number, side: number) => weight * kernels.exponential(delta * context.kernels.naturalLog(side));
  const alpha = parameters.alpha.map((weight, i) => weigh(weight, 1 - parameters.gamma[i]));
  const gamma = parameters.alpha.map((weight, i) => weigh(weight, 1 + parameters.gamma[i]) - alpha[i]);
  const { exponent, error } = arena.scope(() => {
    const powers = arena.take(n);
    inChunks(context, n, CHUNK, (from, to) => kernels.nelsonPowers(residuals, delta, powers, from, to));
    return nelsonExponent(context, kernels, { model, parameters: { ...parameters, alpha, gamma }, n }, powers);
  });
  return { exponent: (2 * exponent) / delta, error: (2 * error) / delta, integral: null };
}

/** Mean log growth over the residuals, with a standard error from batch means. */
export function growthOf(
  { arena, checkpoint }: JobContext,
  kernels: KernelsOf<"volatility">,
  weights: Float64Array,
  residuals: number,
  n: Count,
): NelsonExponent {
  const batch = Math.min(MAX_BATCH, Math.max(1, Math.floor(Math.sqrt(n))));
  const means: number[] = [];
  let total = 0;
  arena.scope(() => {
    const lags = weights.length;
    const address = arena.put(weights);
    const products = arena.put(new Float64Array(lags + batch).fill(1)) + lags * VALUE_BYTES;
    for (let from = 0; from < n; from += batch) {
      checkpoint();
      const to = Math.min(from + batch, n);
      const growth = kernels.lagGrowth(address, lags, residuals, from, to, products);
      total += growth;
      if (to - from === batch) means.push(growth / batch);
    }
  });
  const exponent = total / n;
  const spread = means.reduce((sum, mean) => sum + (mean - exponent) ** 2, 0);
  return { exponent, error: means.length > 1 ? Math.sqrt(spread / (means.length * (means.length - 1))) : 0, integral: null };
}
