import { describe, expect, it } from "vitest";
import { fitVolatility } from "../../../workers/volatility/fit";
import type { Distribution, GarchFit, MeanModel, ModelAsk, VarianceModel } from "../../../workers/volatility/garch-model";
import { fitGarchJob } from "../../../workers/volatility/jobs/fit-garch";
import { DEFAULT_FIT_OPTIONS } from "../../../workers/volatility/search";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { goldenColumn, goldenJson } from "../../fixtures/golden";
import { ALL } from "../../fixtures/in-all";
import { testContext } from "../context";

interface Case {
  series: "dem2gbp" | "sp500";
  mean: MeanModel;
  variance: VarianceModel;
  distribution: Distribution;
  p: number;
  q: number;
  decay: number | null;
  logLikelihood: number;
  aic: number;
  bic: number;
  parameters: Record<string, number>;
  robust: Record<string, number>;
  variances: number[];
}

const { cases } = await goldenJson<{ cases: Case[] }>("garch/gjr_arch.json");
const dem2gbp = (await goldenColumn("series/dem2gbp.csv", "ret_pct"))!;
const prices = await goldenColumn("series/sp500_1999_2018.csv", "Close");
const series = { dem2gbp, sp500: prices?.subarray(1).map((price, t) => 100 * (price / prices[t] - 1)) };

async function fitOf(returns: Float64Array, model: ModelAsk): Promise<GarchFit> {
  const context = await testContext();
  return resultOf(fitVolatility(context, returns, model, DEFAULT_FIT_OPTIONS, await context.load("volatility")));
}

const GJR: ModelAsk = { variance: "gjr", distribution: "normal", p: 1, q: 1, preSample: "sample" };
const valuesOf = ({ estimates }: GarchFit) => Object.fromEntries(estimates.map(({ key, value }) => [key, value]));

describe("fits against arch 8.0.0 with arch's pre-sample variance", () => {
  for (const one of cases) {
    const { mean, variance, distribution, p, q, decay } = one;
    it(`${one.series} ${JSON.stringify(mean)} ${variance}(${p},${q}) ${distribution} ${decay ?? ""}`, async ({ skip }) => {
      const returns = series[one.series];
      if (!returns) return skip("golden series not present");
      const fit = await fitOf(returns, { mean, variance, distribution, p, q, decay, preSample: "ewma75" });
      // arch ends up to 5e-7 lower; at the cusps of a GED ours may end 1e-7 lower.
      expect(fit.logLikelihood - one.logLikelihood).toBeGreaterThan(-1e-7);
      expect(fit.logLikelihood - one.logLikelihood).toBeLessThan(1e-6);
      expect(fit.aic).toBeCloseTo(one.aic, 5);
      expect(fit.bic).toBeCloseTo(one.bic, 5);
      expect(fit.n).toBe(returns.length - (typeof mean === "object" ? mean.ar : 0));
      const bounded = fit.estimates.some(({ atBound }) => atBound) || (variance !== "ewma" && fit.persistence === 1);
      expect(fit.status).toBe(bounded ? "boundary" : "converged");
      const rough = distribution === "ged";
      for (const { key, value, robust, atBound } of fit.estimates) {
        if (key === "decay" && decay !== null) continue;
        expect(one.parameters[key]).toBeDefined();
        // In standard errors; arch stops early on flat ridges and at bounds, and its GED fits are imprecise near a cusp.
        const near = Math.max(robust ?? 0, 1e-3) * (rough ? 0.01 : bounded ? 5e-3 : 1e-3);
        expect(Math.abs(value - one.parameters[key])).toBeLessThan(near);
        // arch takes finite differences and ignores bounds; under a GED, its standard errors of the mean are distorted by cusps.
        if (robust !== null && !bounded && !(rough && /^(mu|ar)/.test(key)))
          expect(Math.abs(robust / one.robust[key] - 1)).toBeLessThan(rough ? 0.02 : 3e-3);
        if (atBound && key !== "gamma1") expect(value).toBe(0);
      }
      // Only the first step: arch forecasts the variance of the return, ours that of the shock, which differ later under an AR mean.
      expect(Math.abs(fit.nextVariance / one.variances[0] - 1)).toBeLessThan(1e-5);
      expect(fit.startSpread).toBeLessThan(1e-5);
    });
  }

  it("has the published GJR log-likelihoods", async ({ skip }) => {
    expect((await fitOf(dem2gbp, { ...GJR, preSample: "ewma75" })).logLikelihood).toBeCloseTo(-1104.058782, 6);
    if (!series.sp500) return skip("golden series not present");
    const fit = await fitOf(series.sp500, { ...GJR, preSample: "ewma75" });
    expect(fit.logLikelihood).toBeCloseTo(-6822.882823, 6);
    expect(valuesOf(fit).alpha1).toBe(0);
    expect(fit.status).toBe("boundary");
    expect(fit.statusText).toContain("alpha1");
  });
});

