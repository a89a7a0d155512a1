import { beforeAll, describe, expect, it } from "vitest";
import { Canceled, type JobContext } from "../../../workers/runtime/job";
import { candidatesOf } from "../../../workers/volatility/candidates";
import { fitModel } from "../../../workers/volatility/fit";
import { followReturns } from "../../../workers/volatility/follow";
import type { ModelAsk } from "../../../workers/volatility/garch-model";
import { type RefitGarchInput, refitGarch } from "../../../workers/volatility/jobs/refit-garch";
import { rankByBic, type SearchGarchInput, searchGarch } from "../../../workers/volatility/jobs/search-garch";
import { type Candidate, fitCandidate } from "../../../workers/volatility/parts/fit-candidate";
import { DEFAULT_FIT_OPTIONS } from "../../../workers/volatility/search";
import { resultOf } from "../../fixtures/failure-text";
import { goldenColumn } from "../../fixtures/golden";
import { testContext } from "../context";
import { stagesOf } from "../stages";

let dem2gbp: Float64Array;
beforeAll(async () => {
  dem2gbp = (await goldenColumn("series/dem2gbp.csv", "ret_pct"))!;
});

const search = (change: Partial<SearchGarchInput> = {}): SearchGarchInput => ({
  values: dem2gbp,
  kind: "returns",
  preSample: "sample",
  options: DEFAULT_FIT_OPTIONS,
  grid: { variances: ["garch", "egarch"], distributions: ["normal", "t"], p: [1, 2], q: [1] },
  ...change,
});

describe("the search", () => {
  it("tries every combination once, and models of fixed form once per density", () => {
    const grid = { variances: ["garch", "figarch"], distributions: ["normal", "t"], p: [1, 2], q: [1, 2, 2] } as const;
    const models = candidatesOf(
      { ...grid, variances: [...grid.variances], distributions: ["normal", "t"], p: [1, 2], q: [1, 2, 2] },
      { preSample: "sample" },
    );
    expect(models).toHaveLength(2 * 4 + 2);
  });

  it("ranks by BIC, with each model as fitted separately", async () => {
    const found = resultOf(await searchGarch(search(), await testContext()));
    expect(found.ranked).toHaveLength(8);
    expect(found.failed).toHaveLength(0);
    const bics = found.ranked.map(({ result }) => result.bic);
    expect(bics).toEqual([...bics].sort((a, b) => a - b));
    expect(found.ranked[0].deltaBic).toBe(0);
    // This series has fat tails: every t fits better than every normal.
    expect(found.ranked.slice(0, 4).every(({ model }) => model.distribution === "t")).toBe(true);
    const { model, result } = found.ranked[3];
    const alone = resultOf(await fitModel(await testContext(), dem2gbp, model, DEFAULT_FIT_OPTIONS));
    expect(result.logLikelihood).toBe(alone.logLikelihood);
    expect(result.k).toBe(alone.k);
  });

  it("lists what cannot be fitted, with the reason", async () => {
    const asked = search({ mean: { ar: 9 }, grid: { variances: ["egarch"], distributions: ["normal"], p: [1], q: [1] } });
    const outcome = await searchGarch(asked, await testContext());
    expect(outcome.ok ? "" : outcome.failure.code).toBe("not-converged");
    const model: ModelAsk = { variance: "egarch", p: 9, q: 1, distribution: "t", preSample: "sample" };
    const candidate = resultOf(await fitCandidate({ returns: dem2gbp, model, options: DEFAULT_FIT_OPTIONS }, await testContext()));
    expect(candidate.result).toBeNull();
    expect(candidate.failure?.reason).toBe("volatility/ordersTooLarge");
    const other = resultOf(
      await searchGarch(search({ grid: { variances: ["garch"], distributions: ["normal"], p: [1, 9], q: [1] } }), await testContext()),
    );
    expect(other.failed.map(({ name }) => name)).toEqual(["GARCH(9,1), Normal"]);
  });

  it("ranks the models fitted before a cancellation, each as in the whole search", async () => {
    const whole = resultOf(await searchGarch(search(), await testContext()));
    expect(whole.canceledAfter).toBeUndefined();
    const part = resultOf(await searchGarch(search(), await testContext(100, "part")));
    expect(part.canceledAfter?.of).toBe(8);
    expect(part.ranked.length).toBe(part.canceledAfter?.done);
    expect(part.ranked.length).toBeGreaterThan(0);
    expect(part.ranked.length).toBeLessThan(8);
    const fitted = whole.ranked.filter(({ name }) => part.ranked.some((one) => one.name === name));
    expect(part.ranked.map(({ name, result }) => [name, result])).toEqual(fitted.map(({ name, result }) => [name, result]));
    expect(part.ranked.map(({ rank }) => rank)).toEqual(part.ranked.map((_, at) => at + 1));
    await expect(searchGarch(search(), await testContext(2, "part"))).rejects.toThrow(Canceled);
    await expect(searchGarch(search(), await testContext(100))).rejects.toThrow(Canceled);
  });

  it("puts a fit that did not converge behind the others", () => {
    const one = (bic: number, status: "converged" | "not-converged"): Candidate => ({
      model: { p: 1, q: 1, distribution: "normal", preSample: "sample" },
      name: `${bic}`,
      failure: null,
      result: { logLikelihood: 0, aic: 0, bic, k: 4, persistence: 0.9, halfLife: 1, status, statusText: "" },
    });
    expect(rankByBic([one(3, "converged"), one(1, "not-converged"), one(2, "converged")]).map(({ name }) => name)).toEqual(["2", "3", "1"]);
  });

  it("refuses an empty grid, too many models and short series", async () => {
    for (const change of [
      { grid: { p: [] } },
      { grid: { p: Array.from({ length: 60 }, (_, i) => i + 1) } },
      { values: dem2gbp.subarray(0, 40) },
    ]) {
      const outcome = await searchGarch(search(change as Partial<SearchGarchInput>), await testContext());
      expect(outcome.ok ? "" : outcome.failure.code).toBe("bad-input");
    }
  });
});

