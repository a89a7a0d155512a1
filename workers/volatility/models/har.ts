import { because } from "../../contract";
import { linearConstraint } from "../../numerics/constraints";
import { product } from "../../numerics/linear-algebra";
import { averageWeights, HAR_LAGS } from "../lag-weights";
import type { LagForm } from "../likelihoods/lag-form";
import { lagModel, MIN_OMEGA } from "./lag-model";
import type { VolatilityModel } from "./volatility-model";

const isWeight = (key: string): number => (key.startsWith("alpha") ? 1 : 0);

const form: LagForm = {
  keys: ["omega", ...HAR_LAGS.map((_, i) => `alpha${i + 1}`)],
  bounds: [[MIN_OMEGA, Number.POSITIVE_INFINITY], ...HAR_LAGS.map((): [number, number] => [0, 1])],
  joint: (keys) => [linearConstraint(Float64Array.from(keys, isWeight), 1)],
  shape([omega, ...rest]) {
    const averages = HAR_LAGS.map(averageWeights);
    const weights = new Float64Array(averages[0].length);
    averages.forEach((average, i) => {
      for (let lag = 0; lag < weights.length; lag++) weights[lag] += rest[i] * average[lag];
    });
    const byParameter = [{ constant: 1, weights: null }, ...averages.map((average) => ({ constant: 0, weights: average }))];
    return { constant: omega, weights, byParameter };
  },
  starts: () =>
    [0.5, 0.8, 0.95].flatMap((total) =>
      [
        [0.2, 0.4, 0.4],
        [0.4, 0.4, 0.2],
      ].map((shares) => [1 - total, ...shares.map((share) => share * total)]),
    ),
  // A constant variance, and an ARCH(1).
  nested: () => [0, 0.3].map((alpha) => [1 - alpha, alpha, 0, 0]),
};

const NEVER_FADES = "The weights sum to 1: shocks to volatility do not decay, so there is no long-run variance.";

/** HAR variance: omega and weights of the mean squared shocks of a day, a week and a month (after Corsi 2009). */
export const har: VolatilityModel = {
  ...lagModel("HAR(1,5,22)", form, NEVER_FADES, because("volatility/targetingOfHar")),
  persistence({ keys }, { theta }) {
    const slopes = Float64Array.from(keys, isWeight);
    return { value: product(slopes, theta), slopes };
  },
};
