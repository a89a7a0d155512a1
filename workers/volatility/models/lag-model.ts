import type { Cause } from "../../contract";
import type { Likelihood } from "../likelihood";
import type { LagForm } from "../likelihoods/lag-form";
import { LagLikelihood } from "../likelihoods/lag-likelihood";
import type { VolatilitySeries } from "../volatility-series";
import { plainSentences } from "./plain-sentences";
import type { VolatilityModel } from "./volatility-model";

/** Smallest constant of a variance, as a share of the sample variance. */
export const MIN_OMEGA = 1e-9;

const pointOf = ({ model }: Likelihood, { moments }: VolatilitySeries, variance: number[], shape: number[]): Float64Array =>
  Float64Array.of(...(model.mean === "zero" ? [] : moments.start), ...variance, ...shape);

/** Shared by models whose variance is a weighted sum of past squared shocks. */
export const lagModel = (
  title: string,
  form: LagForm,
  ofJointConstraint: string,
  targetingTrouble: Cause,
): Omit<VolatilityModel, "persistence"> => ({
  title,
  label: () => title,
  fixedForm: true,
  targetingTrouble,
  regressesMean: () => false,
  likelihood(context, kernels, model, series) {
    if (!kernels) throw new Error("the volatility kernels are needed for this model");
    return new LagLikelihood(context, kernels, model, series, form);
  },
  starts: (likelihood, series, { shape }) => ({
    grid: form.starts().map((variance) => ({ theta: pointOf(likelihood, series, variance, shape) })),
  }),
  // A pass over a thousand lags is expensive: two starts suffice unless the result is doubtful.
  nested: (likelihood, series, { shape, doubtful }) =>
    doubtful ? form.nested().map((variance) => pointOf(likelihood, series, variance, shape)) : [],
  longRun: (_, value) => ({ value, slopes: null }),
  boundSentences: (ending) => plainSentences(ending, ofJointConstraint),
});
