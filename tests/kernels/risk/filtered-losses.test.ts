import { expect, it } from "vitest";
import { filteredLosses } from "../../../workers/risk/filtered-losses";
import { fitModel } from "../../../workers/volatility/fit";
import { DEFAULT_FIT_OPTIONS } from "../../../workers/volatility/search";
import { failureText } from "../../fixtures/failure-text";
import { goldenColumn } from "../../fixtures/golden";
import { testContext } from "../context";
import { quantileTwin } from "../reference/resampling";

const context = await testContext();
const risk = await context.load("risk");
const prices = await goldenColumn("series/eustockmarkets.csv", "DAX");
if (!prices) throw new Error("no series");
const returns = prices.slice(1).map((value, t) => value / prices[t] - 1);
/** Of the standard normal at 5%, to 15 digits. */
const [Z, DENSITY] = [-1.6448536269514722, 0.10313564037537139];

it("EWMA: equals the plain recursion, with the normal quantile and tail mean", async () => {
  const found = await filteredLosses(context, risk, returns, 0.95);
  let variance = returns.reduce((sum, r) => sum + r * r, 0) / returns.length;
  for (const r of returns) variance = 0.94 * variance + 0.06 * r * r;
  const deviation = Math.sqrt(variance);
  expect(found?.ewma?.deviation).toBeCloseTo(deviation, 9);
  expect(found?.ewma?.valueAtRisk).toBeCloseTo(-Z * deviation, 9);
  expect(found?.ewma?.shortfall).toBeCloseTo((deviation * DENSITY) / 0.05, 9);
});

it("filtered: equals the sorted residuals of the fit, scaled by its next volatility", async () => {
  const found = await filteredLosses(context, risk, returns, 0.95);
  const fit = await fitModel(context, returns, { p: 1, q: 1, distribution: "normal", preSample: "sample" }, DEFAULT_FIT_OPTIONS);
  if (!fit.ok) throw new Error(failureText(fit.failure));
  const { residuals, nextVariance, parameters } = fit.value;
  const quantile = quantileTwin(residuals, 0.05);
  const tail = residuals.filter((value) => value <= quantile);
  const deviation = Math.sqrt(nextVariance);
  expect(found?.garch?.valueAtRisk).toBeCloseTo(-(parameters.mu + deviation * quantile), 12);
  expect(found?.garch?.shortfall).toBeCloseTo(
    -(parameters.mu + (deviation * tail.reduce((sum, value) => sum + value, 0)) / tail.length),
    12,
  );
  // Residuals of a normal fit have fat tails: the shortfall lies beyond the normal one.
  expect((found?.garch?.shortfall ?? 0) / (found?.garch?.deviation ?? 1)).toBeGreaterThan(DENSITY / 0.05);
});

it("scale with the returns, and need at least a hundred", async () => {
  const one = await filteredLosses(context, risk, returns, 0.99);
  const three = await filteredLosses(
    context,
    risk,
    returns.map((r) => 3 * r),
    0.99,
  );
  expect((three?.ewma?.valueAtRisk ?? 0) / (one?.ewma?.valueAtRisk ?? 1)).toBeCloseTo(3, 9);
  expect((three?.garch?.valueAtRisk ?? 0) / (one?.garch?.valueAtRisk ?? 1)).toBeCloseTo(3, 6);
  expect(await filteredLosses(context, risk, returns.slice(0, 99), 0.95)).toBeNull();
});
