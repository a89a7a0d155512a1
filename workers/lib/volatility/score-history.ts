import type { KernelsOf } from "../../wasm/kernels";
import { GjrLikelihood } from "../garch/gjr-likelihood";
import { afterLags, momentsOfMean } from "../garch/gjr-series";
import { reportedKeys } from "../garch/report";
import { standardise } from "../garch/series";
import type { GarchParameters, KeptFit } from "../garch-model";
import type { JobContext } from "../job";
import { multiply, project } from "../linear-algebra";
import type { ScoreHistory } from "./climbable";
import { familyOf } from "./families";
import { fromUnits, toUnits } from "./units";
import { prepareSeries } from "./volatility-likelihood";

/** Value of a reported parameter. */
function reportedValue({ mu, ar, omega, alpha, gamma, beta, nu, lambda, d }: GarchParameters, key: string): number {
  const lag = Number(/\d$/.exec(key)?.[0] ?? 1) - 1;
  const lists: Record<string, number | undefined> = { ar: ar[lag], alpha: alpha[lag], gamma: gamma[lag], beta: beta[lag] };
  const single: Record<string, number | null | undefined> = { mu, omega, nu, lambda, d, phi: alpha[0], decay: beta[0] };
  return lists[key.replace(/\d+$/, "")] ?? single[key] ?? 0;
}

/** Derivatives of the free parameters of a GARCH, GJR or EWMA model by the reported ones of the same names. */
function slopesOfFree(keys: string[], mean: number, scale: number): Float64Array {
  const k = keys.length;
  const slopes = new Float64Array(k * k);
  keys.forEach((key, i) => {
    slopes[i * k + i] = key === "mu" ? 1 / scale : key === "omega" ? 1 / (scale * scale) : 1;
    // The constant of the standardised series holds a share of the mean; a free gamma is the whole weight of a loss.
    keys.forEach((other, j) => {
      if (key === "mu" && other.startsWith("ar")) slopes[i * k + j] = mean / scale;
    });
    if (key === "gamma1") slopes[i * k + keys.indexOf("alpha1")] = 1;
  });
  return slopes;
}

const inOtherUnits = ({ total, scores, running }: ScoreHistory, slopes: Float64Array): ScoreHistory => {
  const k = total.length;
  return { total: multiply(total, slopes, 1, k, k), scores: project(scores, slopes, k, k), running: project(running, slopes, k, k) };
};

/**
 * The scores of a fit along its sample by the estimated parameters, as they are reported; null where its returns do not vary or its
 * parameters define no likelihood. An autoregressive mean takes the first of the returns given as known once more.
 */
export function scoreHistory(
  context: JobContext,
  kernels: KernelsOf<"volatility">,
  { model, parameters }: Pick<KeptFit, "model" | "parameters">,
  returns: Float64Array,
): { keys: string[]; n: number; history: ScoreHistory } | null {
  const family = familyOf(model);
  return context.arena.scope(() => {
    if (family) {
      const series = prepareSeries(context, returns, model);
      if (!series) return null;
      const likelihood = family.likelihood(context, kernels, model, series);
      const { keys } = likelihood;
      const { mean, scale, n } = likelihood.series;
      const values = keys.map((key) => reportedValue(parameters, key));
      const theta = fromUnits(context.kernels, model, keys, values, mean, scale);
      if (!Number.isFinite(likelihood.forward(theta))) return null;
      const { inverse } = toUnits(context.kernels, model, keys, theta, mean, scale);
      return { keys, n, history: inOtherUnits(likelihood.scoreHistory(), inverse) };
    }
    const whole = standardise(context, returns);
    const series = whole && afterLags(whole, model);
    const moments = series && momentsOfMean(context, series, model);
    if (!moments) return null;
    const likelihood = new GjrLikelihood(context, kernels, model, series, moments, true);
    const { keys, natural } = likelihood.layout;
    const { mean, scale, n } = series;
    const values = reportedKeys(natural, keys, model.variance === "ewma").map((key) => reportedValue(parameters, key));
    const theta = likelihood.fromEstimates(values);
    if (!theta || !Number.isFinite(likelihood.forward(theta))) return null;
    return { keys, n, history: inOtherUnits(likelihood.scoreHistory(), slopesOfFree(keys, mean, scale)) };
  });
}
