import { type Fraction, fail, type Outcome, succeed } from "../../contract";
import { type PortfolioStatistics, portfolioStatistics } from "../statistics";

export interface EvaluateWeightsInput {
  weights: Float64Array;
  /** Annual estimates, one per asset, and their correlation matrix, row-major: those of a proposal. */
  means: Float64Array;
  volatilities: Float64Array;
  correlation: Float64Array;
  riskFree: Fraction;
  /** Portfolios of the frontier, from minimum variance to the highest expected return; empty if there is none. */
  frontier: readonly { expectedReturn: Fraction; volatility: Fraction }[];
}

/** Expected performance of weights that were not optimized. */
export interface WeightsEvaluation extends PortfolioStatistics {
  /**
   * Shortfall of the expected return against the frontier at the same volatility, and excess volatility at the same return; null beyond its
   * ends.
   */
  returnBelow: Fraction | null;
  volatilityAbove: Fraction | null;
}

const SUM_ROUNDING = 1e-6;

/** Linear interpolation of the frontier at a value of the other axis; null beyond its ends. */
function between(at: number, along: readonly number[], values: readonly number[]): number | null {
  for (let i = 0; i + 1 < along.length; i++) {
    if (at < along[i] || at > along[i + 1]) continue;
    const share = along[i + 1] > along[i] ? (at - along[i]) / (along[i + 1] - along[i]) : 0;
    return values[i] + share * (values[i + 1] - values[i]);
  }
  return null;
}

/** Annual return, volatility, Sharpe ratio and risk contributions of given weights, and their distance from the efficient frontier. */
export function evaluateWeights(input: EvaluateWeightsInput): Outcome<WeightsEvaluation> {
  const { weights, means, volatilities, correlation, riskFree, frontier } = input;
  const n = weights.length;
  if (means.length !== n || volatilities.length !== n || correlation.length !== n * n)
    return fail("bad-input", "portfolio/matrix", { assets: n });
  if (!means.every(Number.isFinite)) return fail("bad-input", "portfolio/means", { assets: n });
  if (!volatilities.every(Number.isFinite) || !correlation.every(Number.isFinite))
    return fail("bad-input", "portfolio/matrix", { assets: n });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (!(Math.abs(sum - 1) <= SUM_ROUNDING)) return fail("bad-input", "portfolio/weightSum", { sum });
  const covariance = correlation.map((value, at) => value * volatilities[Math.floor(at / n)] * volatilities[at % n]);
  const found = portfolioStatistics(weights, { means, covariance, shrinkage: null }, riskFree);
  const [risks, gains] = [frontier.map(({ volatility }) => volatility), frontier.map(({ expectedReturn }) => expectedReturn)];
  const [most, least] = [between(found.volatility, risks, gains), between(found.expectedReturn, gains, risks)];
  return succeed({
    ...found,
    returnBelow: most === null ? null : most - found.expectedReturn,
    volatilityAbove: least === null ? null : found.volatility - least,
  });
}