describe("filtering later returns", () => {
  for (const [variance, distribution] of [
    ["garch", "t"],
    ["egarch", "normal"],
  ] as const) {
    it(`${variance}: gives the whole sample's variances at the same parameters`, async () => {
      const context = await testContext();
      const kernels = await context.load("volatility");
      const model: ModelAsk = { variance, distribution, p: 2, q: 2, preSample: "sample" };
      const whole = resultOf(await fitModel(context, dem2gbp, model, DEFAULT_FIT_OPTIONS));
      const cut = 1500;
      const part = { ...whole, n: cut, volatility: whole.volatility.slice(0, cut), residuals: whole.residuals.slice(0, cut) };
      const { sigmas, means } = followReturns(context, kernels, part, dem2gbp.slice(0, cut), dem2gbp.slice(cut));
      // The same recursion, from residuals that were divided and multiplied again.
      sigmas.forEach((sigma, t) => {
        expect(Math.abs(sigma / whole.volatility[cut + t] - 1)).toBeLessThan(1e-10);
      });
      expect(means.every((mean) => Math.abs(mean - whole.parameters.mu) < 1e-15)).toBe(true);
    });
  }
});

const refit = (change: Partial<RefitGarchInput> = {}): RefitGarchInput => ({
  values: dem2gbp,
  kind: "returns",
  options: DEFAULT_FIT_OPTIONS,
  window: 1000,
  step: 100,
  scheme: "rolling",
  model: { p: 1, q: 1, distribution: "t", preSample: "sample" },
  ...change,
});

