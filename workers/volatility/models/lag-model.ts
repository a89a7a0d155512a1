import type { LagForm } from "../likelihoods/lag-form";
import { LagLikelihood } from "../likelihoods/lag-likelihood";
import { plainSentences } from "./plain-sentences";
import type { VolatilityModel } from "./volatility-model";

/** Smallest constant of a variance, as a share of that of the sample. */
export const MIN_OMEGA = 1e-9;

/** What models whose variance is a weighted sum of past squared shocks have in common. */
export const lagModel = (
  title: string,
  form: LagForm,
  ofJointConstraint: string,
  targetingTrouble: string,
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
  starts: ({ model }, { moments }, { shape }) => ({
    grid: form
      .starts()
      .map((variance) => ({ theta: Float64Array.of(...(model.mean === "zero" ? [] : moments.start), ...variance, ...shape) })),
  }),
  longRun: (_, value) => ({ value, slopes: null }),
  boundSentences: (ending) => plainSentences(ending, ofJointConstraint),
});