describe("invariance of a fit", () => {
  const shapes: Distribution[] = ["normal", "t", "skewt", "ged"];
  const models: [string, ModelAsk][] = shapes.flatMap((distribution): [string, ModelAsk][] => [
    [`GJR, ${distribution}`, { ...GJR, distribution }],
    [`AR(2)-GJR, ${distribution}`, { ...GJR, distribution, mean: { ar: 2 } }],
  ]);
  for (const [name, model] of models) {
    it(`to the unit and level of the returns: ${name}`, async () => {
      const plain = await fitOf(dem2gbp, model);
      const changed = await fitOf(
        dem2gbp.map((value) => 1e-4 * value + 3),
        model,
      );
      const n = plain.n;
      expect(changed.logLikelihood).toBeCloseTo(plain.logLikelihood - n * Math.log(1e-4), 4);
      const [before, after] = [valuesOf(plain), valuesOf(changed)];
      const meanOf = ({ parameters: { mu, ar } }: GarchFit) => mu / (1 - ar.reduce((sum, weight) => sum + weight, 0));
      // Rounding relative to the level, 1e-12 of a return, shifts the optimum by this much.
      const near = (value: number, expected: number) => Math.abs(value - expected) < 2e-4 * Math.max(Math.abs(expected), 0.01);
      expect(near(1e4 * (meanOf(changed) - 3), meanOf(plain))).toBe(true);
      expect(near(1e8 * after.omega, before.omega)).toBe(true);
      for (const key of Object.keys(before)) if (!/mu|omega/.test(key)) expect(near(after[key], before[key])).toBe(true);
      for (const [i, { key, robust }] of plain.estimates.entries()) {
        const unit = key === "omega" ? 1e8 : 1;
        if (!/^(mu|ar)/.test(key) && robust) expect(Math.abs((unit * (changed.estimates[i].robust ?? 0)) / robust - 1)).toBeLessThan(1e-3);
      }
    });
  }

  for (const distribution of shapes) {
    it(`to the sign, with the weights of gains and losses exchanged: ${distribution}`, async () => {
      const plain = await fitOf(dem2gbp, { ...GJR, distribution });
      const mirrored = await fitOf(
        dem2gbp.map((value) => -value),
        { ...GJR, distribution },
      );
      expect(mirrored.logLikelihood).toBeCloseTo(plain.logLikelihood, 6);
      const [before, after] = [valuesOf(plain), valuesOf(mirrored)];
      // Losses have the weight alpha + gamma, gains alpha.
      expect(after.alpha1 + after.gamma1).toBeCloseTo(before.alpha1, 4);
      expect(after.alpha1).toBeCloseTo(before.alpha1 + before.gamma1, 4);
      expect(after.mu).toBeCloseTo(-before.mu, 4);
      if (distribution === "skewt") expect(after.lambda).toBeCloseTo(-before.lambda, 4);
      expect(mirrored.persistence).toBeCloseTo(plain.persistence, 5);
    });
  }
});

describe("a start from an earlier fit", () => {
  it("ends at the same maximum, in fewer steps", async () => {
    const returns = (await goldenColumn("series/syn_garch11_skewt_5000.csv", "ret"))!;
    for (const model of [
      { ...GJR, distribution: "skewt", mean: { ar: 2 } },
      { ...GJR, targeting: true },
      { ...GJR, variance: "ewma", distribution: "t" },
      { ...GJR, mean: "zero" },
    ] as ModelAsk[]) {
      const cold = await fitOf(returns, model);
      const context = await testContext();
      const warmStart = cold.estimates.map(({ value }) => value);
      const found = resultOf(
        fitVolatility(context, returns, model, { ...DEFAULT_FIT_OPTIONS, warmStart }, await context.load("volatility")),
      );
      expect(Math.abs(found.logLikelihood - cold.logLikelihood)).toBeLessThan(1e-9);
      expect(found.evaluations).toBeLessThan(0.7 * cold.evaluations);
    }
  });
});

