import type { JobContext } from "../runtime/job";
import { largestError, type SelfCheck } from "../runtime/self-check";
import { completeModel, type ModelAsk } from "./garch-model";
import { GjrLikelihood } from "./likelihoods/gjr-likelihood";
import { prepareSeries } from "./volatility-series";

/** Forty values with a changing variance, computed without logarithms or roots. */
const VALUES = Float64Array.from({ length: 40 }, (_, t) => (((t * 37) % 41) / 20.5 - 1) * (t % 16 < 8 ? 1 : 2.5));

async function likelihoodOf(context: JobContext, ask: ModelAsk, theta: number[]): Promise<number[]> {
  const kernels = await context.load("volatility");
  return context.arena.scope(() => {
    const model = completeModel(ask);
    const series = prepareSeries(context, VALUES, model, true);
    if (!series) return [];
    const likelihood = new GjrLikelihood(context, kernels, model, series);
    const at = Float64Array.from(theta);
    const lags = typeof model.mean === "object" ? model.mean.ar : 0;
    const carried = theta.slice(1, 1 + lags).reduce((sum, weight) => sum + weight, 0);
    at[0] = (theta[0] - series.mean * (1 - carried)) / series.scale;
    at[1 + lags] = theta[1 + lags] / series.scale ** 2;
    return [likelihood.value(at), likelihood.nextVariance() * series.scale ** 2];
  });
}

/** @param theta free parameters in the units of the values; the total weight of a loss is alpha + gamma */
const check = (name: string, ask: Omit<ModelAsk, "p" | "q" | "preSample">, theta: number[], expected: number[]): SelfCheck => ({
  kernel: `gjrForward, ${name}`,
  source: "Python arch 8.0.0, fixed parameters",
  tolerance: 1e-11,
  errorOf: async (context) => largestError(await likelihoodOf(context, { p: 1, q: 1, preSample: "ewma75", ...ask }, theta), expected),
});

export const checks: SelfCheck[] = [
  check("normal", { variance: "gjr", distribution: "normal" }, [0.1, 0.2, 0.05, 0.17, 0.7], [-55.11948436746153, 0.8682681544547562]),
  check(
    "skewed t",
    { variance: "gjr", distribution: "skewt" },
    [0.1, 0.2, 0.05, 0.17, 0.7, 6, -0.2],
    [-55.116461006897715, 0.8682681544547562],
  ),
  check(
    "AR(2), GED",
    { variance: "gjr", mean: { ar: 2 }, distribution: "ged" },
    [0.1, 0.05, -0.1, 0.2, 0.05, 0.17, 0.7, 1.4],
    [-52.07877382596205, 0.8666369136039462],
  ),
  check(
    "AR(1), t, no asymmetry",
    { mean: { ar: 1 }, distribution: "t" },
    [0.1, 0.05, 0.2, 0.15, 0.7, 5],
    [-54.48984576343817, 0.8772821854266659],
  ),
  {
    kernel: "skewedTLossShare",
    source: "quadrature of the density, scipy 1.17.1",
    tolerance: 1e-12,
    async errorOf(context) {
      const { skewedTLossShare } = await context.load("volatility");
      return largestError([skewedTLossShare(8, -0.1), skewedTLossShare(5, 0.3)], [0.5325655051386883, 0.38338642537952095]);
    },
  },
];
