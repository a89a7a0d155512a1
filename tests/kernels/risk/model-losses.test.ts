import { describe, expect, it } from "vitest";
import { analyzeRisk } from "../../../workers/risk/jobs/analyze-risk";
import { lossesOf, type ModelAnswer, modelLosses } from "../../../workers/risk/model-losses";
import { type HandedModel, nextReturn } from "../../../workers/volatility";
import { innovationQuantile } from "../../../workers/volatility/garch-forecast";
import type { Distribution } from "../../../workers/volatility/garch-model";
import { fitGarchJob } from "../../../workers/volatility/jobs/fit-garch";
import { forecastGarch } from "../../../workers/volatility/jobs/forecast-garch";
import { DEFAULT_FIT_OPTIONS } from "../../../workers/volatility/search";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { goldenColumn, goldenJson } from "../../fixtures/golden";
import { testContext } from "../context";

const context = await testContext();
const risk = await context.load("risk");
const { kernels } = context;
const MODEL: HandedModel = {
  variance: "garch",
  mean: "constant",
  p: 1,
  q: 1,
  distribution: "skewt",
  preSample: "sample",
  targeting: false,
  decay: null,
  options: DEFAULT_FIT_OPTIONS,
};
const dax = await goldenColumn("series/eustockmarkets.csv", "DAX");
if (!dax) throw new Error("no series");
const PRICES = { kind: "values", unit: null } as const;

function errors(distribution: Distribution, nu: number | null, lambda: number | null = null) {
  const parameters = { mu: 0, ar: [], omega: 0, alpha: [], gamma: [], beta: [], nu, lambda };
  return (p: number) => innovationQuantile(kernels, { distribution }, parameters, p);
}
const SIMPLE = { logarithmic: false, scale: 0.01 };
const LOG = { logarithmic: true, scale: 0.01 };

describe("losses of the next step", () => {
  // Of the standard normal at 5%, to 15 digits.
  const [z, density] = [-1.6448536269514722, 0.10313564037537139];

  it("normal errors: closed forms, for simple and log returns", () => {
    const next = { mean: 0.05, deviation: 1.3, errorQuantile: errors("normal", null) };
    const simple = lossesOf(risk, next, SIMPLE, 0.95);
    expect(simple.valueAtRisk).toBeCloseTo(-0.01 * (0.05 + 1.3 * z), 13);
    expect(simple.shortfall).toBeCloseTo(-0.01 * (0.05 - (1.3 * density) / 0.05), 12);
    const log = lossesOf(risk, next, LOG, 0.95);
    const [m, s] = [0.0005, 0.013];
    expect(log.valueAtRisk).toBeCloseTo(1 - Math.exp(m + s * z), 13);
    expect(log.shortfall).toBeCloseTo(1 - (Math.exp(m + (s * s) / 2) * kernels.normalCdf(z - s)) / 0.05, 12);
  });

  it.each([2.05, 2.5, 4, 30])("Student's t with %d degrees of freedom: the closed form", (nu) => {
    const found = lossesOf(risk, { mean: 0, deviation: 1, errorQuantile: errors("t", nu) }, { logarithmic: false, scale: 1 }, 0.99);
    const t = kernels.studentQuantile(0.01, nu);
    const unit = Math.sqrt((nu - 2) / nu);
    const height = unit * Math.exp(kernels.unitStudentLogDensity(t * unit, nu));
    expect(found.valueAtRisk).toBeCloseTo(-unit * t, 12);
    expect(found.shortfall / ((unit * height * (nu + t * t)) / ((nu - 1) * 0.01))).toBeCloseTo(1, 9);
  });

  it("skewed t and GED: quadrature of the density (scipy 1.17.1)", () => {
    const skewed = lossesOf(risk, { mean: 0.05, deviation: 1.3, errorQuantile: errors("skewt", 4, -0.2) }, LOG, 0.975);
    expect(skewed.valueAtRisk).toBeCloseTo(0.027497237116266483, 10);
    expect(skewed.shortfall).toBeCloseTo(0.040527155567709874, 10);
    const ged = lossesOf(risk, { mean: 0, deviation: 1, errorQuantile: errors("ged", 1.2) }, { logarithmic: false, scale: 1 }, 0.95);
    expect(ged.valueAtRisk).toBeCloseTo(1.6462775130028313, 10);
    expect(ged.shortfall).toBeCloseTo(2.263068014601183, 10);
  });
});

