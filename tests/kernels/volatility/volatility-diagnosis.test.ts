import { describe, expect, it } from "vitest";
import { growthOf } from "../../../workers/volatility/exponent";
import { fitModel } from "../../../workers/volatility/fit";
import type { Distribution, GarchFit, ModelAsk, VarianceModel } from "../../../workers/volatility/garch-model";
import { diagnoseGarch } from "../../../workers/volatility/jobs/diagnose-garch";
import { lagModelOf } from "../../../workers/volatility/lag-weights";
import { pitHistogram } from "../../../workers/volatility/pit";
import { DEFAULT_FIT_OPTIONS } from "../../../workers/volatility/search";
import { resultOf } from "../../fixtures/failure-text";
import { testContext } from "../context";
import { context, dem2gbp, kernels } from "./dem2gbp";

const fitted = async (variance: VarianceModel, distribution: Distribution): Promise<GarchFit> => {
  const model: ModelAsk = { variance, p: 1, q: 1, distribution, preSample: "sample" };
  return resultOf(await fitModel(await testContext(), dem2gbp, model, DEFAULT_FIT_OPTIONS));
};

describe("the histogram of u = F(z)", () => {
  it("has the counts of binning by the distribution function, for every density", async () => {
    const { normalCdf, unitStudentCdf, skewedTCdf, gedCdf } = context.kernels;
    const cdf: Record<Distribution, (z: number, nu: number, lambda: number) => number> = {
      normal: (z) => normalCdf(z),
      t: (z, nu) => unitStudentCdf(z, nu),
      skewt: (z, nu, lambda) => skewedTCdf(z, nu, lambda),
      ged: (z, nu) => gedCdf(z, nu),
    };
    for (const distribution of ["normal", "t", "skewt", "ged"] as const) {
      const fit = await fitted("egarch", distribution);
      const { nu, lambda } = fit.parameters;
      const plain = new Array<number>(20).fill(0);
      for (const z of fit.residuals) plain[Math.min(19, Math.floor(20 * cdf[distribution](z, nu ?? 0, lambda ?? 0)))]++;
      const found = context.arena.scope(() => pitHistogram(context, kernels, fit, context.arena.put(fit.residuals)))!;
      expect(found.counts).toEqual(plain);
      expect(found.statistic).toBeCloseTo(plain.reduce((sum, count) => sum + (count - fit.n / 20) ** 2, 0) / (fit.n / 20), 9);
      expect(found.degrees).toEqual([19 - fit.k, 19]);
      expect(found.p[0]).toBeLessThanOrEqual(found.p[1]);
      // This series has tails no normal describes.
      if (distribution === "normal") expect(found.p[1]).toBeLessThan(1e-6);
    }
  });

  it("accepts the density that generated the values, and needs ten values", async () => {
    const n = 4000;
    const fit = await fitted("garch", "normal");
    const { arena } = context;
    arena.scope(() => {
      const stream = arena.takeBytes(32);
      const z = arena.take(n);
      kernels.rngSeed(stream, 4);
      kernels.drawInnovations(stream, z, n, 0, 0, 0);
      expect(pitHistogram(context, kernels, { ...fit, n }, z)!.p[1]).toBeGreaterThan(0.01);
      expect(pitHistogram(context, kernels, { ...fit, n: 9 }, z)).toBeNull();
    });
  });
});

describe("the exponent of other models", () => {
  it("of an EGARCH(1,1) is ln |beta|", async () => {
    const fit = await fitted("egarch", "normal");
    const { nelson, metrics } = resultOf(await diagnoseGarch({ fit, returns: dem2gbp, behavioral: null }, await testContext()));
    expect(nelson.exponent).toBeCloseTo(Math.log(fit.parameters.beta[0]), 14);
    expect(metrics.lyapunov).toBe(nelson.exponent);
  });

  it("of one lag is the mean of ln(lambda z^2); with geometric weights, the GARCH's", async () => {
    const fit = await fitted("garch", "normal");
    const { residuals, n, parameters } = fit;
    context.arena.scope(() => {
      const z = context.arena.put(residuals);
      // The disturbance after step t knows the shocks before it: the last one has no effect yet.
      const one = growthOf(context, kernels, Float64Array.of(0.3, 0, 0, 0), z, n).exponent;
      const mean = residuals.slice(0, n - 1).reduce((sum, value) => sum + Math.log(0.3 * value * value), Math.log(0.3)) / n;
      expect(Math.abs(one - mean)).toBeLessThan(1e-10);
      // GARCH(1,1) as weights alpha beta^(i-1): ln(beta + alpha z^2) on average, up to the start of the product.
      const weights = Float64Array.from({ length: 1000 }, (_, i) => parameters.alpha[0] * parameters.beta[0] ** i);
      const geometric = growthOf(context, kernels, weights, z, n).exponent;
      const garch = residuals.reduce((sum, value) => sum + Math.log(parameters.beta[0] + parameters.alpha[0] * value * value), 0) / n;
      expect(Math.abs(geometric - garch)).toBeLessThan(5 / n);
    });
  });
});

describe("diagnosis", () => {
  for (const variance of ["egarch", "figarch", "har"] as const) {
    it(`of a ${variance} is complete, and its news impact curve agrees with its recursion`, async () => {
      const fit = await fitted(variance, "t");
      const found = resultOf(await diagnoseGarch({ fit, returns: dem2gbp, behavioral: null }, await testContext()));
      expect(Number.isFinite(found.nelson.exponent)).toBe(true);
      expect(found.nelson.exponent).toBeLessThan(0);
      expect(found.nelson.error).toBeGreaterThan(0);
      expect(found.tests).toHaveLength(11);
      const { shocks, atLast, last } = found.news;
      expect(atLast.every((h) => h > 0 && Number.isFinite(h))).toBe(true);
      const { omega, alpha, beta, gamma } = fit.parameters;
      const z = shocks[10] / Math.sqrt(last);
      const lagged = variance === "egarch" ? null : lagModelOf(fit.model, fit.parameters);
      const expected = lagged
        ? lagged.weights.reduce((sum, weight, i) => sum + weight * (i === 0 ? shocks[10] ** 2 : last), lagged.constant)
        : Math.exp(omega + beta[0] * Math.log(last) + alpha[0] * (Math.abs(z) - Math.sqrt(2 / Math.PI)) + gamma[0] * z);
      expect(Math.abs(atLast[10] / expected - 1)).toBeLessThan(1e-12);
    });
  }
});
