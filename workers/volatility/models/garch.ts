import { product } from "../../numerics/linear-algebra";
import type { GarchModel } from "../garch-model";
import { GarchLikelihood } from "../likelihoods/garch-likelihood";
import { betaSentence, embed, garchFamily, garchGrid, garchSentences, gjrPasses, lagSentence } from "./garch-family";
import { PERSISTENCE, type VolatilityModel } from "./volatility-model";

/** True for the models supported by the core's own passes: a constant mean, normal or either t. */
const isPlain = ({ mean, targeting, distribution }: GarchModel): boolean => mean === "constant" && !targeting && distribution !== "ged";

/** GARCH(p,q), h[t] = omega + sum alpha[i] e[t-i]^2 + sum beta[j] h[t-j] (Bollerslev 1986): with faster passes where the core has them. */
export const garch: VolatilityModel = {
  ...garchFamily,
  title: "GARCH",
  label: ({ p, q }) => `GARCH(${p},${q})`,
  fixedForm: false,
  needsNoModule: isPlain,
  regressesMean: (model, scoresOnly) => scoresOnly || !isPlain(model),
  likelihood: (context, kernels, model, series, scoresOnly) =>
    isPlain(model) && !scoresOnly
      ? new GarchLikelihood(context, model, series, series.moments.backcast)
      : gjrPasses(context, kernels, model, series, scoresOnly),
  starts: ({ model, keys }, series, { shape, oneLag }) => ({
    grid: garchGrid(model, series, shape, false),
    more: oneLag ? [embed(oneLag.theta, oneLag.keys, keys)] : [],
  }),
  persistence({ keys }, { theta, constraints }) {
    const slopes = Float64Array.from(keys, (key) => (/^(alpha|beta)/.test(key) ? 1 : 0));
    return { value: constraints.isActive(PERSISTENCE) ? 1 : product(slopes, theta), slopes };
  },
  boundSentences: (ending) =>
    garchSentences(ending, (named) => [
      lagSentence(named("alpha"), false, "Try a smaller ARCH(q)."),
      betaSentence(ending.model, named("beta")),
    ]),
};