describe("a given model", () => {
  interface Golden {
    expected: { ref_mean_sq_resid: { params: Record<string, { value: number }>; forecast_var_1_10: number[] } };
  }

  it.each([
    [0.9, 0.018440040141085717, 0.028357065257688698],
    [0.95, 0.02517812475973269, 0.035274440516127166],
    [0.99, 0.041024932163910406, 0.052461683434164824],
  ])("the DAX at %d: mu + q sigma of the reference fit (Python), its tail by scipy 1.17.1", async (confidence, loss, tail) => {
    const { params, forecast_var_1_10 } = (await goldenJson<Golden>("garch/eustockmarkets_g11_skewt.json")).expected.ref_mean_sq_resid;
    const found = await modelLosses(context, risk, dax, PRICES, MODEL, confidence);
    if (!found.losses) throw new Error(failureText(found.reason));
    const { mu, nu, lambda } = params;
    const quantile = mu.value + Math.sqrt(forecast_var_1_10[0]) * kernels.skewedTQuantile(1 - confidence, nu.value, lambda.value);
    // The reference optimizer stops some 1e-6 from the maximum.
    expect(found.losses.valueAtRisk).toBeCloseTo(1 - Math.exp(quantile / 100), 6);
    expect(found.losses.valueAtRisk).toBeCloseTo(loss, 6);
    expect(found.losses.shortfall).toBeCloseTo(tail, 6);
    expect(found.losses).toMatchObject({ returns: 1859, logarithmic: true });
  });

  it("equals its screen's fit to the bit, with the forecast's value at risk", async () => {
    const { options, ...model } = MODEL;
    const { fit, returns } = resultOf(
      await fitGarchJob({ values: dax, kind: "auto", model: { ...model, mean: { ar: 2 } }, options }, context),
    );
    const forecast = resultOf(
      await forecastGarch({ fit, returns, lastTime: null, stepMillis: null, horizon: 1, method: "analytic", paths: 100, seed: 1 }, context),
    );
    const found = await modelLosses(context, risk, dax, PRICES, { ...MODEL, mean: { ar: 2 } }, 0.95);
    const next = nextReturn(kernels, fit, returns);
    expect(next.mean).toBe(forecast.mean[0]);
    expect(found.losses?.mean).toBe(0.01 * next.mean);
    expect(found.losses?.deviation).toBe(0.01 * Math.sqrt(fit.nextVariance));
    const logLoss = forecast.valueAtRisk.find(({ probability }) => probability === 0.05)?.loss ?? 0;
    expect(found.losses?.valueAtRisk).toBeCloseTo(-Math.expm1(-0.01 * logLoss), 13);
  });

  it("uses returns as given: percent, fractions and log returns of the same prices agree", async () => {
    const log = dax.slice(1).map((value, t) => 100 * Math.log(value / dax[t]));
    const ofPrices = await modelLosses(context, risk, dax, PRICES, MODEL, 0.95);
    const ofLog = await modelLosses(context, risk, log, { kind: "log-returns", unit: "percent" }, MODEL, 0.95);
    expect(ofLog.losses?.valueAtRisk).toBeCloseTo(ofPrices.losses?.valueAtRisk ?? 0, 9);
    const percent = await modelLosses(context, risk, log, { kind: "returns", unit: "percent" }, MODEL, 0.95);
    const fractions = log.map((value) => value / 100);
    const fraction = await modelLosses(context, risk, fractions, { kind: "returns", unit: "fraction" }, MODEL, 0.95);
    expect(percent.losses?.logarithmic).toBe(false);
    expect(fraction.losses?.valueAtRisk).toBeCloseTo(percent.losses?.valueAtRisk ?? 0, 8);
    // A loss in log returns is larger than the same loss of the value.
    expect(percent.losses?.valueAtRisk).toBeGreaterThan(ofLog.losses?.valueAtRisk ?? 1);
  });

  it("is listed with an analysis's other losses on request, over all values for any lookback", async () => {
    const asked = {
      values: dax,
      kind: "values",
      iterations: 0,
      draws: 100,
      confidenceLevel: 0.99,
      lookbackPeriod: 30,
      period: 100,
    } as const;
    const analyzed = await analyzeRisk({ ...asked, volatilityModel: MODEL }, context);
    const alone = await modelLosses(context, risk, dax, PRICES, MODEL, 0.99);
    expect(analyzed.ok && analyzed.value.byModel).toEqual(alone);
    const without = await analyzeRisk(asked, context);
    expect(without.ok && "byModel" in without.value).toBe(false);
  });

  it("states why it is unavailable, without failing the analysis", async () => {
    const short = await analyzeRisk(
      { values: dax.slice(0, 60), kind: "values", iterations: 0, draws: 100, volatilityModel: MODEL },
      context,
    );
    const reasonOf = (answer: ModelAnswer | undefined) => (answer?.reason ? failureText(answer.reason) : null);
    expect(reasonOf(resultOf(short).byModel)).toMatch(/at least 100 data points are needed, 60 given/);
    expect(short.ok && short.value.var).toBeGreaterThan(0);
    const lags = await modelLosses(context, risk, dax, PRICES, { ...MODEL, mean: { ar: 9 } }, 0.95);
    expect(lags.losses).toBeNull();
    expect(reasonOf(lags)).toMatch(/1 to 5 autoregressive lags/);
  });
});
