import { beforeAll, describe, expect, it } from "vitest";
import { expectedVariances, pastOf } from "../../../workers/volatility/garch-forecast";
import type { GarchFit, ModelAsk } from "../../../workers/volatility/garch-model";
import { simulatePaths } from "../../../workers/volatility/garch-paths";
import { fitGarchJob } from "../../../workers/volatility/jobs/fit-garch";
import { type ForecastInput, forecastGarch, type GarchForecast } from "../../../workers/volatility/jobs/forecast-garch";
import { DEFAULT_FIT_OPTIONS } from "../../../workers/volatility/search";
import { resultOf } from "../../fixtures/failure-text";
import { goldenColumn } from "../../fixtures/golden";
import { family } from "../../fixtures/in-all";
import { testContext } from "../context";
import { garchAt } from "../reference/garch-at";
import { goldenGarch, goldenReturns, modelOf, parametersOf, values } from "../reference/golden-garch";

const cases = [
  ...[
    "dem2gbp_g11_normal",
    "dem2gbp_g11_t",
    "dem2gbp_g11_skewt",
    "dem2gbp_g21_normal",
    "eustockmarkets_g11_skewt",
    "eustockmarkets_g12_normal",
  ],
  ...[
    "syn_garch11_normal_500_g11_normal",
    "syn_garch11_normal_5000_g11_normal",
    "syn_garch11_skewt_5000_g11_skewt",
    "syn_garch11_t6_5000_g11_t",
  ],
  ...["syn_garch21_t_5000_g21_t", "syn_garch22_normal_5000_g22_normal", "syn_garch_near_igarch_5000_g11_normal", "sp500_1999_2018_g22_t"],
];

let returns: Float64Array;
let fit: GarchFit;
beforeAll(async () => {
  returns = (await goldenColumn("series/dem2gbp.csv", "ret_pct")) ?? new Float64Array();
  const parameters = { mu: -0.00619041, omega: 0.0107614, alpha: [0.153134], beta: [0.805974], nu: null, lambda: null };
  fit = garchAt(returns, { p: 1, q: 1, distribution: "normal", preSample: "sample" }, parameters, [0.0092, 0.0065, 0.0535, 0.0725]);
});

const input = (change: Partial<ForecastInput> = {}): ForecastInput => ({
  fit,
  returns,
  lastTime: null,
  stepMillis: null,
  horizon: 60,
  method: "analytic",
  paths: 4000,
  seed: 11,
  ...change,
});
const forecast = async (change: Partial<ForecastInput> = {}): Promise<GarchForecast> =>
  resultOf(await forecastGarch(input(change), await testContext()));

describe("expected variances", () => {
  for (const id of cases) {
    it(`agree with arch and the reference over 10 steps: ${id}`, async ({ skip }) => {
      const golden = await goldenGarch(id);
      const series = await goldenReturns(golden);
      if (!series) return skip("golden series not present");
      const at = (params: Record<string, number>) => {
        const fixed = garchAt(series, modelOf(golden), parametersOf(params));
        return expectedVariances(fixed.model, fixed.parameters, pastOf(fixed, series), 10);
      };
      const fixed = golden.fixed_param_eval;
      // 1e-10: the reference stores 15 digits.
      for (const [k, h] of at(fixed.params).entries()) {
        const expected = fixed.mean_sq_resid.forecast_var_1_10[k];
        expect(Math.abs(h / expected - 1), `step ${k + 1}`).toBeLessThan(1e-10);
      }
      const fitted = golden.expected.ref_mean_sq_resid;
      for (const [k, h] of at(values(fitted.params)).entries()) expect(Math.abs(h / fitted.forecast_var_1_10[k] - 1)).toBeLessThan(1e-9);
    });
  }

  for (const id of [
    "dem2gbp_g11_normal",
    "syn_garch11_t6_5000_g11_t",
    "syn_garch11_skewt_5000_g11_skewt",
    "syn_garch22_normal_5000_g22_normal",
  ]) {
    it(`agree from our own fit: ${id}`, async () => {
      const golden = await goldenGarch(id);
      const series = (await goldenReturns(golden)) ?? new Float64Array();
      const context = await testContext();
      const model = modelOf(golden);
      const { fit: own } = resultOf(await fitGarchJob({ values: series, kind: "returns", model, options: DEFAULT_FIT_OPTIONS }, context));
      const value = resultOf(await forecastGarch(input({ fit: own, returns: series, horizon: 10, paths: 100 }), context));
      const expected = golden.expected.ref_mean_sq_resid.forecast_var_1_10;
      // Flat directions of the likelihood determine parameters, and so forecasts, only to 1e-3; 2e-3 for higher orders.
      for (const [k, h] of expected.entries())
        expect(Math.abs(value.variance[k] / h - 1)).toBeLessThan(model.p + model.q > 2 ? 2e-3 : 1e-3);
      expect(value.variance[0]).toBeCloseTo(own.nextVariance, 12);
    });
  }

  it("of a (1,1) follow the closed form, and converge to the unconditional variance", () => {
    const ahead = expectedVariances(fit.model, fit.parameters, pastOf(fit, returns), 5000);
    const long = fit.unconditionalVariance ?? 0;
    for (const k of [1, 20, 252]) expect(ahead[k - 1]).toBeCloseTo(long + fit.persistence ** (k - 1) * (fit.nextVariance - long), 13);
    expect(ahead[4999]).toBeCloseTo(long, 12);
  });
});

