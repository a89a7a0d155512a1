import { EgarchLikelihood } from "./egarch-likelihood";
import { egarchStarts, embedEgarch } from "./egarch-starts";
import type { Family } from "./families";
import { searchFrom } from "./search";

/** EGARCH: a persistence of the logarithm of the variance, and a long-run variance that is the exponential of its mean. */
export const egarch: Family = {
  label: ({ p, q }) => `EGARCH(${p},${q})`,
  likelihood: (context, kernels, model, series) => new EgarchLikelihood(context, kernels, model, series),
  starts(likelihood, shape, options) {
    const { model } = likelihood;
    if (!(likelihood instanceof EgarchLikelihood) || model.p * model.q === 1) {
      return egarchStarts(model, likelihood.series.meanStart, shape);
    }
    const smaller = likelihood.withModel({ ...model, p: 1, q: 1 });
    const simple = searchFrom(smaller, egarchStarts(model, likelihood.series.meanStart, shape), options, () => {});
    return simple ? embedEgarch(simple.maximum.theta, model) : [];
  },
  persistenceWeights: (keys) => keys.map((key) => (key.startsWith("beta") ? 1 : 0)),
  persistenceBase: 0,
  longRunVariance: (likelihood, level) => (likelihood instanceof EgarchLikelihood ? likelihood.exponential(level) : level),
};
