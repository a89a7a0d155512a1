import { GjrLikelihood } from "../likelihoods/gjr-likelihood";
import { betaSentence, embed, garchFamily, garchGrid, garchSentences, gjrPasses, lagSentence } from "./garch-family";
import { PERSISTENCE, type VolatilityModel } from "./volatility-model";

const ONLY_LOSSES = "alpha1 is at zero: only losses move the next variance.";
const ONLY_GAINS = "alpha1 + gamma1 is at zero: only gains move the next variance.";

/** GJR(p,q): a GARCH with an additional weight gamma on the newest shock if it is a loss (Glosten, Jagannathan and Runkle 1993). */
export const gjr: VolatilityModel = {
  ...garchFamily,
  title: "GJR-GARCH",
  label: ({ p, q }) => `GJR(${p},${q})`,
  fixedForm: false,
  regressesMean: () => true,
  likelihood: gjrPasses,
  starts: ({ model, keys }, series, { shape, oneLag }) => ({
    grid: garchGrid(model, series, shape, true),
    more: oneLag ? [embed(oneLag.theta, oneLag.keys, keys)] : [],
  }),
  nested({ model, keys }, _series, _start, maximumOf) {
    const symmetric = maximumOf({ ...model, variance: "garch" });
    return symmetric ? [embed(symmetric.theta, symmetric.keys, keys)] : [];
  },
  persistence(likelihood, { theta, constraints }) {
    if (!(likelihood instanceof GjrLikelihood)) throw new Error("a GJR is fitted by its own passes");
    const slopes = likelihood.layout.persistenceSlopes(theta);
    return { value: constraints.isActive(PERSISTENCE) ? 1 : likelihood.layout.persistence(theta), slopes };
  },
  boundSentences: (ending) =>
    garchSentences(ending, (named) => [
      named("alpha1").length > 0 ? ONLY_LOSSES : null,
      named("gamma1").length > 0 ? ONLY_GAINS : null,
      lagSentence(
        named("alpha").filter((key) => key !== "alpha1"),
        false,
        "Try a smaller ARCH(q).",
      ),
      betaSentence(ending.model, named("beta")),
    ]),
};
