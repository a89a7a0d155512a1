import { beforeAll, describe, expect, it } from "vitest";
import { fitVolatility } from "../../../workers/volatility/fit";
import type { Distribution, GarchFit, ModelAsk } from "../../../workers/volatility/garch-model";
import { diagnoseGarch } from "../../../workers/volatility/jobs/diagnose-garch";
import { type ForecastInput, forecastGarch, type GarchForecast } from "../../../workers/volatility/jobs/forecast-garch";
import { DEFAULT_FIT_OPTIONS } from "../../../workers/volatility/search";
import { resultOf } from "../../fixtures/failure-text";
import { goldenColumn } from "../../fixtures/golden";
import { testContext } from "../context";

const dem2gbp = (await goldenColumn("series/dem2gbp.csv", "ret_pct"))!;
const GJR: ModelAsk = { variance: "gjr", distribution: "normal", p: 1, q: 1, preSample: "ewma75" };

async function fitOf(returns: Float64Array, model: ModelAsk): Promise<GarchFit> {
  const context = await testContext();
  return resultOf(fitVolatility(context, returns, model, DEFAULT_FIT_OPTIONS, await context.load("volatility")));
}

async function forecast(fit: GarchFit, change: Partial<ForecastInput> = {}): Promise<GarchForecast> {
  const returns = dem2gbp.subarray(dem2gbp.length - fit.n);
  const input: ForecastInput = { fit, returns, lastTime: null, stepMillis: null, horizon: 10, method: "analytic", seed: 1, ...change };
  return resultOf(await forecastGarch(input, await testContext()));
}

describe("analytic forecasts against arch 8.0.0", () => {
  const cases: [string, ModelAsk, number[]][] = [
    ["GJR normal", GJR, [0.1437197879432363, 0.1482470569131755, 0.15259160441264896]],
    ["GARCH GED", { ...GJR, variance: "garch", distribution: "ged" }, [0.13279450695738965, 0.1357135989635076, 0.13860495048284222]],
    ["GJR(2,1) t", { ...GJR, distribution: "t", p: 2 }, [0.13218685703783373, 0.12295769151564953, 0.13110994006534293]],
    ["EWMA", { ...GJR, variance: "ewma", decay: 0.94 }, [0.0934664992519181, 0.0934664992519181, 0.0934664992519181]],
  ];
  for (const [name, model, expected] of cases) {
    it(`of ${name}, three steps`, async () => {
      const { variance } = await forecast(await fitOf(dem2gbp, model), { paths: 100 });
      // The variances of the fits agree to 1e-5.
      for (const [k, h] of expected.entries()) expect(Math.abs(variance[k] / h - 1)).toBeLessThan(1e-5);
    });
  }

  it("of an AR(3) mean: the variance of the return adds the MA(∞) weights of the mean", async () => {
    const fit = await fitOf(dem2gbp, { ...GJR, mean: { ar: 3 } });
    const { mean, variance } = await forecast(fit, { paths: 100 });
    // arch's variance of the return h steps ahead, from that of the shocks and the MA(∞) weights.
    const [phi1, phi2] = fit.parameters.ar;
    const psi = [1, phi1, phi1 * phi1 + phi2];
    const expected = [0.14444087915879958, 0.14978357128232664, 0.15460479150869463];
    for (const [k, total] of expected.entries()) {
      let own = 0;
      for (let j = 0; j <= k; j++) own += psi[k - j] ** 2 * variance[j];
      expect(Math.abs(own / total - 1)).toBeLessThan(1e-5);
    }
    const last = dem2gbp.length - 1;
    const { mu, ar } = fit.parameters;
    expect(mean[0]).toBeCloseTo(mu + ar[0] * dem2gbp[last] + ar[1] * dem2gbp[last - 1] + ar[2] * dem2gbp[last - 2], 14);
    expect(mean[1]).toBeCloseTo(mu + ar[0] * mean[0] + ar[1] * dem2gbp[last] + ar[2] * dem2gbp[last - 1], 14);
  });
});

