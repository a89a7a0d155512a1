import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { lagFilterBlock } from "../../../assembly/build/volatility-layouts.js";
import type { Outcome } from "../../../workers/contract";
import { Canceled, type JobContext } from "../../../workers/runtime/job";
import type { KernelsOf } from "../../../workers/runtime/wasm/kernels";
import { fitModel } from "../../../workers/volatility/fit";
import { followReturns } from "../../../workers/volatility/follow";
import { completeModel, type Distribution, type GarchFit, type ModelAsk } from "../../../workers/volatility/garch-model";
import { diagnoseGarch } from "../../../workers/volatility/jobs/diagnose-garch";
import { forecastGarch } from "../../../workers/volatility/jobs/forecast-garch";
import { figarchWeights } from "../../../workers/volatility/lag-weights";
import { models } from "../../../workers/volatility/models";
import { DEFAULT_FIT_OPTIONS } from "../../../workers/volatility/search";
import { prepareSeries } from "../../../workers/volatility/volatility-series";
import { goldenColumn } from "../../fixtures/golden";
import { runs } from "../../fixtures/in-all";
import { inWords } from "../../fixtures/in-words";
import { testContext } from "../context";
import { plainFigarchWeights, plainHarVariances, plainLagVariances } from "../reference/lag-variance";
import { uniforms } from "../reference/random";

let context: JobContext;
let kernels: KernelsOf<"volatility">;
let dem2gbp: Float64Array;
beforeAll(async () => {
  context = await testContext();
  kernels = await context.load("volatility");
  dem2gbp = (await goldenColumn("series/dem2gbp.csv", "ret_pct"))!;
});

const resultOf = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(inWords(outcome.failure));
  return outcome.value;
};
const ask = (variance: "figarch" | "har", change: Partial<ModelAsk> = {}): ModelAsk => ({
  variance,
  p: 1,
  q: 1,
  distribution: "normal",
  preSample: "sample",
  ...change,
});
const fitted = async (returns: Float64Array, model: ModelAsk): Promise<GarchFit> =>
  resultOf(await fitModel(await testContext(), returns, model, DEFAULT_FIT_OPTIONS));
const estimateOf = (fit: GarchFit, key: string) => fit.estimates.find((estimate) => estimate.key === key)!.value;

const PARAMETERS = { figarch: [0.02, 0.03, 0.2, 0.4, 0.45], har: [0.02, 0.1, 0.15, 0.3, 0.35] };
const SHAPES: [Distribution, number[]][] = [
  ["normal", []],
  ["t", [6]],
  ["skewt", [7, -0.2]],
  ["ged", [1.4]],
];

describe("weights of a FIGARCH", () => {
  it("are those of the plain recursion, and their derivatives those of differences", () => {
    const within = (max: number) => fc.double({ min: 0.01, max, noNaN: true });
    fc.assert(
      fc.property(within(0.98), within(0.99), within(0.99), (d, a, b) => {
        const phi = (a * (1 - d)) / 2;
        const beta = b * Math.min(d + phi, 0.98);
        const { weights, byPhi, byD, byBeta } = figarchWeights(phi, d, beta);
        const plain = plainFigarchWeights(phi, d, beta, 1000);
        const step = 1e-6;
        const difference = (up: number[], down: number[], i: number) => (up[i] - down[i]) / (2 * step);
        const moved = [
          [byPhi, plainFigarchWeights(phi + step, d, beta, 30), plainFigarchWeights(phi - step, d, beta, 30)],
          [byD, plainFigarchWeights(phi, d + step, beta, 30), plainFigarchWeights(phi, d - step, beta, 30)],
          [byBeta, plainFigarchWeights(phi, d, beta + step, 30), plainFigarchWeights(phi, d, beta - step, 30)],
        ] as const;
        weights.forEach((weight, i) => {
          expect(weight).toBe(plain[i]);
          // The constraints keep every weight from falling below 0, but for rounding.
          expect(weight).toBeGreaterThan(-1e-15);
        });
        for (const [exact, up, down] of moved)
          for (let i = 0; i < 30; i++) expect(Math.abs(exact[i] - difference(up, down, i))).toBeLessThan(1e-7);
      }),
      { seed: 3, numRuns: runs(60) },
    );
  });
});

