import type { Family } from "./families";
import { LagLikelihood } from "./lag-likelihood";
import { lagStarts } from "./lag-parameters";

const common: Pick<Family, "likelihood" | "starts" | "longRunVariance"> = {
  likelihood: (context, kernels, model, series) => new LagLikelihood(context, kernels, model, series),
  starts: ({ model, series }, shape) =>
    lagStarts(model).map((variance) => Float64Array.of(...(model.mean === "zero" ? [] : series.meanStart), ...variance, ...shape)),
  longRunVariance: (_, level) => level,
};

/** FIGARCH(1,d,1): shocks fade like a power of time, so there is neither a half-life nor a long-run variance. */
export const figarch: Family = {
  ...common,
  label: () => "FIGARCH(1,d,1)",
  persistenceWeights: (keys) => keys.map(() => 0),
  persistenceBase: 1,
};

/** HAR variance of averages over a day, a week and a month. */
export const har: Family = {
  ...common,
  label: () => "HAR(1,5,22)",
  persistenceWeights: (keys) => keys.map((key) => (key.startsWith("alpha") ? 1 : 0)),
  persistenceBase: 0,
};
