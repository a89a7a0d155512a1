import { because } from "../../contract";
import { product } from "../../numerics/linear-algebra";
import { type GarchModel, meanLags } from "../garch-model";
import { EgarchLikelihood } from "../likelihoods/egarch-likelihood";
import { plainSentences } from "./plain-sentences";
import type { VolatilityModel } from "./volatility-model";

/** Weights of the size and of the sign of a shock, and of the past logarithm: every combination is a start. */
const SIZES = [0.05, 0.12, 0.25];
const SIGNS = [-0.1, 0, 0.1];
const DECAYS = [0.75, 0.9, 0.98];

const NEVER_FADES = "The betas sum to 1: shocks to log variance do not decay, so there is no half-life and no long-run variance.";

/** One lag of each kind, in standardized units: a long-run variance of 1. @param meanStart the constant of the mean and its weights */
function gridOfOneLag({ mean }: GarchModel, meanStart: number[], shape: number[]): Float64Array[] {
  const head = mean === "zero" ? [0] : [...meanStart, 0];
  return SIZES.flatMap((size) => SIGNS.flatMap((sign) => DECAYS.map((decay) => Float64Array.of(...head, size, sign, decay, ...shape))));
}

/** An EGARCH(1,1) as a model with more lags: the additional ones at 0, or its weights spread over them. */
function embedded(simple: Float64Array, model: GarchModel): Float64Array[] {
  const { p, q } = model;
  const at = model.mean === "zero" ? 1 : 2 + meanLags(model);
  const [size, sign, decay] = simple.subarray(at);
  const head = simple.subarray(0, at);
  const shape = simple.subarray(at + 3);
  const first = (value: number, lags: number) => [value, ...new Array<number>(lags - 1).fill(0)];
  const even = (value: number, lags: number) => new Array<number>(lags).fill(value / lags);
  return [first, even].map((spread) => Float64Array.of(...head, ...spread(size, q), ...spread(sign, q), ...spread(decay, p), ...shape));
}

/** EGARCH(p,q): ln h[t] = omega + sum alpha[i] (|z[t-i]| - sqrt(2/pi)) + gamma[i] z[t-i] + sum beta[j] ln h[t-j] (Nelson 1991). */
export const egarch: VolatilityModel = {
  title: "EGARCH",
  label: ({ p, q }) => `EGARCH(${p},${q})`,
  fixedForm: false,
  targetingTrouble: because("volatility/targeting"),
  regressesMean: () => false,
  likelihood(context, kernels, model, series) {
    if (!kernels) throw new Error("the volatility kernels are needed for this model");
    return new EgarchLikelihood(context, kernels, model, series);
  },
  starts({ model }, { moments }, { shape, oneLag }) {
    const points = oneLag ? embedded(oneLag.theta, model) : gridOfOneLag(model, moments.start, shape);
    return { grid: points.map((theta) => ({ theta })) };
  },
  persistence({ keys }, { theta }) {
    const slopes = Float64Array.from(keys, (key) => (key.startsWith("beta") ? 1 : 0));
    return { value: product(slopes, theta), slopes };
  },
  // The level is the log variance.
  longRun: (likelihood, level) => ({ value: likelihood.exponential?.(level) ?? level, slopes: null }),
  levelAt: ({ kernels }, longRunVariance) => kernels.naturalLog(longRunVariance),
  boundSentences: (ending) => plainSentences(ending, NEVER_FADES),
};
