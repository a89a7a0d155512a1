import type { Count } from "../contract";
import type { GarchModel, GarchParameters } from "./garch-model";

/** A variance that is a constant and a weighted sum of past squared shocks: h[t] = constant + sum of weights[i - 1] e^2[t - i]. */
interface LagModel {
  constant: number;
  /** Newest lag first; padded with 0 to a multiple of four. */
  weights: Float64Array;
}

/** Truncation lag of a FIGARCH, as in Python arch. */
export const FIGARCH_LAGS: Count = 1000;
/** Steps of the averages of a HAR variance: a day, a week, a month. */
export const HAR_LAGS: readonly Count[] = [1, 5, 22];

const filledUp = (lags: Count): Count => 4 * Math.ceil(lags / 4);
export const lagCount = ({ variance }: Pick<GarchModel, "variance">): Count =>
  filledUp(variance === "har" ? HAR_LAGS[HAR_LAGS.length - 1] : FIGARCH_LAGS);

/** True if the variance is a weighted sum of past squared shocks only. */
export const isLagModel = ({ variance }: Pick<GarchModel, "variance">): boolean => variance === "har" || variance === "figarch";

/**
 * ARCH(infinity) weights of a FIGARCH(1, d, 1), with their derivatives with respect to phi, d and beta.
 * @term FIGARCH
 * @formula lambda[1] = phi - beta + d, lambda[i] = beta lambda[i-1] + delta[i] - phi delta[i-1], delta[1] = d, delta[i] = delta[i-1] (i - 1 - d) / i
 * @source Baillie, Bollerslev and Mikkelsen 1996; truncated at 1000 lags as in Python arch
 * @tolerance log-likelihood of arch on DEM/GBP and the S&P 500 within 1e-6
 */
export function figarchWeights(phi: number, d: number, beta: number) {
  const [weights, byPhi, byD, byBeta] = Array.from({ length: 4 }, () => new Float64Array(FIGARCH_LAGS));
  let delta = d;
  let deltaByD = 1;
  weights[0] = phi - beta + d;
  byPhi[0] = 1;
  byD[0] = 1;
  byBeta[0] = -1;
  for (let i = 1; i < FIGARCH_LAGS; i++) {
    const lag = i + 1;
    const next = ((lag - 1 - d) / lag) * delta;
    const nextByD = ((lag - 1 - d) / lag) * deltaByD - delta / lag;
    weights[i] = beta * weights[i - 1] + next - phi * delta;
    byPhi[i] = beta * byPhi[i - 1] - delta;
    byD[i] = beta * byD[i - 1] + nextByD - phi * deltaByD;
    byBeta[i] = weights[i - 1] + beta * byBeta[i - 1];
    delta = next;
    deltaByD = nextByD;
  }
  return { weights, byPhi, byD, byBeta };
}

/** Weight of each lag in the average over `span` steps. */
export function averageWeights(span: Count): Float64Array {
  return new Float64Array(lagCount({ variance: "har" })).fill(1 / span, 0, span);
}

/** The lag form of a FIGARCH or HAR at given parameters. */
export function lagModelOf({ variance }: Pick<GarchModel, "variance">, { omega, alpha, beta, d = 0 }: GarchParameters): LagModel {
  if (variance === "figarch") return { constant: omega / (1 - beta[0]), weights: figarchWeights(alpha[0], d, beta[0]).weights };
  const weights = new Float64Array(lagCount({ variance: "har" }));
  HAR_LAGS.forEach((span, i) => {
    for (let lag = 0; lag < span; lag++) weights[lag] += alpha[i] / span;
  });
  return { constant: omega, weights };
}
