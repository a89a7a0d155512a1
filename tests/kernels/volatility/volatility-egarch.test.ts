import { describe, expect, it } from "vitest";
import { Canceled } from "../../../workers/runtime/job";
import { fitModel } from "../../../workers/volatility/fit";
import { completeModel, type GarchFit, type ModelAsk } from "../../../workers/volatility/garch-model";
import { fitGarchJob } from "../../../workers/volatility/jobs/fit-garch";
import { EgarchLikelihood } from "../../../workers/volatility/likelihoods/egarch-likelihood";
import { DEFAULT_FIT_OPTIONS } from "../../../workers/volatility/search";
import { prepareSeries } from "../../../workers/volatility/volatility-series";
import { resultOf } from "../../fixtures/failure-text";
import { goldenColumn } from "../../fixtures/golden";
import { testContext } from "../context";
import { egarchLikelihood } from "../reference/egarch";
import { context, dem2gbp, estimateOf, kernels, logDensity, SHAPES } from "./dem2gbp";

const egarch = (change: Partial<ModelAsk> = {}): ModelAsk => ({
  variance: "egarch",
  p: 1,
  q: 1,
  distribution: "normal",
  preSample: "sample",
  ...change,
});

async function fitted(returns: Float64Array, change: Partial<ModelAsk> = {}): Promise<GarchFit> {
  return resultOf(await fitModel(await testContext(), returns, egarch(change), DEFAULT_FIT_OPTIONS));
}

describe("EGARCH log-likelihood", () => {
  for (const [distribution, shape] of SHAPES) {
    for (const [p, q] of [
      [1, 1],
      [2, 3],
      [3, 1],
    ]) {
      const model = completeModel(egarch({ p, q, distribution }));
      const spread = (total: number, lags: number) => Array.from({ length: lags }, (_, i) => (total * (i + 1)) / ((lags * (lags + 1)) / 2));
      const theta = Float64Array.of(0.03, -0.02, ...spread(0.25, q), ...spread(-0.1, q), ...spread(0.9, p), ...shape);

      it(`${distribution} (${p},${q}) equals its plain twin's, and its gradient equals finite differences`, () => {
        context.arena.scope(() => {
          const series = prepareSeries(context, dem2gbp.subarray(0, 700), model)!;
          const likelihood = new EgarchLikelihood(context, kernels, model, series);
          const y = context.arena.view(series.address, series.n).slice();
          const twin = (at: Float64Array) => {
            const [mu, omega, ...rest] = at;
            const parts = { mu, omega, alpha: rest.slice(0, q), gamma: rest.slice(q, 2 * q), beta: rest.slice(2 * q, 2 * q + p) };
            const [nu = 0, lambda = 0] = rest.slice(2 * q + p);
            const preSample = y.reduce((sum, value) => sum + (value - mu) ** 2, 0) / y.length;
            return egarchLikelihood(y, parts, preSample, logDensity(distribution, nu, lambda)) - y.length * Math.log(series.scale);
          };
          // 700 terms of rounding, and a logarithm of products instead of a sum of logarithms: 1e-12 of the value.
          expect(Math.abs(likelihood.value(theta) / twin(theta) - 1)).toBeLessThan(1e-12);
          const gradient = likelihood.gradient();
          likelihood.freeze(true);
          theta.forEach((value, i) => {
            const step = 1e-5 * Math.max(1, Math.abs(value));
            const at = (move: number) => likelihood.value(theta.map((one, j) => (j === i ? one + move : one)));
            const difference = (at(step) - at(-step)) / (2 * step);
            // Central differences of a sum of 700 terms: 2e-5 of its size.
            expect(Math.abs(gradient[i] - difference), likelihood.keys[i]).toBeLessThan(2e-5 * (1 + Math.abs(difference)));
          });
          likelihood.freeze(false);
        });
      });
    }
  }

  it("the gradient of the next variance equals finite differences, over more than one chunk", () => {
    const model = completeModel(egarch({ p: 2, q: 2, distribution: "skewt" }));
    context.arena.scope(() => {
      const long = Float64Array.from({ length: 20_000 }, (_, t) => dem2gbp[t % dem2gbp.length] * (1 + 0.3 * Math.sin(t / 900)));
      const series = prepareSeries(context, long, model)!;
      const likelihood = new EgarchLikelihood(context, kernels, model, series);
      const theta = Float64Array.of(0.01, -0.05, 0.2, 0.05, -0.05, 0.02, 0.6, 0.35, 7, -0.1);
      likelihood.value(theta);
      const { nextLogSlopes } = likelihood.finalScores();
      const next = likelihood.nextVariance();
      expect(nextLogSlopes.slice(8)).toEqual(new Float64Array(2));
      theta.slice(0, 8).forEach((_, i) => {
        likelihood.freeze(true);
        likelihood.value(theta.map((one, j) => (j === i ? one + 1e-6 : one)));
        likelihood.freeze(false);
        // A one-sided difference of the logarithm: 1e-4 of the slope's size.
        expect(Math.log(likelihood.nextVariance() / next) / 1e-6 / nextLogSlopes[i]).toBeCloseTo(1, 3);
        likelihood.value(theta);
      });
    });
  });
});

