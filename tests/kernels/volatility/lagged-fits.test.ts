import { describe, expect, it } from "vitest";
import { Canceled } from "../../../workers/runtime/job";
import { fitModel } from "../../../workers/volatility/fit";
import { followReturns } from "../../../workers/volatility/follow";
import type { Distribution, GarchFit, ModelAsk } from "../../../workers/volatility/garch-model";
import { diagnoseGarch } from "../../../workers/volatility/jobs/diagnose-garch";
import { forecastGarch } from "../../../workers/volatility/jobs/forecast-garch";
import { DEFAULT_FIT_OPTIONS } from "../../../workers/volatility/search";
import { resultOf } from "../../fixtures/failure-text";
import { goldenColumn } from "../../fixtures/golden";
import { testContext } from "../context";
import { plainHarVariances } from "../reference/lag-variance";
import { uniforms } from "../reference/random";
import { context, dem2gbp, estimateOf, kernels } from "./dem2gbp";
import { askLagged } from "./lagged-model";

const fitted = async (returns: Float64Array, model: ModelAsk): Promise<GarchFit> =>
  resultOf(await fitModel(await testContext(), returns, model, DEFAULT_FIT_OPTIONS));
describe("fits", () => {
  it("FIGARCH on DEM/GBP: arch's log-likelihood -1095.334021, d 0.38995", async () => {
    const fit = await fitted(dem2gbp, askLagged("figarch", { preSample: "ewma75" }));
    // The references have six and five decimal places.
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
      askLagged("figarch", { preSample: "ewma75" }),
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
      askLagged("har"),
    );
    [truth.mu, truth.omega, ...truth.alpha].forEach((expected, i) => {
      expect(Math.abs(fit.estimates[i].value - expected)).toBeLessThan(3.5 * fit.estimates[i].robust!);
    });
    expect(fit.unconditionalVariance).toBeCloseTo(fit.parameters.omega / (1 - fit.persistence), 12);
  });

  for (const variance of ["figarch", "har"] as const) {
    it(`${variance} does not depend on the units of the returns`, async () => {
      const returns = dem2gbp.subarray(0, 1000);
      const [one, tiny] = [
        await fitted(returns, askLagged(variance)),
        await fitted(
          returns.map((r) => r * 1e-3),
          askLagged(variance),
        ),
      ];
      expect(tiny.logLikelihood).toBeCloseTo(one.logLikelihood - 1000 * Math.log(1e-3), 5);
      expect(estimateOf(tiny, "omega") / estimateOf(one, "omega")).toBeCloseTo(1e-6, 10);
      expect(tiny.nextVariance / one.nextVariance).toBeCloseTo(1e-6, 10);
    });

    it(`${variance}: analytic, simulated and filtered variances agree`, async () => {
      const fit = await fitted(dem2gbp, askLagged(variance));
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

    it(`${variance} stops when canceled, and refuses constant returns`, async () => {
      const canceled = await testContext(10);
      const before = canceled.kernels.arenaMark();
      await expect(fitModel(canceled, dem2gbp, askLagged(variance), DEFAULT_FIT_OPTIONS)).rejects.toThrow(Canceled);
      expect(canceled.kernels.arenaMark()).toBe(before);
      const outcome = await fitModel(await testContext(), new Float64Array(200).fill(2), askLagged(variance), DEFAULT_FIT_OPTIONS);
      expect(outcome.ok ? "" : outcome.failure.code).toBe("bad-input");
    });
  }
});

/** ARX(lags=2) with FIGARCH() and HARCH(lags=[1, 5, 22]) of Python arch 8.0.0 on DEM/GBP, tol 1e-14; robust standard errors. */
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

describe("with an autoregressive mean", () => {
  const AR2 = { mean: { ar: 2 } } as const;

  it.each(ARCH_REFERENCES)(
    "%s, %s: arch's log-likelihood %d to 1e-6, estimates and robust errors",
    async (variance, distribution, top, expected) => {
      const fit = await fitted(dem2gbp, askLagged(variance, { distribution, preSample: "ewma75", ...AR2 }));
      expect(fit.n).toBe(1972);
      expect(Math.abs(fit.logLikelihood - top), `${fit.logLikelihood}`).toBeLessThan(1e-6);
      for (const [key, [value, error]] of Object.entries(expected)) {
        const found = fit.estimates.find((estimate) => estimate.key === key)!;
        // The likelihood is flat at its maximum: 0.01 standard errors cost at most 1e-4.
        expect(Math.abs(found.value - value), key).toBeLessThan(0.01 * error);
        // With normal errors, d is at the bound phi = (1 - d) / 2: our standard error respects that constraint, arch's does not.
        if (key !== "d") expect(Math.abs((found.robust ?? 0) / error - 1), key).toBeLessThan(0.02);
      }
      // Residuals are computed from the unscaled returns.
      const { mu, ar } = fit.parameters;
      for (const t of [0, 1, 900, 1971]) {
        const shock = dem2gbp[t + 2] - mu - ar[0] * dem2gbp[t + 1] - ar[1] * dem2gbp[t];
        expect(Math.abs(fit.residuals[t] * fit.volatility[t] - shock)).toBeLessThan(1e-10);
      }
    },
  );

  it("filters, forecasts and diagnoses by its own recursion", async () => {
    for (const variance of ["figarch", "har"] as const) {
      const sample = dem2gbp.subarray(0, 1500);
      const fit = await fitted(sample, askLagged(variance, AR2));
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

describe("at the cusp of a GED", () => {
  it("stops at the maximum when the tails are fatter than it allows", async () => {
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
      const fit = resultOf(await fitModel(context, values, askLagged("har", { distribution: "ged" }), DEFAULT_FIT_OPTIONS));
      expect([fit.status, fit.parameters.nu]).toEqual(["boundary", 1.01]);
      // Where a search ends that continues at the cusp for all of its 240 iterations: less than 1e-7 higher.
      expect(fit.logLikelihood).toBeCloseTo(highest, 6);
    }
  });
});
