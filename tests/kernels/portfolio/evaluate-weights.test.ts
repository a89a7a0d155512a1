import { expect, it } from "vitest";
import { type EvaluateWeightsInput, evaluateWeights } from "../../../workers/portfolio/jobs/evaluate-weights";
import { failureText, resultOf } from "../../fixtures/failure-text";

const input: EvaluateWeightsInput = {
  weights: Float64Array.of(0.25, 0.75),
  means: Float64Array.of(0.04, 0.1),
  volatilities: Float64Array.of(0.1, 0.2),
  correlation: Float64Array.of(1, 0.2, 0.2, 1),
  riskFree: 0.02,
  frontier: [
    { expectedReturn: 0.05, volatility: 0.09 },
    { expectedReturn: 0.09, volatility: 0.17 },
  ],
};
const evaluated = (change: Partial<EvaluateWeightsInput> = {}) => {
  return resultOf(evaluateWeights({ ...input, ...change }));
};

it("computes return, volatility and Sharpe ratio by the textbook formulas", () => {
  const { expectedReturn, volatility, sharpe, riskContributions } = evaluated();
  const variance = (0.25 * 0.1) ** 2 + (0.75 * 0.2) ** 2 + 2 * 0.25 * 0.75 * 0.2 * 0.1 * 0.2;
  expect(expectedReturn).toBeCloseTo(0.085, 14);
  expect(volatility).toBeCloseTo(Math.sqrt(variance), 14);
  expect(sharpe).toBeCloseTo(0.065 / Math.sqrt(variance), 12);
  expect(riskContributions?.[0]).toBeCloseTo(((0.25 * 0.1) ** 2 + 0.25 * 0.75 * 0.2 * 0.1 * 0.2) / variance, 12);
});

it("reports the distance from the frontier, and none beyond its ends", () => {
  const { returnBelow, volatilityAbove, volatility } = evaluated();
  expect(returnBelow).toBeCloseTo(0.05 + ((volatility - 0.09) / 0.08) * 0.04 - 0.085, 14);
  expect(volatilityAbove).toBeCloseTo(volatility - (0.09 + ((0.085 - 0.05) / 0.04) * 0.08), 14);
  const risky = evaluated({ weights: Float64Array.of(0, 1) });
  expect(risky.returnBelow).toBeNull();
  expect(risky.volatilityAbove).toBeNull();
  expect(evaluated({ frontier: [] }).returnBelow).toBeNull();
});

it("refuses weights that are not a portfolio", () => {
  const outcome = evaluateWeights({ ...input, weights: Float64Array.of(0.5, 0.75) });
  expect(outcome.ok ? "" : failureText(outcome.failure)).toBe("The weights sum to 125%; they must sum to 100%");
  expect(evaluateWeights({ ...input, weights: Float64Array.of(Number.NaN, 0.5) }).ok).toBe(false);
  expect(evaluateWeights({ ...input, means: Float64Array.of(1) }).ok).toBe(false);
});
