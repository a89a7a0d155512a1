import { describe, expect, it } from "vitest";
import { fitModel } from "../../../workers/volatility/fit";
import { followReturns } from "../../../workers/volatility/follow";
import { completeModel, type Distribution, type GarchFit, type ModelAsk } from "../../../workers/volatility/garch-model";
import { diagnoseGarch } from "../../../workers/volatility/jobs/diagnose-garch";
import { forecastGarch } from "../../../workers/volatility/jobs/forecast-garch";
import { refitGarch } from "../../../workers/volatility/jobs/refit-garch";
import { EgarchLikelihood } from "../../../workers/volatility/likelihoods/egarch-likelihood";
import { DEFAULT_FIT_OPTIONS } from "../../../workers/volatility/search";
import { prepareSeries } from "../../../workers/volatility/volatility-series";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { egarchLikelihood } from "../reference/egarch";
import { context, dem2gbp, kernels, logDensity } from "./dem2gbp";

const AR2: ModelAsk = { variance: "egarch", mean: { ar: 2 }, p: 1, q: 1, distribution: "normal", preSample: "sample" };
const fitted = async (returns: Float64Array, change: Partial<ModelAsk> = {}): Promise<GarchFit> => {
  return resultOf(await fitModel(context, returns, { ...AR2, ...change }, DEFAULT_FIT_OPTIONS));
};
const near = (a: number, b: number, relative: number) => expect(Math.abs(a / b - 1), `${a}, not ${b}`).toBeLessThan(relative);