for (const variance of ["figarch", "har"] as const) {
  describe(`${variance} likelihood`, () => {
    for (const [distribution, shape] of SHAPES) {
      it(`${distribution}: variances are the plain twin's, gradient and scores those of differences`, () => {
        const model = completeModel(ask(variance, { distribution }));
        context.arena.scope(() => {
          const series = prepareSeries(context, dem2gbp.subarray(0, 300), model)!;
          const likelihood = models[model.variance].likelihood(context, kernels, model, series);
          const theta = Float64Array.of(...PARAMETERS[variance], ...shape);
          const value = likelihood.value(theta);
          const y = context.arena.view(series.address, series.n).slice();
          const [mu, omega, ...rest] = PARAMETERS[variance];
          const shocks = y.map((x) => x - mu);
          const before = shocks.reduce((sum, e) => sum + e * e, 0) / y.length;
          const h =
            variance === "har"
              ? plainHarVariances(shocks, omega, rest, before)
              : plainLagVariances(shocks, omega / (1 - rest[2]), plainFigarchWeights(rest[0], rest[1], rest[2], 1000), before);
          const block = context.arena.take(kernels.densitySize());
          const out = context.arena.take(4);
          kernels.densityPrepare(block, ["normal", "t", "skewt", "ged"].indexOf(distribution), shape[0] ?? 0, shape[1] ?? 0);
          const twin = shocks.reduce((sum, e, t) => {
            kernels.densityLog(block, e / Math.sqrt(h[t]), out);
            return sum + context.arena.read(out) - 0.5 * Math.log(h[t]) - Math.log(series.scale);
          }, 0);
          // 300 terms and 1000 lags of rounding.
          expect(Math.abs(value / twin - 1)).toBeLessThan(1e-12);
          expect(Math.abs(likelihood.nextVariance() / h[300] - 1)).toBeLessThan(1e-12);
          const gradient = likelihood.gradient();
          const { nextLogSlopes, scores } = likelihood.finalScores();
          const gradientAt = (n: number) => {
            const shorter = models[model.variance].likelihood(context, kernels, { ...model, preSample: "ewma75" }, { ...series, n });
            shorter.value(theta);
            return shorter.gradient();
          };
          const k = theta.length;
          theta.forEach((one, i) => {
            const step = 1e-5 * Math.max(0.1, Math.abs(one));
            const at = (move: number) => {
              const up = likelihood.value(theta.map((x, j) => (j === i ? x + move : x)));
              return [up, Math.log(likelihood.nextVariance())];
            };
            const [up, down] = [at(step), at(-step)];
            const difference = (up[0] - down[0]) / (2 * step);
            // Central differences of a sum of 300 terms.
            expect(Math.abs(gradient[i] - difference), likelihood.keys[i]).toBeLessThan(2e-5 * (1 + Math.abs(difference)));
            expect(Math.abs(nextLogSlopes[i] - (up[1] - down[1]) / (2 * step))).toBeLessThan(1e-5);
          });
          // Of a fixed pre-sample each score is what its observation adds to the gradient.
          const fixed = models[model.variance].likelihood(context, kernels, { ...model, preSample: "ewma75" }, { ...series, n: 40 });
          fixed.value(theta);
          const products = fixed.finalScores().scores;
          const gradients = Array.from({ length: 40 }, (_, t) => gradientAt(t + 1));
          const single = gradients.map((one, t) => one.map((x, i) => x - (t > 0 ? gradients[t - 1][i] : 0)));
          products.forEach((product, place) => {
            const expected = single.reduce((sum, score) => sum + score[Math.floor(place / k)] * score[place % k], 0);
            expect(Math.abs(product - expected)).toBeLessThan(1e-9 * (1 + Math.abs(expected)));
          });
          expect(scores).toHaveLength(k * k);
        });
      });
    }
  });
}

