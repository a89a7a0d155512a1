import type { Fraction } from "../contract";
import type { Estimates } from "./estimates";

/** Expected performance of a portfolio, by the estimates it was made from. Figures are annual. */
export interface PortfolioStatistics {
  expectedReturn: Fraction;
  volatility: Fraction;
  /** (return - risk-free) / volatility; null without volatility. */
  sharpe: number | null;
  /** Share of each asset in the variance; sums to 1. Null without volatility. */
  riskContributions: Float64Array | null;
  /** Weighted mean of the assets' volatilities divided by the portfolio's; null without volatility. */
  diversificationRatio: number | null;
  /** 1 / sum of squared weights: number of equal holdings with the same concentration. */
  effectiveAssets: number;
}

/** Volatility relative to the assets' below which it is rounding error. */
const NO_RISK = 1e-9;

/**
 * Expected annual return, volatility and Sharpe ratio by the estimates, and the risk contribution of each asset.
 * @formula return = mean' w; volatility = sqrt(w' S w); Sharpe = (return - rf) / volatility; share_i = w_i (S w)_i / (w' S w)
 * @source Markowitz 1952; Choueifaty and Coignard 2008 (diversification ratio)
 * @tolerance PyPortfolioOpt 1.5.6 within 1e-12, relative
 */
export function portfolioStatistics(weights: Float64Array, { means, covariance }: Estimates, riskFree: Fraction): PortfolioStatistics {
  const n = weights.length;
  const pulls = Float64Array.from({ length: n }, (_, i) => weights.reduce((sum, weight, j) => sum + covariance[i * n + j] * weight, 0));
  const expectedReturn = weights.reduce((sum, weight, i) => sum + weight * means[i], 0);
  const variance = Math.max(
    0,
    weights.reduce((sum, weight, i) => sum + weight * pulls[i], 0),
  );
  const volatility = Math.sqrt(variance);
  const spread = weights.reduce((sum, weight, i) => sum + weight * Math.sqrt(covariance[i * (n + 1)]), 0);
  const largest = weights.reduce((most, _, i) => Math.max(most, Math.sqrt(covariance[i * (n + 1)])), 0);
  const risky = volatility > NO_RISK * largest;
  return {
    expectedReturn,
    volatility: risky ? volatility : 0,
    sharpe: risky ? (expectedReturn - riskFree) / volatility : null,
    riskContributions: risky ? weights.map((weight, i) => (weight * pulls[i]) / variance) : null,
    diversificationRatio: risky ? spread / volatility : null,
    effectiveAssets: 1 / weights.reduce((sum, weight) => sum + weight * weight, 0),
  };
}