describe("simulated paths", () => {
  const models: [string, Partial<GarchFit["parameters"]>, ModelAsk][] = [
    ["(1,1) normal", {}, { p: 1, q: 1, distribution: "normal", preSample: "sample" }],
    ["(2,3) t", { alpha: [0.05, 0.02, 0.03], beta: [0.5, 0.3], nu: 8 }, { p: 2, q: 3, distribution: "t", preSample: "sample" }],
    ["(1,2) skewed t", { alpha: [0.04, 0.05], nu: 9, lambda: -0.2 }, { p: 1, q: 2, distribution: "skewt", preSample: "sample" }],
  ];
  const lower = ([, , { p, q }]: (typeof models)[number]) => p + q < 5;
  family(models, lower, (some) =>
    it.each(some)("have the expected variance within Monte-Carlo error: %s", async (_, change, model) => {
      const one = garchAt(returns, model, { ...fit.parameters, ...change });
      const value = await forecast({ fit: one, paths: 50_000, method: "simulation", horizon: 40 });
      expect(value.variance).toEqual(value.simulatedVariance);
      // 4.5 standard errors, for 40 correlated steps with a fixed seed.
      for (const [k, h] of value.simulatedVariance.entries())
        expect(Math.abs(h - value.analyticVariance[k])).toBeLessThanOrEqual(4.5 * value.simulationError[k] + 1e-12);
      expect(value.simulationError[39]).toBeLessThan(0.02 * value.analyticVariance[39]);
    }),
  );

  it("repeat with the seed, differ with another, and a shorter horizon is the start of a longer one", async () => {
    const first = await forecast();
    expect(await forecast()).toEqual(first);
    expect((await forecast({ seed: 12 })).volatilityBands).not.toEqual(first.volatilityBands);
    const shorter = await forecast({ horizon: 7 });
    expect(shorter.cumulativeBands[1].upper).toEqual(first.cumulativeBands[1].upper.slice(0, 7));
  });

  it("do not depend on the chunking", async () => {
    const context = await testContext();
    const ask = {
      fit,
      past: pastOf(fit, returns),
      seed: 3,
      steps: 5,
      paths: 60_000,
      levels: [0.9],
      ...({ noise: "density", parameterUncertainty: false } as const),
    };
    const kernels = await context.load("volatility");
    const whole = simulatePaths(context, kernels, ask);
    const { drawInnovations, pathsStep } = kernels;
    // The same calls split further: 50,000 and 10,000 paths become chunks of 7,777.
    const pieces = (from: number, to: number, step: (a: number, b: number) => void) => {
      for (let a = from; a < to; a += 7777) step(a, Math.min(a + 7777, to));
    };
    const cutNoise: typeof drawInnovations = (stream, out, count, ...law) =>
      pieces(0, count, (from, to) => drawInnovations(stream, out + from * 8, to - from, ...law));
    const cutStep: typeof pathsStep = (block, step, first, last) => pieces(first, last, (from, to) => pathsStep(block, step, from, to));
    const replaced = { drawInnovations: { value: cutNoise }, pathsStep: { value: cutStep } };
    const cut: typeof kernels = Object.create(kernels, replaced);
    expect(simulatePaths(context, cut, ask)).toEqual(whole);
  });

  it("give bands with the right coverage: the volatility at step 2 is a known function of one normal shock", async () => {
    const value = await forecast({ paths: 100_000, levels: [0.8], horizon: 3 });
    const { alpha, beta, omega } = fit.parameters;
    // The 10% and 90% quantiles of |z|.
    const [low, high] = [0.12566134685507402, 1.6448536269514722].map((z) =>
      Math.sqrt(omega + fit.nextVariance * (beta[0] + alpha[0] * z * z)),
    );
    // Monte-Carlo error of a quantile of 100,000 paths.
    expect(Math.abs(value.volatilityBands[0].lower[1] / low - 1)).toBeLessThan(0.003);
    expect(Math.abs(value.volatilityBands[0].upper[1] / high - 1)).toBeLessThan(0.006);
  });
});