describe("fits", () => {
  it("FIGARCH on DEM/GBP: arch's log-likelihood -1095.334021, d 0.38995", async () => {
    const fit = await fitted(dem2gbp, ask("figarch", { preSample: "ewma75" }));
    // The references have six and five decimals.
    expect(Math.abs(fit.logLikelihood + 1095.334021)).toBeLessThan(1e-6);
    expect(estimateOf(fit, "d")).toBeCloseTo(0.38995, 5);
    expect(fit.status).toBe("boundary");
    expect(fit.halfLife).toBe(Number.POSITIVE_INFINITY);
    expect(fit.unconditionalVariance).toBeNull();
  });

  it("FIGARCH on the S&P 500: arch's log-likelihood -6925.659409, d 0.541605", async ({ skip }) => {
    const prices = await goldenColumn("series/sp500_1999_2018.csv", "Close");
    if (!prices) return skip("golden series not present");
    const fit = await fitted(
      prices.subarray(1).map((price, t) => 100 * (price / prices[t] - 1)),
      ask("figarch", { preSample: "ewma75" }),
    );
    expect(Math.abs(fit.logLikelihood + 6925.659409)).toBeLessThan(1e-6);
    expect(estimateOf(fit, "d")).toBeCloseTo(0.541605, 5);
  });

  it("HAR finds the parameters of a simulated series within three and a half standard errors", async () => {
    const truth = { mu: 0.1, omega: 0.1, alpha: [0.1, 0.3, 0.4] };
    const n = 6000;
    const noise = context.arena.scope(() => {
      const stream = context.arena.takeBytes(32);
      const out = context.arena.take(n);
      kernels.rngSeed(stream, 21);
      kernels.drawInnovations(stream, out, n, 0, 0, 0);
      return context.arena.view(out, n).slice();
    });
    const shocks = new Float64Array(n);
    for (let t = 0; t < n; t++) {
      const h = plainHarVariances(shocks.subarray(Math.max(0, t - 22), t), truth.omega, truth.alpha, 0.5).at(-1)!;
      shocks[t] = Math.sqrt(h) * noise[t];
    }
    const fit = await fitted(
      shocks.map((e) => truth.mu + e),
      ask("har"),
    );
    [truth.mu, truth.omega, ...truth.alpha].forEach((expected, i) => {
      expect(Math.abs(fit.estimates[i].value - expected)).toBeLessThan(3.5 * fit.estimates[i].robust!);
    });
    expect(fit.unconditionalVariance).toBeCloseTo(fit.parameters.omega / (1 - fit.persistence), 12);
  });

  for (const variance of ["figarch", "har"] as const) {
    it(`${variance} does not depend on the units`, async () => {
      const returns = dem2gbp.subarray(0, 1000);
      const [one, tiny] = [
        await fitted(returns, ask(variance)),
        await fitted(
          returns.map((r) => r * 1e-3),
          ask(variance),
        ),
      ];
      expect(tiny.logLikelihood).toBeCloseTo(one.logLikelihood - 1000 * Math.log(1e-3), 5);
      expect(estimateOf(tiny, "omega") / estimateOf(one, "omega")).toBeCloseTo(1e-6, 10);
      expect(tiny.nextVariance / one.nextVariance).toBeCloseTo(1e-6, 10);
    });

    it(`${variance}: forecasts are exact, simulated and followed alike`, async () => {
      const fit = await fitted(dem2gbp, ask(variance));
      const input = {
        fit,
        returns: dem2gbp,
        lastTime: null,
        stepMillis: null,
        horizon: 40,
        method: "simulation",
        paths: 20_000,
        seed: 2,
      } as const;
      const value = resultOf(await forecastGarch(input, await testContext()));
      expect(Math.abs(value.analyticVariance[0] / fit.nextVariance - 1)).toBeLessThan(1e-10);
      value.simulatedVariance.forEach((h, k) => {
        expect(Math.abs(h - value.analyticVariance[k])).toBeLessThanOrEqual(4.5 * value.simulationError[k] + 1e-12);
      });
      const cut = 1500;
      const part = { ...fit, n: cut, volatility: fit.volatility.slice(0, cut), residuals: fit.residuals.slice(0, cut) };
      const { sigmas } = followReturns(context, kernels, part, dem2gbp.slice(0, cut), dem2gbp.slice(cut));
      sigmas.forEach((sigma, t) => {
        expect(Math.abs(sigma / fit.volatility[cut + t] - 1)).toBeLessThan(1e-10);
      });
    });

    it(`${variance} stops when canceled, and refuses what does not vary`, async () => {
      const canceled = await testContext(10);
      const before = canceled.kernels.arenaMark();
      await expect(fitModel(canceled, dem2gbp, ask(variance), DEFAULT_FIT_OPTIONS)).rejects.toThrow(Canceled);
      expect(canceled.kernels.arenaMark()).toBe(before);
      const outcome = await fitModel(await testContext(), new Float64Array(200).fill(2), ask(variance), DEFAULT_FIT_OPTIONS);
      expect(outcome.ok ? "" : outcome.failure.code).toBe("bad-input");
    });
  }
});

