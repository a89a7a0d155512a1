import { beforeAll, describe, expect, it } from "vitest";
import type { PortfolioKernels } from "../../../workers/numerics/dense-matrix";
import type { Estimates } from "../../../workers/portfolio/estimates";
import { clusterAssets, distanceOf, splitAlong } from "../../../workers/portfolio/hierarchical";
import { LONG_ONLY, limitsOf, type PortfolioLimits } from "../../../workers/portfolio/limits";
import { highestRatio, minimumVariance, type OptimumOutcome } from "../../../workers/portfolio/mean-variance";
import { portfolioStatistics } from "../../../workers/portfolio/statistics";
import { wholeShares } from "../../../workers/portfolio/whole-shares";
import type { JobContext } from "../../../workers/runtime/job";
import { resultOf } from "../../fixtures/failure-text";
import { goldenJson } from "../../fixtures/golden";
import { testContext } from "../context";

type Performance = [expectedReturn: number, volatility: number, sharpe: number];

interface Published {
  input: {
    names: string[];
    riskFree: number;
    geometricMeans: number[];
    arithmeticMeans: number[];
    /** Lower triangle by rows, annualized. */
    covariance: number[][];
    /** Pairwise over the days both have, which differs from the covariance's sample if histories differ in length. */
    correlation: number[][];
    lastPrices: number[];
  };
  expected: Record<"minimumVariance" | "minimumVarianceShort" | "maximumSharpe" | "maximumSharpeShort" | "hierarchical", Performance> & {
    maximumUtility: { aversion: number; performance: Performance };
    wholeShares: { capital: number; shares: Record<string, number>; rootMeanSquare: number };
  };
}

const { input, expected } = await goldenJson<Published>("portfolio/published_stocks20.json");
const { names, riskFree } = input;
const n = names.length;
const square = (rows: readonly number[][]) =>
  Float64Array.from({ length: n * n }, (_, at) => {
    const [i, j] = [Math.floor(at / n), at % n];
    return rows[Math.max(i, j)][Math.min(i, j)];
  });
const estimates: Estimates = { means: Float64Array.from(input.geometricMeans), covariance: square(input.covariance), shrinkage: null };
const SHORT: PortfolioLimits = { lower: -10, upper: 10, groups: [] };

let context: JobContext;
let kernels: PortfolioKernels;
beforeAll(async () => {
  context = await testContext();
  kernels = await context.load("portfolio");
});

const rules = (limits: PortfolioLimits) => {
  return resultOf(limitsOf(names, limits));
};
const weightsOf = (found: OptimumOutcome) => {
  if (typeof found === "string") throw new Error(found);
  return found.weights;
};
const performance = (weights: Float64Array, by = estimates): number[] => {
  const { expectedReturn, volatility, sharpe } = portfolioStatistics(weights, by, riskFree);
  return [expectedReturn, volatility, sharpe ?? Number.NaN];
};
const sharpest = (limits: PortfolioLimits) =>
  weightsOf(
    highestRatio(
      context,
      kernels,
      estimates.covariance,
      estimates.means.map((mean) => mean - riskFree),
      rules(limits),
    ),
  );
/**
 * Their solver stops at about 1e-6 of the weights: published figures are compared like in their own tests, at 1e-7 relative, or slightly
 * above.
 */
const near = (own: readonly number[], published: readonly number[], tolerance: number) =>
  own.forEach((value, i) => {
    expect(Math.abs(value / published[i] - 1), `figure ${i}: ${value} for ${published[i]}`).toBeLessThan(tolerance);
  });

describe("optima PyPortfolioOpt publishes for its 20 stocks", () => {
  it("minimum variance, long only and with short sales", () => {
    near(performance(weightsOf(minimumVariance(context, kernels, estimates, rules(LONG_ONLY)))), expected.minimumVariance, 2e-6);
    near(performance(weightsOf(minimumVariance(context, kernels, estimates, rules(SHORT)))), expected.minimumVarianceShort, 2e-6);
  });
  it("maximum Sharpe ratio, long only and with short sales", () => {
    near(performance(sharpest(LONG_ONLY)), expected.maximumSharpe, 2e-6);
    near(performance(sharpest(SHORT)), expected.maximumSharpeShort, 2e-6);
  });
  it("maximum quadratic utility", () => {
    const { aversion, performance: published } = expected.maximumUtility;
    near(performance(weightsOf(minimumVariance(context, kernels, estimates, rules(LONG_ONLY), aversion))), published, 2e-6);
  });
  it("hierarchical risk parity", () => {
    const { order } = clusterAssets(
      context,
      square(input.correlation).map((value, at) => (at % (n + 1) === 0 ? 0 : distanceOf(value))),
      n,
      "single",
    );
    expect(order.slice(0, 5)).toEqual([12, 6, 15, 14, 2]);
    const weights = splitAlong(estimates.covariance, n, order);
    near(performance(weights, { ...estimates, means: Float64Array.from(input.arithmeticMeans) }), expected.hierarchical, 1e-9);
  });
  it("whole shares of the maximum Sharpe ratio, exactly", () => {
    const { capital, shares, rootMeanSquare } = expected.wholeShares;
    const prices = Float64Array.from(input.lastPrices);
    const own = wholeShares(sharpest(LONG_ONLY), prices, capital);
    expect(Object.fromEntries(names.map((name, i) => [name, own.shares[i]]).filter(([, count]) => count !== 0))).toEqual(shares);
    expect(own.values.reduce((sum, value) => sum + value, own.leftOver)).toBeCloseTo(capital, 8);
    expect(own.error).toBeCloseTo(rootMeanSquare, 6);
  });
});
