import { because } from "../../contract";
import { linearConstraint } from "../../numerics/constraints";
import { figarchWeights } from "../lag-weights";
import type { LagForm } from "../likelihoods/lag-form";
import { lagModel, MIN_OMEGA } from "./lag-model";
import type { VolatilityModel } from "./volatility-model";

const MAX_BETA = 1 - 1e-6;

const form: LagForm = {
  keys: ["omega", "phi", "d", "beta1"],
  bounds: [
    [MIN_OMEGA, Number.POSITIVE_INFINITY],
    [0, 0.5],
    [0, 1],
    [0, MAX_BETA],
  ],
  // phi <= (1 - d) / 2 and beta <= d + phi keep every weight non-negative.
  joint(keys) {
    const row = (weights: Record<string, number>) => Float64Array.from(keys, (key) => weights[key] ?? 0);
    return [linearConstraint(row({ phi: 1, d: 0.5 }), 0.5), linearConstraint(row({ beta1: 1, d: -1, phi: -1 }), 0)];
  },
  shape([omega, phi, d, beta]) {
    const { weights, byPhi, byD, byBeta } = figarchWeights(phi, d, beta);
    const share = 1 / (1 - beta);
    return {
      constant: omega * share,
      weights,
      byParameter: [
        { constant: share, weights: null },
        { constant: 0, weights: byPhi },
        { constant: 0, weights: byD },
        { constant: omega * share * share, weights: byBeta },
      ],
    };
  },
  starts: () =>
    [0.3, 0.6].flatMap((d) =>
      [0.2, 0.7].flatMap((share) =>
        [0.3, 0.8].map((part) => {
          const phi = (share * (1 - d)) / 2;
          const beta = part * (d + phi);
          // The truncated weights sum to less than 1: the rest makes the long-run variance 1.
          const left = 1 - figarchWeights(phi, d, beta).weights.reduce((sum, weight) => sum + weight, 0);
          return [left * (1 - beta), phi, d, beta];
        }),
      ),
    ),
  // Without long memory (d = 0) it is a GARCH(1,1) with alpha = phi - beta and persistence phi; without phi as well, a constant variance.
  nested: () =>
    [
      [0, 0],
      [0.1, 0.05],
      [0.3, 0.05],
      [0.3, 0.25],
      [0.5, 0.1],
      [0.5, 0.4],
    ].map(([phi, beta]) => [1 - phi, phi, 0, beta]),
};

const AT_EDGE = "The memory parameters are at the bound where an ARCH(∞) weight turns negative: the data is outside this model's range.";

/**
 * FIGARCH(1,d,1): shocks decay hyperbolically, so there is neither a half-life nor a long-run variance (Baillie, Bollerslev and Mikkelsen
 * 1996).
 */
export const figarch: VolatilityModel = {
  ...lagModel("FIGARCH(1,d,1)", form, AT_EDGE, because("volatility/targeting")),
  persistence: ({ keys }) => ({ value: 1, slopes: new Float64Array(keys.length), error: 0 }),
};