describe("simulated paths", () => {
  for (const distribution of ["normal", "t", "skewt", "ged"] as Distribution[]) {
    for (const mean of ["constant", { ar: 2 }] as const) {
      it(`have the expected variances, means and sums: ${JSON.stringify(mean)} ${distribution}`, async () => {
        const fit = await fitOf(dem2gbp, { ...GJR, distribution, mean });
        // Heavy tails with a persistence near 1 give simulated variances without a second moment, so parameters are made milder.
        const { skewedTLossShare } = await (await testContext()).load("volatility");
        const nu = distribution === "ged" ? 1.4 : fit.parameters.nu && Math.max(8, fit.parameters.nu);
        const share = distribution === "skewt" ? skewedTLossShare(nu!, fit.parameters.lambda!) : 0.5;
        const shaped: GarchFit = {
          ...fit,
          parameters: { ...fit.parameters, alpha: [0.05], gamma: [0.08], beta: [0.8], nu },
          persistence: 0.85 + 0.08 * share,
        };
        const paths = 50_000;
        const value = await forecast(shaped, { paths, horizon: 20, levels: [0.5, 0.9], method: "simulation" });
        for (let k = 0; k < 20; k++) {
          // 4.5 standard errors, with a fixed seed.
          expect(Math.abs(value.simulatedVariance[k] - value.analyticVariance[k])).toBeLessThan(4.5 * value.simulationError[k] + 1e-12);
        }
        // Losses raise later variances, so cumulative returns are skewed to losses and their median lies above the mean.
        const total = value.mean.reduce((sum, level) => sum + level, 0);
        const spread = Math.sqrt(value.cumulativeVariance[19]);
        expect(Math.abs(value.cumulativeMedian[19] - total)).toBeLessThan(0.1 * spread);
        // A 90% band of a sum of twenty returns is about 2 x 1.645 standard deviations wide.
        const width = value.cumulativeBands[1].upper[19] - value.cumulativeBands[1].lower[19];
        expect(Math.abs(width / (2 * 1.645 * spread) - 1)).toBeLessThan(0.04);
      });
    }
  }
});

describe("asymmetry in forecasts and diagnostics", () => {
  let fit: GarchFit;
  beforeAll(async () => {
    fit = await fitOf(dem2gbp, { ...GJR, distribution: "ged" });
  });
  const diagnose = async (one: GarchFit) => {
    return resultOf(await diagnoseGarch({ fit: one, returns: dem2gbp, behavioral: null }, await testContext()));
  };

  it("the news impact curve is steeper for losses, by gamma", async () => {
    const { news } = await diagnose(fit);
    const { alpha, gamma } = fit.parameters;
    const middle = (news.shocks.length - 1) / 2;
    for (let i = 0; i < middle; i++) {
      const mirror = news.shocks.length - 1 - i;
      expect(news.atLast[i] - news.atLast[mirror]).toBeCloseTo(gamma[0] * news.shocks[i] ** 2, 10);
    }
    expect(news.atLast[middle + 10] - news.atLast[middle]).toBeCloseTo(alpha[0] * news.shocks[middle + 10] ** 2, 10);
    expect(news.atLongRun?.[middle]).toBeCloseTo(fit.parameters.omega + fit.parameters.beta[0] * fit.unconditionalVariance!, 12);
  });

  it("the exponent is the mean log growth over the residuals, and near its integral", async () => {
    const { nelson } = await diagnose(fit);
    const { alpha, gamma, beta } = fit.parameters;
    const growths = Array.from(fit.residuals, (z) => Math.log(beta[0] + (alpha[0] + (z < 0 ? gamma[0] : 0)) * z * z));
    expect(nelson.exponent).toBeCloseTo(growths.reduce((sum, growth) => sum + growth, 0) / growths.length, 12);
    expect(Math.abs(nelson.exponent - nelson.integral!)).toBeLessThan(4 * nelson.error);
    // Asymmetry raises the exponent, and its mirror image gives the same.
    const { nelsonIntegral } = await (await testContext()).load("volatility");
    expect(nelsonIntegral(0.1, 0.1, 0.8, 0, 0, 0)).toBeGreaterThan(nelsonIntegral(0.1, 0, 0.8, 0, 0, 0));
    expect(nelsonIntegral(0.2, -0.1, 0.8, 0, 0, 0)).toBeCloseTo(nelsonIntegral(0.1, 0.1, 0.8, 0, 0, 0), 10);
  });

  it("QQ pairs use the quantiles of the GED", async () => {
    const { qq } = await diagnose(fit);
    const { gedQuantile } = (await testContext()).kernels;
    expect(qq.theoretical[0]).toBe(gedQuantile(0.5 / fit.n, fit.parameters.nu!));
    expect(qq.theoretical.every((value, i) => i === 0 || value > qq.theoretical[i - 1])).toBe(true);
  });

  it("the first step's band reflects parameter uncertainty; value at risk follows from density and mean", async () => {
    for (const model of [
      { ...GJR, mean: { ar: 1 } },
      { ...GJR, targeting: true },
      { ...GJR, variance: "ewma" },
    ] as ModelAsk[]) {
      const one = await fitOf(dem2gbp, model);
      const value = await forecast(one, { paths: 100 });
      expect(value.nextLogVarianceError).toBeGreaterThan(0);
      expect(value.nextLogVarianceError).toBeLessThan(0.5);
      const sigma = Math.sqrt(one.nextVariance);
      expect(value.variance[0]).toBeCloseTo(one.nextVariance, 12);
      expect(value.valueAtRisk[0].loss).toBeCloseTo(-(value.mean[0] - 2.3263478740408408 * sigma), 10);
    }
  });
});
