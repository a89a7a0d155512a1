import type { KernelsOf } from "../runtime/wasm/kernels";
import type { GarchFit, GarchModel, GarchParameters } from "./garch-model";
import { distributionCode } from "./likelihoods/garch-state";

/** Smallest degrees of freedom, and exponent of a GED. */
const MIN_NU = { t: 2.01, skewt: 2.01, ged: 1.001, normal: 0 } as const;
const MAX_LAMBDA = 0.99;
/** Rounding error in a sum of weights constrained to 1. */
const ROUNDING = 1e-9;

const sum = (weights: number[]) => weights.reduce((total, weight) => total + weight, 0);

type Kernels = Pick<KernelsOf<"volatility">, "powerOfShock" | "skewedTLossShare">;

/** Share of a shock's variance below 0, E[z^2 1(z < 0)]: 1/2 unless the density is skewed. */
const lossShare = (kernels: Kernels, { nu, lambda }: GarchParameters): number =>
  nu === null || lambda === null ? 0.5 : kernels.skewedTLossShare(nu, lambda);

/** The parameters of a fit with other values for its estimated ones, in the order of `estimates`. */
export function withValues(
  kernels: Kernels,
  fit: Pick<GarchFit, "model" | "parameters" | "estimates" | "unconditionalVariance">,
  values: ArrayLike<number>,
): GarchParameters {
  const { estimates, parameters } = fit;
  const named = (prefix: string, instead: number[]): number[] => {
    const found = estimates.flatMap(({ key }, i) => (key.replace(/\d+$/, "") === prefix ? [values[i]] : []));
    return found.length > 0 ? found : instead;
  };
  const one = (key: string, instead: number | null) => named(key, instead === null ? [] : [instead])[0] ?? null;
  const decay = one("decay", null);
  const alpha = fit.model.variance === "figarch" ? named("phi", parameters.alpha) : named("alpha", parameters.alpha);
  const changed: GarchParameters = {
    ...parameters,
    mu: one("mu", parameters.mu) ?? 0,
    ar: named("ar", parameters.ar),
    omega: one("omega", parameters.omega) ?? 0,
    alpha: decay === null ? alpha : [1 - decay],
    gamma: named("gamma", parameters.gamma),
    beta: decay === null ? named("beta", parameters.beta) : [decay],
    nu: one("nu", parameters.nu),
    lambda: one("lambda", parameters.lambda),
  };
  if (parameters.d !== undefined) changed.d = one("d", parameters.d) ?? parameters.d;
  if (parameters.delta !== undefined) changed.delta = one("delta", parameters.delta) ?? parameters.delta;
  // A targeted omega keeps the long-run variance at that of the sample.
  if (fit.model.targeting && fit.unconditionalVariance !== null) {
    const carried = sum(changed.alpha) + sum(changed.beta) + lossShare(kernels, changed) * sum(changed.gamma);
    changed.omega = fit.unconditionalVariance * (1 - carried);
  }
  return changed;
}

/** True if parameters define a model that can be simulated: positive, stable variances, and a valid density. */
export function isFeasible(kernels: Kernels, model: GarchModel, parameters: GarchParameters): boolean {
  const { omega, beta } = parameters;
  if (!hasDensity(model, parameters)) return false;
  if (model.variance === "egarch") return Math.abs(sum(beta)) < 1;
  if (!(omega >= 0)) return false;
  if (model.variance === "figarch") return isFeasibleFigarch(parameters);
  return model.variance === "aparch" ? isFeasibleAparch(kernels, model, parameters) : isFeasibleGarch(kernels, parameters);
}

const isWeight = (weight: number): boolean => weight >= -ROUNDING;

function hasDensity({ distribution }: GarchModel, { nu, lambda }: GarchParameters): boolean {
  return (nu === null || nu > MIN_NU[distribution]) && (lambda === null || Math.abs(lambda) < MAX_LAMBDA);
}

function isFeasibleFigarch({ alpha: [phi], beta: [b], d = 0 }: GarchParameters): boolean {
  return d >= 0 && d <= 1 && phi >= 0 && phi <= (1 - d) / 2 + ROUNDING && b >= 0 && b <= d + phi + ROUNDING && b < 1;
}

function isFeasibleAparch(kernels: Kernels, { distribution }: GarchModel, parameters: GarchParameters): boolean {
  const { alpha, gamma, beta, nu, lambda, delta = 2 } = parameters;
  if (!(delta > 0) || !gamma.every((tilt) => Math.abs(tilt) < 1)) return false;
  const size = (tilt: number) => kernels.powerOfShock(distributionCode[distribution], nu ?? 0, lambda ?? 0, delta, tilt);
  const carried = alpha.reduce((total, weight, i) => total + weight * size(gamma[i]), sum(beta));
  return [...alpha, ...beta].every(isWeight) && carried <= 1 + ROUNDING;
}

function isFeasibleGarch(kernels: Kernels, parameters: GarchParameters): boolean {
  const { alpha, gamma, beta } = parameters;
  if (alpha.some((weight, i) => weight < -ROUNDING || weight + (gamma[i] ?? 0) < -ROUNDING)) return false;
  const persistence = sum(alpha) + lossShare(kernels, parameters) * sum(gamma) + sum(beta);
  return beta.every(isWeight) && persistence <= 1 + ROUNDING;
}