describe("rolling refits", () => {
  for (const variance of ["garch", "egarch", "aparch"] as const) {
    for (const scheme of ["rolling", "expanding"] as const) {
      it(`${variance}, ${scheme}: every refit is the fit of its window, warm start or not`, async () => {
        const model: ModelAsk = { variance, p: 1, q: 1, distribution: "normal", preSample: "sample" };
        const found = resultOf(await refitGarch(refit({ model, scheme }), await testContext()));
        expect(found.refits.map(({ origin }) => origin)).toEqual([1000, 1100, 1200, 1300, 1400, 1500, 1600, 1700, 1800, 1900]);
        expect(found.refits.map(({ warm }) => warm)).toEqual([false, ...new Array(9).fill(true)]);
        for (const { origin, values, logLikelihood } of [found.refits[4], found.refits[9]]) {
          const sample = dem2gbp.slice(scheme === "rolling" ? origin - 1000 : 0, origin);
          const alone = resultOf(await fitModel(await testContext(), sample, model, DEFAULT_FIT_OPTIONS));
          // Both searches stop within 1e-10 of the maximum log-likelihood; an EGARCH's may stop at a kink next to it.
          expect(Math.abs(logLikelihood - alone.logLikelihood)).toBeLessThan(variance === "garch" ? 1e-7 : 1e-4);
          alone.estimates.forEach(({ value, robust }, i) => {
            expect(Math.abs(values[i] - value)).toBeLessThan(0.02 * (robust ?? 1));
          });
        }
        expect(found.sigmas).toHaveLength(dem2gbp.length - 1000);
        expect(found.sigmas.every((sigma) => sigma > 0)).toBe(true);
      });
    }
  }

  it("forecasts do not look ahead", async () => {
    const changed = dem2gbp.map((r, t) => (t >= 1350 ? -3 * r : r));
    const [one, other] = [
      resultOf(await refitGarch(refit(), await testContext())),
      resultOf(await refitGarch(refit({ values: changed }), await testContext())),
    ];
    expect(other.sigmas.slice(0, 351)).toEqual(one.sigmas.slice(0, 351));
    expect(other.sigmas[352]).not.toBe(one.sigmas[352]);
  });

  it("value at risk is the density's quantile, and is exceeded about as often as expected", async () => {
    const found = resultOf(await refitGarch(refit({ probabilities: [0.05] }), await testContext()));
    const [{ loss, exceptions, share }] = found.valueAtRisk;
    expect(exceptions).toBe(dem2gbp.slice(1000).filter((r, t) => -r > loss[t]).length);
    // 974 forecasts: 5% within four standard errors.
    expect(Math.abs(share - 0.05)).toBeLessThan(4 * Math.sqrt((0.05 * 0.95) / 974));
  });

  it("do not depend on how they are split: batches of 24 refits are independent", async () => {
    const found = resultOf(await refitGarch(refit({ step: 30 }), await testContext()));
    expect(found.refits.filter(({ warm }) => !warm).map(({ origin }) => origin)).toEqual([1000, 1000 + 24 * 30]);
    expect(found.failures).toEqual([]);
  });

  it("keep the refits and forecasts made before a cancellation, with the bits of a series that ends there", async () => {
    const ask = (context: JobContext) => refitGarch(refit({ step: 30 }), context);
    const [refitting] = await stagesOf(ask);
    // 33 refits, of which the first part has 24.
    const [first, second] = refitting.parts;
    const late = Math.floor((second + refitting.to) / 2);
    const { elapsed: _, canceledAfter, ...part } = resultOf(await ask(await testContext(late, "part")));
    expect(canceledAfter).toEqual({ done: 24, of: 33 });
    const { elapsed: __, ...whole } = resultOf(
      await refitGarch(refit({ step: 30, values: dem2gbp.slice(0, 1000 + 24 * 30) }), await testContext()),
    );
    expect(whole).not.toHaveProperty("canceledAfter");
    expect(part).toEqual({ ...whole, returns: part.returns });
    expect(part.sigmas).toHaveLength(720);
    // There is no partial result if nothing has finished, or if none is wanted.
    await expect(ask(await testContext(first + 5, "part"))).rejects.toThrow(Canceled);
    await expect(ask(await testContext(late))).rejects.toThrow(Canceled);
  });

  it("that fail are listed, and the forecasts continue with the latest parameters, also from an earlier batch", async () => {
    // A peg from return 1050 to 1399, within which windows of 120 do not vary. The second batch, from 1200 on, begins with failures.
    const values = dem2gbp.map((r, t) => (t >= 1050 && t < 1400 ? 0.01 : r));
    const ask = refit({ values, window: 120, step: 45, probabilities: [0.05] });
    const found = resultOf(await refitGarch(ask, await testContext()));
    const failed = found.failures.map(({ origin }) => origin);
    expect(failed).toEqual([1200, 1245, 1290, 1335, 1380]);
    expect(new Set(found.failures.map(({ message }) => message)).size).toBe(1);
    expect(found.firstForecast).toBe(120);
    for (const column of [found.sigmas, found.means, found.valueAtRisk[0].loss]) expect(column).toHaveLength(values.length - 120);
    const last = found.refits.findLast(({ origin }) => origin < 1200);
    expect(last?.origin).toBe(1155);
    // GARCH(1,1) recursion by a plain loop from there to the next refit.
    const [mu, omega, alpha, beta] = ["mu", "omega", "alpha1", "beta1"].map((key) => last!.values[found.keys.indexOf(key)]);
    for (let t = 1156; t < 1425; t++) {
      const h = omega + alpha * (values[t - 1] - mu) ** 2 + beta * found.sigmas[t - 121] ** 2;
      expect(found.sigmas[t - 120]).toBeCloseTo(Math.sqrt(h), 9);
      expect(found.means[t - 120]).toBe(mu);
    }
  });

  it("begin with the first that does not fail, and fail only if all do", async () => {
    const late = dem2gbp.map((r, t) => (t < 400 ? 0.01 : r));
    const found = resultOf(await refitGarch(refit({ values: late, window: 120, step: 45, probabilities: [0.05] }), await testContext()));
    expect(found.failures.map(({ origin }) => origin)).toEqual([120, 165, 210, 255, 300, 345, 390]);
    expect(found.firstForecast).toBe(435);
    expect(found.sigmas).toHaveLength(late.length - 435);
    expect(found.valueAtRisk[0].exceptions).toBe(late.slice(435).filter((r, t) => -r > found.valueAtRisk[0].loss[t]).length);
    const none = await refitGarch(refit({ values: dem2gbp.map(() => 0.01), window: 120, step: 45 }), await testContext());
    expect(none.ok ? "" : none.failure.code).toBe("not-converged");
  });

  it("refuses invalid windows, steps and probabilities", async () => {
    for (const change of [{ window: 50 }, { window: 5000 }, { window: 1000.5 }, { step: 0 }, { probabilities: [1] }]) {
      const outcome = await refitGarch(refit(change), await testContext());
      expect(outcome.ok ? "" : outcome.failure.code).toBe("bad-input");
    }
  });

  it("reports growing progress and stops when canceled", async () => {
    const context = await testContext();
    resultOf(await refitGarch(refit({ step: 200 }), context));
    const fractions = context.reports.map(({ fraction }) => fraction);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    await expect(refitGarch(refit(), await testContext(200))).rejects.toThrow(Canceled);
  });
});