describe("one step ahead", () => {
  it("the volatility band is from the delta method, and value at risk is the density's quantile", async () => {
    const value = await forecast();
    expect(value.volatilityBands[2].level).toBe(0.95);
    const width = 0.5 * value.nextLogVarianceError * 1.959963984540054;
    expect(value.nextLogVarianceError).toBeGreaterThan(0.01);
    expect(value.volatilityBands[2].upper[0]).toBeCloseTo(Math.sqrt(fit.nextVariance) * Math.exp(width), 12);
    const at = (z: number) => -(fit.parameters.mu + Math.sqrt(fit.nextVariance) * z);
    expect(value.valueAtRisk[0].loss).toBeCloseTo(at(-2.3263478740408408), 12);
    expect(value.valueAtRisk[1].loss).toBeCloseTo(at(-1.6448536269514722), 12);
  });
});

describe("the job", () => {
  it("annualizes, cumulates and fills the specification's block for 30 steps", async () => {
    const value = await forecast({ horizon: 5 });
    expect(value.annualizedVolatility[4]).toBeCloseTo(value.volatility[4] * Math.sqrt(252), 12);
    expect(value.cumulativeVariance[4]).toBeCloseTo(
      value.variance.reduce((sum, h) => sum + h, 0),
      12,
    );
    expect(value.forecast.predictions).toHaveLength(30);
    expect(value.forecast.predictions[4]).toBe(value.annualizedVolatility[4]);
    expect(value.forecast.confidence_intervals[1]).toEqual({
      date: "T+2",
      lower: value.annualizedBands[2].lower[1],
      upper: value.annualizedBands[2].upper[1],
    });
    expect((await forecast({ horizon: 5, unit: "fraction" })).forecast.predictions[0]).toBeCloseTo(100 * value.annualizedVolatility[0], 10);
  });

  it("dates forecasts by the usual step: business days, calendar days, months", async () => {
    const dates = async (times: string[]) => {
      const value = await forecast({ horizon: 3, times: Float64Array.from(times, (time) => Date.parse(time)) });
      return Array.from(value.times ?? [], (time) => new Date(time).toISOString().slice(0, 10));
    };
    expect(await dates(["2024-05-06", "2024-05-07", "2024-05-08", "2024-05-09"])).toEqual(["2024-05-10", "2024-05-13", "2024-05-14"]);
    expect(await dates(["2024-05-08", "2024-05-09", "2024-05-10", "2024-05-11"])).toEqual(["2024-05-12", "2024-05-13", "2024-05-14"]);
    expect(await dates(["2023-11-30", "2023-12-31", "2024-01-31"])).toEqual(["2024-02-29", "2024-03-31", "2024-04-30"]);
    const given = await forecast({ horizon: 2, lastTime: Date.parse("2024-05-10"), stepMillis: 86_400_000 });
    expect(given.forecast.confidence_intervals[0].date).toBe("2024-05-13");
  });

  it("refuses invalid input with a message", async () => {
    const context = await testContext();
    for (const change of [
      { horizon: 0 },
      { horizon: 2.5 },
      { horizon: 253 },
      { paths: 1 },
      { seed: Number.NaN },
      { levels: [1] },
      { returns: returns.slice(1) },
    ]) {
      const outcome = await forecastGarch(input(change), context);
      expect(outcome.ok ? "" : outcome.failure.code).toBe("bad-input");
    }
  });

  it("stops when canceled", async () => {
    const context = await testContext(3);
    await expect(forecastGarch(input(), context)).rejects.toThrow("canceled");
  });
});
