import type { GarchModel } from "../garch-model";
import { averageWeights, figarchWeights, HAR_LAGS } from "./lag-weights";
import type { Inequality } from "./linear-constraints";

/** Constant and lag weights at some parameters, with their derivatives by each: omega first, then the others of the variance. */
export interface LagShape {
  constant: number;
  weights: Float64Array;
  byParameter: { constant: number; weights: Float64Array | null }[];
}

/** Names of the parameters of the variance. */
export function lagKeys({ variance }: Pick<GarchModel, "variance">): string[] {
  return variance === "figarch" ? ["omega", "phi", "d", "beta1"] : ["omega", ...HAR_LAGS.map((_, i) => `alpha${i + 1}`)];
}

export function lagShape({ variance }: Pick<GarchModel, "variance">, [omega, ...rest]: ArrayLike<number> & Iterable<number>): LagShape {
  if (variance === "figarch") {
    const [phi, d, beta] = rest;
    const { weights, byPhi, byD, byBeta } = figarchWeights(phi, d, beta);
    const share = 1 / (1 - beta);
    const byParameter = [
      { constant: share, weights: null },
      { constant: 0, weights: byPhi },
      { constant: 0, weights: byD },
      { constant: omega * share * share, weights: byBeta },
    ];
    return { constant: omega * share, weights, byParameter };
  }
  const averages = HAR_LAGS.map(averageWeights);
  const weights = new Float64Array(averages[0].length);
  averages.forEach((average, i) => {
    for (let lag = 0; lag < weights.length; lag++) weights[lag] += rest[i] * average[lag];
  });
  return {
    constant: omega,
    weights,
    byParameter: [{ constant: 1, weights: null }, ...averages.map((weights) => ({ constant: 0, weights }))],
  };
}

const SMALLEST_OMEGA = 1e-9;
const LARGEST_BETA = 1 - 1e-6;

/** Bounds of the parameters of the variance, and what ties several together: weights over mu, the variance and the shape. */
export function lagLimits({ variance }: Pick<GarchModel, "variance">, keys: string[]) {
  const row = (weights: Record<string, number>, most: number): Inequality => ({
    weights: Float64Array.from(keys, (key) => weights[key] ?? 0),
    most,
  });
  if (variance === "figarch") {
    const bounds: [number, number][] = [
      [SMALLEST_OMEGA, Number.POSITIVE_INFINITY],
      [0, 0.5],
      [0, 1],
      [0, LARGEST_BETA],
    ];
    // phi <= (1 - d) / 2 and beta <= d + phi keep every weight from falling below 0.
    return { bounds, inequalities: [row({ phi: 1, d: 0.5 }, 0.5), row({ beta1: 1, d: -1, phi: -1 }, 0)] };
  }
  const bounds: [number, number][] = [[SMALLEST_OMEGA, Number.POSITIVE_INFINITY], ...HAR_LAGS.map((): [number, number] => [0, 1])];
  return { bounds, inequalities: [row(Object.fromEntries(HAR_LAGS.map((_, i) => [`alpha${i + 1}`, 1])), 1)] };
}

/** Where a search begins, in standardised units. */
export function lagStarts({ variance }: Pick<GarchModel, "variance">): number[][] {
  if (variance === "figarch") {
    return [0.3, 0.6].flatMap((d) =>
      [0.2, 0.7].flatMap((share) =>
        [0.3, 0.8].map((part) => {
          const phi = (share * (1 - d)) / 2;
          const beta = part * (d + phi);
          // The weights up to the cut add up to less than 1: what is left makes the long-run variance 1.
          const left = 1 - figarchWeights(phi, d, beta).weights.reduce((sum, weight) => sum + weight, 0);
          return [left * (1 - beta), phi, d, beta];
        }),
      ),
    );
  }
  return [0.5, 0.8, 0.95].flatMap((total) =>
    [
      [0.2, 0.4, 0.4],
      [0.4, 0.4, 0.2],
    ].map((shares) => [1 - total, ...shares.map((share) => share * total)]),
  );
}
