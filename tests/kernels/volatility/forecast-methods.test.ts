import { beforeAll, describe, expect, it } from "vitest";
import { fitModel } from "../../../workers/volatility/fit";
import type { GarchFit, ModelAsk } from "../../../workers/volatility/garch-model";
import { type ForecastInput, forecastGarch, type GarchForecast } from "../../../workers/volatility/jobs/forecast-garch";
import { drawParameters } from "../../../workers/volatility/parameter-draws";
import { DEFAULT_FIT_OPTIONS } from "../../../workers/volatility/search";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { goldenColumn } from "../../fixtures/golden";
import { testContext } from "../context";

let returns: Float64Array;
let garch: GarchFit;
let egarch: GarchFit;
beforeAll(async () => {
  returns = (await goldenColumn("series/dem2gbp.csv", "ret_pct"))!;
  const fitted = async (ask: Partial<ModelAsk>) => {
    const model: ModelAsk = { p: 1, q: 1, distribution: "normal", preSample: "sample", ...ask };
    return resultOf(await fitModel(await testContext(), returns, model, DEFAULT_FIT_OPTIONS));
  };
  garch = await fitted({});
  egarch = await fitted({ variance: "egarch" });
});

const ask = (change: Partial<ForecastInput>): ForecastInput => ({
  fit: garch,
  returns,
  lastTime: null,
  stepMillis: null,
  horizon: 40,
  method: "simulation",
  paths: 20_000,
  seed: 5,
  ...change,
});
const forecast = async (change: Partial<ForecastInput>): Promise<GarchForecast> =>
  resultOf(await forecastGarch(ask(change), await testContext()));

describe("an EGARCH forecast", () => {
  it("starts from the exact next variance, and has the mean of a plain simulation", async () => {
    const value = await forecast({ fit: egarch, paths: 100_000, horizon: 3 });
    expect(value.analyticVariance[0]).toBe(egarch.nextVariance);
    // Rounding of a mean of 100,000 equal values.
    expect(Math.abs(value.variance[0] / egarch.nextVariance - 1)).toBeLessThan(1e-10);
    // E h two steps ahead with normal errors: exp(omega + beta L - alpha c) E exp(alpha |z| + gamma z), which has a closed form.
    const { omega, alpha, gamma, beta } = egarch.parameters;
    const { normalCdf } = (await testContext()).kernels;
    const [up, down] = [alpha[0] + gamma[0], alpha[0] - gamma[0]];
    const factor = Math.exp(up ** 2 / 2) * normalCdf(up) + Math.exp(down ** 2 / 2) * normalCdf(down);
    const closed = Math.exp(omega + beta[0] * Math.log(egarch.nextVariance) - alpha[0] * Math.sqrt(2 / Math.PI)) * factor;
    expect(Math.abs(value.variance[1] - closed)).toBeLessThan(4.5 * value.simulationError[1]);
    expect(value.simulationError[1]).toBeLessThan(0.01 * closed);
  });

  it("converges to the long-run variance", async () => {
    const value = await forecast({ fit: egarch, paths: 4000, horizon: 252 });
    expect(value.volatility[251] ** 2).toBeGreaterThan(0.8 * egarch.unconditionalVariance!);
    expect(value.volatility[251] ** 2).toBeLessThan(2 * egarch.unconditionalVariance!);
  });

  it("refuses the analytic method", async () => {
    const outcome = await forecastGarch(ask({ fit: egarch, method: "analytic" }), await testContext());
    expect(outcome.ok ? "" : failureText(outcome.failure)).toContain("EGARCH");
  });
});

describe("filtered bootstrap", () => {
  it("has the expected variance of the recursion with the residuals' own second moment", async () => {
    const value = await forecast({ method: "bootstrap", paths: 50_000 });
    const second = garch.residuals.reduce((sum, z) => sum + z * z, 0) / garch.n;
    const { omega, alpha, beta } = garch.parameters;
    let h = garch.nextVariance;
    for (let k = 0; k < 40; k++) {
      expect(Math.abs(value.variance[k] - h)).toBeLessThanOrEqual(4.5 * value.simulationError[k] + 1e-12);
      h = omega + (alpha[0] * second + beta[0]) * h;
    }
  });

  it("takes value at risk and the first band from the residuals", async () => {
    const value = await forecast({ method: "bootstrap", levels: [0.9] });
    const sorted = garch.residuals.slice().sort();
    const { mu } = garch.parameters;
    const at = (p: number) => {
      const place = p * (garch.n - 1);
      const low = Math.floor(place);
      const z = sorted[low] + (place - low) * (sorted[Math.min(low + 1, garch.n - 1)] - sorted[low]);
      return mu + Math.sqrt(garch.nextVariance) * z;
    };
    expect(value.valueAtRisk[0].loss).toBeCloseTo(-at(0.01), 10);
    expect(value.returnBands[0].lower[0]).toBeCloseTo(at(0.05), 10);
    // Fatter tails than the normal distribution's: a larger loss at 1%.
    expect(value.valueAtRisk[0].loss).toBeGreaterThan((await forecast({})).valueAtRisk[0].loss);
  });

  it("needs a hundred residuals", async () => {
    const few: GarchFit = { ...garch, n: 80, volatility: garch.volatility.slice(0, 80), residuals: garch.residuals.slice(0, 80) };
    const outcome = await forecastGarch(ask({ fit: few, returns: returns.slice(0, 80), method: "bootstrap" }), await testContext());
    expect(outcome.ok ? "" : failureText(outcome.failure)).toContain("100 residuals");
  });

  it("of an EGARCH with uncertain parameters repeats with the seed", async () => {
    const change = { fit: egarch, method: "bootstrap", parameterUncertainty: true, paths: 3000, horizon: 12 } as const;
    expect(await forecast(change)).toEqual(await forecast(change));
  });
});

describe("parameter uncertainty", () => {
  it("draws parameters from the robust covariance within the feasible set", async () => {
    const context = await testContext();
    const kernels = await context.load("volatility");
    const draws = context.arena.scope(() => {
      const stream = context.arena.takeBytes(32);
      kernels.rngSeed(stream, 3);
      return drawParameters(context, kernels, garch, 4000, stream);
    });
    const mus = draws.map(({ parameters }) => parameters.mu);
    const mean = mus.reduce((sum, value) => sum + value, 0) / mus.length;
    const spread = Math.sqrt(mus.reduce((sum, value) => sum + (value - mean) ** 2, 0) / mus.length);
    const { robust } = garch.estimates[0];
    // mu hardly correlates with the truncated weights: sampling error of a mean and a deviation over 4,000 draws.
    expect(Math.abs(mean - garch.parameters.mu)).toBeLessThan((6 * robust!) / Math.sqrt(4000));
    expect(Math.abs(spread / robust! - 1)).toBeLessThan(0.08);
    for (const { parameters } of draws) {
      expect(parameters.omega).toBeGreaterThanOrEqual(0);
      expect(parameters.alpha[0] + parameters.beta[0]).toBeLessThanOrEqual(1 + 1e-9);
    }
  });

  it("widens the bands at long horizons, and leaves the first volatility band to the delta method", async () => {
    const [sure, open] = [await forecast({}), await forecast({ parameterUncertainty: true })];
    const width = (value: GarchForecast, k: number) => {
      const { lower, upper } = value.volatilityBands[2];
      return upper[k] - lower[k];
    };
    expect(width(open, 39)).toBeGreaterThan(1.05 * width(sure, 39));
    expect(width(open, 0)).toBe(width(sure, 0));
  });
});