describe("nested models", () => {
  it("GJR is at least as likely as GARCH, and an AR mean as a constant on the same returns", async () => {
    const garch = await fitOf(dem2gbp, { ...GJR, variance: "garch", distribution: "t" });
    const gjr = await fitOf(dem2gbp, { ...GJR, distribution: "t" });
    expect(gjr.logLikelihood).toBeGreaterThanOrEqual(garch.logLikelihood - 1e-9);
    expect(gjr.k).toBe(garch.k + 1);
    const constant = await fitOf(dem2gbp.subarray(1), { ...GJR, preSample: "ewma75" });
    const lagged = await fitOf(dem2gbp, { ...GJR, mean: { ar: 1 }, preSample: "ewma75" });
    expect(lagged.n).toBe(constant.n);
    expect(lagged.logLikelihood).toBeGreaterThan(constant.logLikelihood);
  });

  it("variance targeting removes omega: one parameter fewer, and the long-run variance is the sample's", async () => {
    for (const variance of ["garch", "gjr"] as const) {
      for (const distribution of ["normal", "ged"] as const) {
        const free = await fitOf(dem2gbp, { ...GJR, variance, distribution });
        const fit = await fitOf(dem2gbp, { ...GJR, variance, distribution, targeting: true });
        expect(fit.k).toBe(free.k - 1);
        expect(fit.logLikelihood).toBeLessThanOrEqual(free.logLikelihood + 1e-9);
        expect(fit.logLikelihood).toBeGreaterThan(free.logLikelihood - 10);
        expect(fit.estimates.map(({ key }) => key)).toEqual(free.estimates.map(({ key }) => key));
        const mean = dem2gbp.reduce((sum, value) => sum + value, 0) / dem2gbp.length;
        const variance0 = dem2gbp.reduce((sum, value) => sum + (value - mean) ** 2, 0) / dem2gbp.length;
        expect(fit.unconditionalVariance).toBeCloseTo(variance0, 10);
        expect(fit.parameters.omega).toBeCloseTo(variance0 * (1 - fit.persistence), 12);
        expect(fit.aic).toBeCloseTo(2 * fit.k - 2 * fit.logLikelihood, 9);
        // The standard error of omega follows from that of the persistence.
        const omega = fit.estimates.find(({ key }) => key === "omega")!;
        expect(omega.robust).toBeCloseTo(variance0 * fit.persistenceError!, 10);
      }
    }
  });

  it("EWMA is a GARCH whose weights add up to 1", async () => {
    const fixed = await fitOf(dem2gbp, { ...GJR, variance: "ewma", decay: 0.94 });
    expect(fixed.estimates.map(({ key }) => key)).toEqual(["mu"]);
    expect(fixed.parameters).toMatchObject({ omega: 0, beta: [0.94], gamma: [] });
    expect(fixed.parameters.alpha[0]).toBeCloseTo(0.06, 15);
    expect([fixed.persistence, fixed.halfLife, fixed.unconditionalVariance]).toEqual([1, Number.POSITIVE_INFINITY, null]);
    const free = await fitOf(dem2gbp, { ...GJR, variance: "ewma", distribution: "t" });
    expect(free.estimates.map(({ key }) => key)).toEqual(["mu", "decay", "nu"]);
    expect(free.k).toBe(3);
    // No parameters to estimate.
    const none = await fitOf(dem2gbp, { ...GJR, variance: "ewma", mean: "zero", decay: 0.94 });
    expect([none.k, none.status, none.estimates.length]).toEqual([0, "converged", 0]);
    expect(none.aic).toBe(-2 * none.logLikelihood);
  });
});

describe("the delta method", () => {
  it("has the standard errors of persistence, half-life and long-run variance from finite differences", async () => {
    for (const model of [
      GJR,
      { ...GJR, distribution: "skewt", mean: { ar: 1 } } as const,
      { ...GJR, variance: "garch", mean: "zero" } as const,
    ]) {
      const returns = (await goldenColumn("series/syn_garch11_skewt_5000.csv", "ret"))!;
      const fit = await fitOf(returns, model);
      const { skewedTLossShare } = await (await testContext()).load("volatility");
      const m = fit.estimates.length;
      const values = fit.estimates.map(({ value }) => value);
      const at = (list: number[]) => {
        const named = Object.fromEntries(fit.estimates.map(({ key }, i) => [key, list[i]]));
        const share = model.distribution === "skewt" ? skewedTLossShare(named.nu, named.lambda) : 0.5;
        const persistence = named.alpha1 + (named.gamma1 ?? 0) * share + named.beta1;
        return [persistence, Math.log(0.5) / Math.log(persistence), named.omega / (1 - persistence)];
      };
      expect(at(values)[0]).toBeCloseTo(fit.persistence, 12);
      const slopes = values.map((value, i) => {
        const step = 1e-6 * Math.max(1e-2, Math.abs(value));
        const [up, down] = [1, -1].map((direction) => at(values.map((old, j) => (i === j ? old + direction * step : old))));
        return up.map((upper, which) => (upper - down[which]) / (2 * step));
      });
      const errorOf = (which: number) => {
        let variance = 0;
        for (let i = 0; i < m; i++)
          for (let j = 0; j < m; j++) variance += slopes[i][which] * slopes[j][which] * fit.covariance.robust[i * m + j];
        return Math.sqrt(variance);
      };
      // Finite differences of the formulas, accurate to about 1e-6.
      expect(fit.persistenceError! / errorOf(0)).toBeCloseTo(1, 4);
      expect(fit.halfLifeError! / errorOf(1)).toBeCloseTo(1, 4);
      expect(fit.unconditionalVarianceError! / errorOf(2)).toBeCloseTo(1, 4);
    }
  });
});