describe("EGARCH scores", () => {
  it("each is its observation's contribution to the gradient", () => {
    const model = completeModel(egarch({ p: 2, q: 2, distribution: "skewt", preSample: "ewma75" }));
    context.arena.scope(() => {
      const series = prepareSeries(context, dem2gbp.subarray(0, 60), model)!;
      const theta = Float64Array.of(0.01, -0.05, 0.2, 0.05, -0.05, 0.02, 0.6, 0.35, 7, -0.1);
      const gradientOf = (n: number) => {
        const likelihood = new EgarchLikelihood(context, kernels, model, { ...series, n });
        likelihood.value(theta);
        return likelihood.gradient();
      };
      const gradients = Array.from({ length: 60 }, (_, t) => gradientOf(t + 1));
      const scores = gradients.map((gradient, t) => gradient.map((value, i) => value - (t > 0 ? gradients[t - 1][i] : 0)));
      const whole = new EgarchLikelihood(context, kernels, model, series);
      whole.value(theta);
      const { scores: products } = whole.finalScores();
      const k = theta.length;
      products.forEach((value, place) => {
        const expected = scores.reduce((sum, score) => sum + score[Math.floor(place / k)] * score[place % k], 0);
        // Differences of gradients of up to a few hundred: 1e-9.
        expect(Math.abs(value - expected)).toBeLessThan(1e-9 * (1 + Math.abs(expected)));
      });
    });
  });
});

describe("EGARCH fit against Python arch 8.0.0 (pre-sample ewma75)", () => {
  it("DEM/GBP: log-likelihood -1100.346896", async () => {
    const fit = await fitted(dem2gbp, { preSample: "ewma75" });
    // The reference has six decimals.
    expect(Math.abs(fit.logLikelihood + 1100.346896)).toBeLessThan(1e-6);
    expect(fit.status).toBe("converged");
    expect(fit.startSpread).toBeLessThan(1e-6);
  });

  it("S&P 500: log-likelihood -6813.952715, alpha 0.135528, gamma -0.152013, beta 0.97483", async ({ skip }) => {
    const prices = await goldenColumn("series/sp500_1999_2018.csv", "Close");
    if (!prices) return skip("golden series not present");
    const fit = await fitted(
      prices.subarray(1).map((price, t) => 100 * (price / prices[t] - 1)),
      { preSample: "ewma75" },
    );
    expect(Math.abs(fit.logLikelihood + 6813.952715)).toBeLessThan(1e-6);
    expect(estimateOf(fit, "alpha1")).toBeCloseTo(0.135528, 5);
    expect(estimateOf(fit, "gamma1")).toBeCloseTo(-0.152013, 5);
    expect(estimateOf(fit, "beta1")).toBeCloseTo(0.97483, 5);
  });
});