/** ARX(lags=2) with FIGARCH() and HARCH(lags=[1, 5, 22]) of Python arch 8.0.0 on DEM/GBP, tol 1e-14; standard errors are robust ones. */
const ARCH_REFERENCES: [ModelAsk["variance"] & ("figarch" | "har"), Distribution, number, Record<string, [number, number]>][] = [
  [
    "figarch",
    "normal",
    -1093.7516452324007,
    { mu: [-0.0038759295, 0.00915851], ar1: [0.046959575, 0.02833525], ar2: [-0.032852999, 0.02534568], d: [0.38597857, 0.18563176] },
  ],
  [
    "figarch",
    "t",
    -983.6951458958281,
    { mu: [0.0035803966, 0.0070375], ar1: [0.03489451, 0.02415964], ar2: [-0.031410265, 0.0228836], nu: [4.7157324, 0.40827962] },
  ],
  [
    "har",
    "normal",
    -1097.9301861827316,
    {
      mu: [-0.0012418061, 0.00917362],
      ar1: [0.044773752, 0.02905172],
      ar2: [-0.03334412, 0.02530575],
      alpha1: [0.146435604, 0.05662674],
      alpha2: [0.313095147, 0.09592144],
      alpha3: [0.318489873, 0.09105154],
    },
  ],
];

describe("about an autoregressive mean", () => {
  const AR2 = { mean: { ar: 2 } } as const;

  for (const variance of ["figarch", "har"] as const) {
    for (const [distribution, shape] of [SHAPES[0], SHAPES[2]]) {
      it(`${variance}, ${distribution}: the plain twin's likelihood and next variance; gradient, slopes and scores of differences`, () => {
        const model = completeModel(ask(variance, { distribution, ...AR2 }));
        const theta = Float64Array.of(0.03, 0.2, -0.15, ...PARAMETERS[variance].slice(1), ...shape);
        context.arena.scope(() => {
          const series = prepareSeries(context, dem2gbp.subarray(0, 402), model)!;
          expect(series.n).toBe(400);
          const y = context.arena.view(series.address - 16, 402).slice();
          const block = context.arena.take(kernels.densitySize());
          const out = context.arena.take(4);
          kernels.densityPrepare(block, ["normal", "t", "skewt", "ged"].indexOf(distribution), shape[0] ?? 0, shape[1] ?? 0);
          const [mu, a, b, omega, ...rest] = theta.subarray(0, theta.length - shape.length);
          const shocks = y.slice(2).map((value, t) => value - mu - a * y[t + 1] - b * y[t]);
          const before = shocks.reduce((sum, e) => sum + e * e, 0) / 400;
          const h =
            variance === "har"
              ? plainHarVariances(shocks, omega, rest, before)
              : plainLagVariances(shocks, omega / (1 - rest[2]), plainFigarchWeights(rest[0], rest[1], rest[2], 1000), before);
          const twin = shocks.reduce((sum, e, t) => {
            kernels.densityLog(block, e / Math.sqrt(h[t]), out);
            return sum + context.arena.read(out) - 0.5 * Math.log(h[t]) - Math.log(series.scale);
          }, 0);
          const likelihood = models[model.variance].likelihood(context, kernels, model, series);
          expect(likelihood.keys.slice(0, 4)).toEqual(["mu", "ar1", "ar2", "omega"]);
          // 400 terms and 1000 lags of rounding.
          expect(Math.abs(likelihood.value(theta) / twin - 1)).toBeLessThan(1e-12);
          expect(Math.abs(likelihood.nextVariance() / h[400] - 1)).toBeLessThan(1e-12);
          const gradient = likelihood.gradient();
          const { nextLogSlopes } = likelihood.finalScores();
          const { total } = likelihood.scoreHistory();
          theta.forEach((one, i) => {
            // By the pre-sample variance the gradient goes beside the scores of single steps: they add up to it within rounding all the same.
            expect(Math.abs(total[i] - gradient[i]), likelihood.keys[i]).toBeLessThan(1e-9 * (1 + Math.abs(gradient[i])));
            const step = 1e-5 * Math.max(0.1, Math.abs(one));
            const at = (move: number) => {
              const up = likelihood.value(theta.map((x, j) => (j === i ? x + move : x)));
              return [up, Math.log(likelihood.nextVariance())];
            };
            const [up, down] = [at(step), at(-step)];
            const difference = (up[0] - down[0]) / (2 * step);
            // Central differences of a sum of 400 terms.
            expect(Math.abs(gradient[i] - difference), likelihood.keys[i]).toBeLessThan(2e-5 * (1 + Math.abs(difference)));
            expect(Math.abs(nextLogSlopes[i] - (up[1] - down[1]) / (2 * step)), likelihood.keys[i]).toBeLessThan(1e-5);
          });
        });
      });
    }
  }

  it.each(ARCH_REFERENCES)(
    "%s, %s: arch's log-likelihood %d to 1e-6, estimates and robust errors",
    async (variance, distribution, top, expected) => {
      const fit = await fitted(dem2gbp, ask(variance, { distribution, preSample: "ewma75", ...AR2 }));
      expect(fit.n).toBe(1972);
      expect(Math.abs(fit.logLikelihood - top), `${fit.logLikelihood}`).toBeLessThan(1e-6);
      for (const [key, [value, error]] of Object.entries(expected)) {
        const found = fit.estimates.find((estimate) => estimate.key === key)!;
        // The likelihood is flat at its top: a hundredth of a standard error off costs 1e-4 of it at most.
        expect(Math.abs(found.value - value), key).toBeLessThan(0.01 * error);
        // With normal errors d stands on phi = (1 - d) / 2: our error of it keeps to that line, arch's does not.
        if (key !== "d") expect(Math.abs((found.robust ?? 0) / error - 1), key).toBeLessThan(0.02);
      }
      // Residuals are those of the returns themselves.
      const { mu, ar } = fit.parameters;
      for (const t of [0, 1, 900, 1971]) {
        const shock = dem2gbp[t + 2] - mu - ar[0] * dem2gbp[t + 1] - ar[1] * dem2gbp[t];
        expect(Math.abs(fit.residuals[t] * fit.volatility[t] - shock)).toBeLessThan(1e-10);
      }
    },
  );

  it("is followed, forecast and diagnosed by its own recursion", async () => {
    for (const variance of ["figarch", "har"] as const) {
      const sample = dem2gbp.subarray(0, 1500);
      const fit = await fitted(sample, ask(variance, AR2));
      const { mu, ar } = fit.parameters;
      const { means, sigmas } = followReturns(context, kernels, fit, sample.subarray(2), dem2gbp.subarray(1500, 1510));
      expect(Math.abs(means[5] - (mu + ar[0] * dem2gbp[1504] + ar[1] * dem2gbp[1503]))).toBeLessThan(1e-12);
      expect(Math.abs(sigmas[0] ** 2 / fit.nextVariance - 1)).toBeLessThan(1e-10);
      const question = { fit, returns: sample.subarray(2), lastTime: null, stepMillis: null, horizon: 20, paths: 20_000, seed: 5 } as const;
      const ahead = resultOf(await forecastGarch({ ...question, method: "simulation" }, context));
      expect(Math.abs(ahead.mean[1] - (mu + ar[0] * ahead.mean[0] + ar[1] * sample[1499]))).toBeLessThan(1e-12);
      ahead.simulatedVariance.forEach((h, k) => {
        expect(Math.abs(h - ahead.analyticVariance[k])).toBeLessThanOrEqual(4.5 * ahead.simulationError[k] + 1e-12);
      });
      const { stability } = resultOf(await diagnoseGarch({ fit, returns: sample.subarray(2), behavioral: null }, context));
      expect(stability?.parameters.map(({ key }) => key)).toContain("ar2");
    }
  });
});