describe("EGARCH with an autoregressive mean", () => {
  for (const [distribution, shape] of [
    ["normal", []],
    ["t", [6]],
    ["skewt", [7, -0.2]],
    ["ged", [1.6]],
  ] as [Distribution, number[]][]) {
    for (const preSample of ["sample", "ewma75"] as const) {
      it(`${distribution}, ${preSample}: the plain twin's likelihood and next variance; gradient and scores equal differences`, () => {
        const model = completeModel({ ...AR2, p: 2, q: 1, distribution, preSample });
        const theta = Float64Array.of(0.03, 0.2, -0.15, -0.02, 0.25, -0.1, 0.6, 0.3, ...shape);
        context.arena.scope(() => {
          const series = prepareSeries(context, dem2gbp.subarray(0, 702), model)!;
          expect(series.n).toBe(700);
          const y = context.arena.view(series.address - 16, 702).slice();
          const shocks = ([mu, a, b]: ArrayLike<number> & Iterable<number>) =>
            y.slice(2).map((value, t) => value - mu - a * y[t + 1] - b * y[t]);
          const twin = (at: Float64Array) => {
            const [, , , omega, alpha, gamma, b1, b2, nu = 0, lambda = 0] = at;
            const e = shocks(at);
            const before = preSample === "sample" ? e.reduce((sum, x) => sum + x * x, 0) / 700 : series.moments.backcast;
            const parts = { mu: 0, omega, alpha: [alpha], gamma: [gamma], beta: [b1, b2] };
            return egarchLikelihood(e, parts, before, logDensity(distribution, nu, lambda)) - 700 * Math.log(series.scale);
          };
          const likelihood = new EgarchLikelihood(context, kernels, model, series);
          expect(likelihood.keys.slice(0, 4)).toEqual(["mu", "ar1", "ar2", "omega"]);
          near(likelihood.value(theta), twin(theta), 1e-12);
          const gradient = likelihood.gradient();
          const { scores, nextLogSlopes } = likelihood.finalScores();
          const { total } = likelihood.scoreHistory();
          const next = likelihood.nextVariance();
          likelihood.freeze(true);
          theta.forEach((value, i) => {
            // The scores add up to the gradient by another way: rounding.
            expect(Math.abs(total[i] - gradient[i])).toBeLessThan(1e-9 * (1 + Math.abs(gradient[i])));
            const step = 1e-5 * Math.max(1, Math.abs(value));
            const at = (move: number) => likelihood.value(theta.map((one, j) => (j === i ? one + move : one)));
            const difference = (at(step) - at(-step)) / (2 * step);
            expect(Math.abs(gradient[i] - difference), likelihood.keys[i]).toBeLessThan(2e-5 * (1 + Math.abs(difference)));
            at(1e-6);
            const slope = Math.log(likelihood.nextVariance() / next) / 1e-6;
            expect(Math.abs(nextLogSlopes[i] - slope)).toBeLessThan(1e-4 * (1 + Math.abs(slope)));
          });
          likelihood.freeze(false);
          // A matrix of outer products: its diagonal is positive, and no entry exceeds what the diagonal allows.
          const k = theta.length;
          for (let i = 0; i < k * k; i++) {
            const [a, b] = [Math.floor(i / k), i % k];
            expect(scores[i] ** 2).toBeLessThanOrEqual(scores[a * k + a] * scores[b * k + b] * (1 + 1e-12));
          }
        });
      });
    }
  }

  it("recovers the parameters of 20,000 simulated values within four standard errors", async () => {
    const n = 20_000;
    const z = context.arena.scope(() => {
      const [stream, out] = [context.arena.takeBytes(32), context.arena.take(n)];
      kernels.rngSeed(stream, 11);
      kernels.drawInnovations(stream, out, n, 0, 0, 0);
      return context.arena.view(out, n).slice();
    });
    const truth: Record<string, number> = { mu: 0.05, ar1: 0.2, ar2: -0.1, omega: 0.02, alpha1: 0.2, gamma1: -0.08, beta1: 0.95 };
    let level = 0.4;
    const returns = new Float64Array(n);
    z.forEach((value, t) => {
      const before = t > 1 ? truth.ar1 * returns[t - 1] + truth.ar2 * returns[t - 2] : 0;
      returns[t] = truth.mu + before + Math.exp(level / 2) * value;
      level = truth.omega + truth.alpha1 * (Math.abs(value) - Math.sqrt(2 / Math.PI)) + truth.gamma1 * value + truth.beta1 * level;
    });
    const fit = await fitted(returns);
    expect(fit.status).toBe("converged");
    expect(fit.n).toBe(n - 2);
    expect(fit.estimates.map(({ key }) => key)).toEqual(Object.keys(truth));
    for (const { key, value, robust } of fit.estimates) expect(Math.abs(value - truth[key]), key).toBeLessThan(4 * (robust ?? 0));
    // Residuals are those of the returns themselves.
    const { mu, ar } = fit.parameters;
    for (const t of [0, 1, 2, 9000, n - 3]) {
      const shock = returns[t + 2] - mu - ar[0] * returns[t + 1] - ar[1] * returns[t];
      expect(Math.abs(fit.residuals[t] * fit.volatility[t] - shock)).toBeLessThan(1e-10);
    }
  });

  it("is more likely than a constant mean on the same rows, in any unit of the returns", async () => {
    const fit = await fitted(dem2gbp, { distribution: "t" });
    const plain = await fitted(dem2gbp.subarray(2), { distribution: "t", mean: "constant" });
    expect(fit.logLikelihood).toBeGreaterThan(plain.logLikelihood - 0.05);
    const scaled = await fitted(
      dem2gbp.map((r) => 50 * r + 20),
      { distribution: "t" },
    );
    near(scaled.logLikelihood + fit.n * Math.log(50), fit.logLikelihood, 1e-8);
    const { mu, ar } = fit.parameters;
    expect(Math.abs(scaled.parameters.mu - (50 * mu + 20 * (1 - ar[0] - ar[1])))).toBeLessThan(1e-2);
    for (const [i, { key, robust }] of scaled.estimates.entries())
      if (/^(ar|alpha|gamma|beta)/.test(key)) near(robust ?? 0, fit.estimates[i].robust ?? 0, 1e-2);
  });

  it("is diagnosed, and filters later returns by its own recursion", async () => {
    const sample = dem2gbp.subarray(0, 1500);
    const fit = await fitted(sample);
    const found = resultOf(await diagnoseGarch({ fit, returns: sample.subarray(2), behavioral: null }, context));
    expect(found.stability?.parameters.map(({ key }) => key)).toContain("ar2");
    const { means, sigmas } = followReturns(context, kernels, fit, sample.subarray(2), dem2gbp.subarray(1500, 1510));
    const { mu, ar } = fit.parameters;
    near(means[5], mu + ar[0] * dem2gbp[1504] + ar[1] * dem2gbp[1503], 1e-10);
    near(sigmas[0] ** 2, fit.nextVariance, 1e-10);
  });

  it("with a GED: the bootstrap forecast of the second step is the mean over all residuals", async () => {
    const fit = await fitted(dem2gbp, { distribution: "ged" });
    expect(fit.parameters.nu).toBeGreaterThan(1);
    expect(fit.parameters.nu).toBeLessThan(2);
    const ask = { fit, returns: dem2gbp.subarray(2), lastTime: null, stepMillis: null, horizon: 10, seed: 3, paths: 20_000 } as const;
    const { mean, simulatedVariance, simulationError } = resultOf(await forecastGarch({ ...ask, method: "bootstrap" }, context));
    const { mu, ar, omega, alpha, gamma, beta } = fit.parameters;
    const [last, before] = [dem2gbp[dem2gbp.length - 1], dem2gbp[dem2gbp.length - 2]];
    near(mean[0], mu + ar[0] * last + ar[1] * before, 1e-10);
    near(mean[1], mu + ar[0] * mean[0] + ar[1] * last, 1e-10);
    near(simulatedVariance[0], fit.nextVariance, 1e-12);
    const level = omega + beta[0] * Math.log(fit.nextVariance);
    const second =
      fit.residuals.reduce((sum, z) => sum + Math.exp(level + alpha[0] * (Math.abs(z) - Math.sqrt(2 / Math.PI)) + gamma[0] * z), 0) / fit.n;
    expect(Math.abs(simulatedVariance[1] - second)).toBeLessThan(4.5 * simulationError[1]);
    const again = await forecastGarch({ ...ask, method: "bootstrap" }, context);
    expect(again.ok && again.value.simulatedVariance).toEqual(simulatedVariance);
  });

  it("with a GED: rolling refits are the fits of their windows, and forecast by the model's recursion", async () => {
    const returns = dem2gbp.subarray(0, 900);
    const model = { ...AR2, distribution: "ged" } as const;
    const plan = { model, options: DEFAULT_FIT_OPTIONS, window: 600, scheme: "rolling", step: 150 } as const;
    const { refits, keys, failures } = resultOf(await refitGarch({ values: returns, kind: "returns", ...plan }, context));
    expect(failures).toEqual([]);
    expect(keys).toEqual(["mu", "ar1", "ar2", "omega", "alpha1", "gamma1", "beta1", "nu"]);
    expect(refits.map(({ origin }) => origin)).toEqual([600, 750]);
    const single = await fitted(returns.subarray(0, 600), { distribution: "ged" });
    near(refits[0].logLikelihood, single.logLikelihood, 1e-9);
    single.estimates.forEach(({ key, value }, i) => {
      expect(Math.abs(refits[0].values[i] - value), key).toBeLessThan(1e-6 * (1 + Math.abs(value)));
    });
    // A warm start ends at the top a cold one finds.
    const second = await fitted(returns.subarray(150, 750), { distribution: "ged" });
    expect(Math.abs(refits[1].logLikelihood - second.logLikelihood)).toBeLessThan(1e-3);
  });

  it("refuses what is not defined, with the reason", async () => {
    const message = async (change: Partial<ModelAsk>) => {
      const outcome = await fitModel(context, dem2gbp, { ...AR2, ...change }, DEFAULT_FIT_OPTIONS);
      return outcome.ok ? "" : failureText(outcome.failure);
    };
    expect(await message({ targeting: true })).toContain("EGARCH models its logarithm");
    expect(await message({ variance: "figarch", targeting: true })).toContain("FIGARCH has none");
    expect(await message({ variance: "har", targeting: true })).toContain("HAR estimates omega");
    expect(await message({ mean: { ar: 6 } })).toContain("1 to 5 autoregressive lags");
  });
});