describe("the fit-garch job with these models", () => {
  const run = async (values: Float64Array, model: ModelAsk) =>
    fitGarchJob({ values, kind: "returns", model, options: DEFAULT_FIT_OPTIONS }, await testContext());

  it("gives columns of equal length: an AR mean conditions on the first returns", async () => {
    const { fit, returns, offset } = resultOf(await run(dem2gbp, { ...GJR, mean: { ar: 3 } }));
    const residuals = fit.residuals ?? new Float64Array(0);
    expect([fit.n, returns.length, offset]).toEqual([1971, 1971, 3]);
    expect([fit.volatility.length, residuals.length]).toEqual([1971, 1971]);
    expect(returns[0]).toBe(dem2gbp[3]);
    const { mu, ar } = fit.parameters;
    const shock = dem2gbp[3] - mu - ar[0] * dem2gbp[2] - ar[1] * dem2gbp[1] - ar[2] * dem2gbp[0];
    expect(fit.volatility[0] * residuals[0]).toBeCloseTo(shock, 12);
  });

  it("refuses unknown models and uninformative series with a message", async () => {
    const message = async (values: Float64Array, change: Partial<ModelAsk>) => {
      const outcome = await run(values, { ...GJR, ...change });
      return outcome.ok ? "" : failureText(outcome.failure);
    };
    for (const ar of [0, 6, 1.5, Number.NaN])
      expect(await message(dem2gbp, { mean: { ar } })).toBe("the mean can have 1 to 5 autoregressive lags");
    for (const decay of [0, 1, -0.5, Number.NaN])
      expect(await message(dem2gbp, { variance: "ewma", decay })).toBe("the decay must be between 0 and 1");
    expect(await message(new Float64Array(300).fill(2), { mean: { ar: 1 } })).toContain("Failed to analyze data");
    expect(await message(dem2gbp.slice(0, 90), {})).toContain("at least 100 data points");
  });

  const awkward: [string, Float64Array][] = [
    ["mostly zeros", dem2gbp.map((value, t) => (t % 400 < 300 ? 0 : value))],
    ["one huge move", dem2gbp.map((value, t) => (t === 900 ? 1e6 : value))],
    ["plus and minus 1", dem2gbp.map((_, t) => (t % 2 === 0 ? 1 : -1))],
    ["tiny values", dem2gbp.map((value) => 1e-120 * value)],
  ];
  const repeated: Partial<ModelAsk>[] = [{ mean: { ar: 2 } }, { targeting: true }, { variance: "ewma" }];
  const changes: Partial<ModelAsk>[] = [{}, { distribution: "ged" }];
  for (const [place, [name, values]] of awkward.entries()) {
    it(`survives series that do not suit the model: ${name}`, async () => {
      for (const change of ALL ? [...changes, ...repeated] : [changes[place % 2]]) {
        const outcome = await run(values, { ...GJR, ...change });
        if (!outcome.ok) expect(["bad-input", "not-converged"]).toContain(outcome.failure.code);
        else {
          const { fit } = outcome.value;
          const errors = fit.estimates.flatMap(({ classic, robust, outerProduct }) => [classic ?? 0, robust ?? 0, outerProduct ?? 0]);
          const figures = [fit.logLikelihood, fit.nextVariance, fit.persistence, ...fit.estimates.map(({ value }) => value), ...errors];
          expect([...figures, ...fit.volatility, ...(fit.residuals ?? [])].filter(Number.isNaN)).toEqual([]);
        }
      }
    });
  }
});