describe("sums of lagged values", () => {
  it("do not depend on the chunks", () => {
    const { arena } = context;
    const n = 203;
    arena.scope(() => {
      const x = arena.put(Float64Array.from({ length: 24 + n }, (_, i) => ((i * 7919) % 97) / 13)) + 24 * 8;
      const weights = arena.put(Float64Array.from({ length: 24 }, (_, i) => 1 / (i + 3)));
      const run = (chunk: number) => {
        const out = arena.take(n);
        const filter = arena.block(lagFilterBlock, { reversed: weights, lags: 24, x, constant: 0.25, out });
        for (let from = 0; from < n; from += chunk) kernels.lagFilter(filter, from, Math.min(from + chunk, n));
        return arena.view(out, n).slice();
      };
      const whole = run(n);
      for (const chunk of [1, 3, 4, 50]) expect(run(chunk)).toEqual(whole);
    });
  });
});

describe("at the cusp of a GED", () => {
  it("comes to rest on the maximum where tails are fatter than any it allows", async () => {
    for (const [seed, highest] of [
      [1, -1724.7270159192635],
      [2, -1717.5218954349339],
    ]) {
      const draw = uniforms(seed);
      let shock = 0;
      const values = Float64Array.from({ length: 1200 }, () => {
        const u = draw() - 0.5;
        shock = (Math.sqrt(0.6 + 0.3 * shock * shock) * Math.sign(u) * (-Math.log(1 - 2 * Math.abs(u))) ** 1.3) / Math.SQRT2;
        return shock;
      });
      const fit = resultOf(await fitModel(context, values, ask("har", { distribution: "ged" }), DEFAULT_FIT_OPTIONS));
      expect([fit.status, fit.parameters.nu]).toEqual(["boundary", 1.01]);
      // Where a search ends that goes on at the cusp until its 240 iterations are used up: less than 1e-7 higher.
      expect(fit.logLikelihood).toBeCloseTo(highest, 6);
    }
  });
});