describe("EGARCH fit", () => {
  it("DEM/GBP, pre-sample mean square: within 0.03 standard errors of the published values, and at least as likely", async () => {
    const fit = await fitted(dem2gbp);
    const published = { mu: -0.01167873487, omega: -0.12633933747, gamma1: -0.03845788444, beta1: 0.91265373928, alpha1: 0.33305592776 };
    const errors = { mu: 0.00886, omega: 0.0285, gamma1: 0.0192, beta1: 0.0168, alpha1: 0.0406 };
    for (const key of ["mu", "omega", "gamma1", "beta1", "alpha1"] as const) {
      // The published point is 5e-4 lower in log-likelihood than the maximum: it lies this far from it.
      expect(Math.abs(estimateOf(fit, key) - published[key]), key).toBeLessThan(0.03 * errors[key]);
    }
    const { mu, omega, alpha1, gamma1, beta1 } = published;
    const preSample = dem2gbp.reduce((sum, r) => sum + (r - mu) ** 2, 0) / dem2gbp.length;
    const theirs = egarchLikelihood(
      dem2gbp,
      { mu, omega, alpha: [alpha1], gamma: [gamma1], beta: [beta1] },
      preSample,
      logDensity("normal", 0, 0),
    );
    expect(fit.logLikelihood).toBeGreaterThan(theirs);
    expect(fit.logLikelihood - theirs).toBeLessThan(1e-3);
  });

  for (const [distribution] of SHAPES) {
    it(`${distribution}: does not depend on the units of the returns`, async () => {
      const returns = dem2gbp.subarray(0, 1200);
      const [one, tiny] = [
        await fitted(returns, { distribution }),
        await fitted(
          returns.map((r) => r * 1e-4),
          { distribution },
        ),
      ];
      const logScale = Math.log(1e-4);
      // The same search on the same standardized series, but for the last bits of the scale.
      expect(tiny.logLikelihood).toBeCloseTo(one.logLikelihood - returns.length * logScale, 5);
      expect(estimateOf(tiny, "beta1")).toBeCloseTo(estimateOf(one, "beta1"), 6);
      expect(estimateOf(tiny, "omega")).toBeCloseTo(estimateOf(one, "omega") + 2 * logScale * (1 - one.persistence), 5);
      expect(tiny.estimates[0].robust! / one.estimates[0].robust!).toBeCloseTo(1e-4, 8);
      expect(tiny.nextVariance / one.nextVariance).toBeCloseTo(1e-8, 12);
    });
  }

  it("negating the returns negates gamma", async () => {
    const returns = dem2gbp.subarray(0, 1500);
    const [up, down] = [await fitted(returns), await fitted(returns.map((r) => -r))];
    expect(down.logLikelihood).toBeCloseTo(up.logLikelihood, 6);
    expect(estimateOf(down, "gamma1")).toBeCloseTo(-estimateOf(up, "gamma1"), 4);
  });

  it("a larger model is at least as likely", async () => {
    const [small, large] = [await fitted(dem2gbp), await fitted(dem2gbp, { p: 2, q: 2 })];
    expect(large.logLikelihood).toBeGreaterThan(small.logLikelihood - 1e-9);
    expect(large.k).toBe(small.k + 3);
  });

  it("a zero mean has no mu", async () => {
    const fit = await fitted(dem2gbp, { mean: "zero" });
    expect(fit.estimates.map(({ key }) => key)).toEqual(["omega", "alpha1", "gamma1", "beta1"]);
    expect(fit.parameters.mu).toBe(0);
    expect(fit.residuals[5] * fit.volatility[5]).toBeCloseTo(dem2gbp[5], 12);
  });

  it("finds the parameters of a simulated series within three standard errors", async () => {
    const truth = { mu: 0.02, omega: -0.05, alpha: 0.2, gamma: -0.1, beta: 0.95 };
    const n = 8000;
    const noise = context.arena.scope(() => {
      const stream = context.arena.takeBytes(32);
      const out = context.arena.take(n);
      kernels.rngSeed(stream, 11);
      kernels.drawInnovations(stream, out, n, 3, 1.6, 0);
      return context.arena.view(out, n).slice();
    });
    let log = truth.omega / (1 - truth.beta);
    const returns = noise.map((z) => {
      const r = truth.mu + Math.exp(log / 2) * z;
      log = truth.omega + truth.alpha * (Math.abs(z) - Math.sqrt(2 / Math.PI)) + truth.gamma * z + truth.beta * log;
      return r;
    });
    const fit = await fitted(returns, { distribution: "ged" });
    const expected = [truth.mu, truth.omega, truth.alpha, truth.gamma, truth.beta, 1.6];
    fit.estimates.forEach(({ value, robust, key }, i) => {
      expect(Math.abs(value - expected[i]), key).toBeLessThan(3 * robust!);
    });
  });

  it("gives the same bits every time", async () => {
    const [a, b] = [await fitted(dem2gbp, { distribution: "t" }), await fitted(dem2gbp, { distribution: "t" })];
    expect(a).toEqual(b);
  });
});

describe("the fit-garch job with an EGARCH", () => {
  const run = async (values: Float64Array, change: Partial<ModelAsk> = {}, at = Number.POSITIVE_INFINITY) =>
    fitGarchJob({ values, kind: "returns", model: egarch(change), options: DEFAULT_FIT_OPTIONS }, await testContext(at));

  it("refuses constant, short and invalid input with a message", async () => {
    for (const [values, change] of [
      [new Float64Array(300).fill(1), {}],
      [dem2gbp.subarray(0, 50), {}],
      [dem2gbp, { p: 0 }],
      [dem2gbp, { q: 6 }],
      [dem2gbp, { mean: { ar: 6 } }],
      [dem2gbp, { targeting: true }],
      [dem2gbp, { variance: "figarch", mean: { ar: 6 } }],
      [Float64Array.from(dem2gbp, (r, t) => (t === 9 ? Number.NaN : r)), {}],
    ] as [Float64Array, Partial<ModelAsk>][]) {
      const outcome = await run(values, change);
      expect(outcome.ok ? "" : outcome.failure.code).toBe("bad-input");
    }
  });

  it("survives a shock of 60 standard deviations and huge values", async () => {
    for (const values of [dem2gbp.map((r, t) => (t === 400 ? 28 : r)), dem2gbp.map((r) => r * 1e120)]) {
      const found = resultOf(await run(values, { distribution: "t" }));
      expect(found.fit.volatility.every((sigma) => Number.isFinite(sigma) && sigma > 0)).toBe(true);
      expect(Number.isFinite(found.fit.logLikelihood)).toBe(true);
    }
  });

  it("stops when canceled and frees its memory", async () => {
    const canceled = await testContext(40);
    const before = canceled.kernels.arenaMark();
    const input = { values: dem2gbp, kind: "returns", model: egarch(), options: DEFAULT_FIT_OPTIONS } as const;
    await expect(fitGarchJob(input, canceled)).rejects.toThrow(Canceled);
    expect(canceled.kernels.arenaMark()).toBe(before);
  });
});
