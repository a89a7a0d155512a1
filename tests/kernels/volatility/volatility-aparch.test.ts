import { describe, expect, it } from "vitest";
import { volatilityExponent } from "../../../workers/volatility/exponent";
import { followReturns } from "../../../workers/volatility/follow";
import { pastOf } from "../../../workers/volatility/garch-forecast";
import { completeModel, type Distribution, type GarchFit } from "../../../workers/volatility/garch-model";
import { simulatePaths } from "../../../workers/volatility/garch-paths";
import { AparchLikelihood } from "../../../workers/volatility/likelihoods/aparch-likelihood";
import { distributionCode } from "../../../workers/volatility/likelihoods/garch-state";
import { GjrLikelihood } from "../../../workers/volatility/likelihoods/gjr-likelihood";
import { nelsonExponent } from "../../../workers/volatility/nelson";
import { prepareSeries } from "../../../workers/volatility/volatility-series";
import { aparchLikelihood, powerVariances } from "../reference/aparch";
import { aparch, fitted } from "./aparch-model";
import { context, dem2gbp, kernels, logDensity, SHAPES } from "./dem2gbp";

describe("APARCH log-likelihood", () => {
  for (const [distribution, shape] of SHAPES) {
    for (const [p, q] of [
      [1, 1],
      [2, 3],
      [3, 1],
    ]) {
      const model = completeModel(aparch({ p, q, distribution }));
      const spread = (total: number, lags: number) => Array.from({ length: lags }, (_, i) => (total * (i + 1)) / ((lags * (lags + 1)) / 2));
      const theta = Float64Array.of(0.03, 0.05, ...spread(0.2, q), ...spread(0.3, q), ...spread(0.75, p), 1.3, ...shape);

      it(`${distribution} (${p},${q}) equals its plain twin's, and its gradient equals finite differences`, () => {
        context.arena.scope(() => {
          const series = prepareSeries(context, dem2gbp.subarray(0, 700), model)!;
          const likelihood = new AparchLikelihood(context, kernels, model, series);
          const y = context.arena.view(series.address, series.n).slice();
          const partsOf = (at: Float64Array) => {
            const [mu, omega, ...rest] = at;
            const [alpha, gamma, beta] = [rest.slice(0, q), rest.slice(q, 2 * q), rest.slice(2 * q, 2 * q + p)];
            return { model: { mu, omega, alpha, gamma, beta, delta: rest[2 * q + p] }, shape: rest.slice(2 * q + p + 1) };
          };
          const preSample = y.reduce((sum, value) => sum + (value - theta[0]) ** 2, 0) / y.length;
          const parts = partsOf(theta);
          const density = logDensity(distribution, parts.shape[0] ?? 0, parts.shape[1] ?? 0);
          const twin = aparchLikelihood(y, parts.model, preSample, density) - y.length * Math.log(series.scale);
          // 700 terms of rounding, and a logarithm of products instead of a sum of logarithms: 1e-12 of the value.
          expect(Math.abs(likelihood.value(theta) / twin - 1)).toBeLessThan(1e-12);
          const next = powerVariances(y, parts.model, preSample)[y.length];
          expect(Math.abs(likelihood.nextVariance() / next - 1)).toBeLessThan(1e-12);
          const gradient = likelihood.gradient();
          const { nextLogSlopes } = likelihood.finalScores();
          theta.forEach((value, i) => {
            // The pre-sample variance moves with mu alone.
            const later = (move: number) =>
              Math.log(powerVariances(y, partsOf(theta.map((one, j) => (j === i ? one + move : one))).model, preSample)[y.length]);
            const ahead = (later(1e-6) - later(-1e-6)) / 2e-6;
            if (i > 0) expect(Math.abs(nextLogSlopes[i] - ahead), likelihood.keys[i]).toBeLessThan(1e-6 * (1 + Math.abs(ahead)));
            const step = 1e-5 * Math.max(1, Math.abs(value));
            const at = (move: number) => likelihood.value(theta.map((one, j) => (j === i ? one + move : one)));
            const difference = (at(step) - at(-step)) / (2 * step);
            // Central differences of a sum of 700 terms: 2e-5 of its size.
            expect(Math.abs(gradient[i] - difference), likelihood.keys[i]).toBeLessThan(2e-5 * (1 + Math.abs(difference)));
          });
        });
      });
    }
  }

  it("its gradient equals finite differences with an autoregressive mean too, and a zero mean has no mu", () => {
    for (const [mean, head] of [
      [{ ar: 2 }, [0.02, 0.1, -0.05]],
      ["zero", []],
    ] as const) {
      const model = completeModel(aparch({ mean, distribution: "t" }));
      context.arena.scope(() => {
        const series = prepareSeries(context, dem2gbp.subarray(0, 500), model)!;
        const likelihood = new AparchLikelihood(context, kernels, model, series);
        const theta = Float64Array.of(...head, 0.05, 0.12, 0.3, 0.82, 1.4, 6);
        expect(likelihood.keys).toHaveLength(theta.length);
        likelihood.value(theta);
        const gradient = likelihood.gradient();
        theta.forEach((_, i) => {
          const at = (move: number) => likelihood.value(theta.map((one, j) => (j === i ? one + move : one)));
          const difference = (at(1e-5) - at(-1e-5)) / 2e-5;
          expect(Math.abs(gradient[i] - difference), likelihood.keys[i]).toBeLessThan(2e-5 * (1 + Math.abs(difference)));
        });
      });
    }
  });

  it("the gradient of the next variance equals finite differences, over more than one chunk", () => {
    const model = completeModel(aparch({ p: 2, q: 2, distribution: "skewt" }));
    context.arena.scope(() => {
      const long = Float64Array.from({ length: 20_000 }, (_, t) => dem2gbp[t % dem2gbp.length] * (1 + 0.3 * Math.sin(t / 900)));
      const series = prepareSeries(context, long, model)!;
      const likelihood = new AparchLikelihood(context, kernels, model, series);
      const theta = Float64Array.of(0.01, 0.02, 0.12, 0.05, 0.2, -0.3, 0.5, 0.3, 1.2, 7, -0.1);
      likelihood.value(theta);
      const { nextLogSlopes } = likelihood.finalScores();
      expect(nextLogSlopes.slice(9)).toEqual(new Float64Array(2));
      theta.slice(0, 9).forEach((_, i) => {
        const at = (move: number) => {
          likelihood.value(theta.map((one, j) => (j === i ? one + move : one)));
          return Math.log(likelihood.nextVariance());
        };
        // A central difference of the logarithm: 1e-5 of the slope's size.
        expect((at(1e-6) - at(-1e-6)) / 2e-6 / nextLogSlopes[i], likelihood.keys[i]).toBeCloseTo(1, 5);
      });
    });
  });

  it("each score is its observation's contribution to the gradient", () => {
    const model = completeModel(aparch({ p: 2, q: 2, distribution: "skewt", preSample: "ewma75" }));
    context.arena.scope(() => {
      const series = prepareSeries(context, dem2gbp.subarray(0, 60), model)!;
      const theta = Float64Array.of(0.01, 0.02, 0.12, 0.05, 0.2, -0.3, 0.5, 0.3, 1.2, 7, -0.1);
      const gradientOf = (n: number) => {
        const likelihood = new AparchLikelihood(context, kernels, model, { ...series, n });
        likelihood.value(theta);
        return likelihood.gradient();
      };
      const gradients = Array.from({ length: 60 }, (_, t) => gradientOf(t + 1));
      const scores = gradients.map((gradient, t) => gradient.map((value, i) => value - (t > 0 ? gradients[t - 1][i] : 0)));
      const whole = new AparchLikelihood(context, kernels, model, series);
      whole.value(theta);
      const { scores: products, total } = whole.scoreHistory();
      const k = theta.length;
      products.forEach((value, place) => {
        const expected = scores.reduce((sum, score) => sum + score[Math.floor(place / k)] * score[place % k], 0);
        // Differences of gradients of up to a few hundred: 1e-9.
        expect(Math.abs(value - expected)).toBeLessThan(1e-9 * (1 + Math.abs(expected)));
      });
      total.forEach((value, i) => {
        expect(Math.abs(value - gradients[59][i])).toBeLessThan(1e-10 * (1 + Math.abs(value)));
      });
    });
  });
});

describe("APARCH at a power of 2", () => {
  const MODEL = { p: 2, q: 1, distribution: "skewt" } as const;

  it("without asymmetry has the log-likelihood and gradient of a GARCH", () => {
    context.arena.scope(() => {
      const own = completeModel(aparch(MODEL));
      const series = prepareSeries(context, dem2gbp, own, true)!;
      const power = new AparchLikelihood(context, kernels, own, series);
      const garch = new GjrLikelihood(context, kernels, { ...own, variance: "garch" }, series);
      const value = power.value(Float64Array.of(0.01, 0.05, 0.12, 0, 0.5, 0.3, 2, 7, -0.1));
      expect(Math.abs(value - garch.value(Float64Array.of(0.01, 0.05, 0.12, 0.5, 0.3, 7, -0.1)))).toBeLessThan(1e-8);
      const [ours, theirs] = [power.gradient(), garch.gradient()];
      // Sums of 2,000 terms of either sign: 1e-9 of what they add up to.
      [0, 1, 2, 4, 5, 7, 8].forEach((place, i) => {
        expect(Math.abs(ours[place] - theirs[i]), power.keys[place]).toBeLessThan(1e-9 * (1 + Math.abs(theirs[i])));
      });
    });
  });

  it("with asymmetry is a GJR-GARCH except for half of the pre-sample leverage, which decays with the betas", () => {
    context.arena.scope(() => {
      const own = completeModel(aparch({ distribution: "normal" }));
      const series = prepareSeries(context, dem2gbp, own, true)!;
      const [alpha, gamma, beta] = [0.09, 0.3, 0.85];
      const [gain, loss] = [alpha * (1 - gamma) ** 2, alpha * (1 + gamma) ** 2];
      const power = new AparchLikelihood(context, kernels, own, series);
      const gjr = new GjrLikelihood(context, kernels, { ...own, variance: "gjr" }, series);
      power.value(Float64Array.of(0.01, 0.05, alpha, gamma, beta, 2));
      gjr.value(Float64Array.of(0.01, 0.05, gain, loss, beta));
      // At t the two differ by alpha gamma^2 times the pre-sample variance times beta^t: a GJR takes half of its shocks for losses.
      const early = alpha * gamma ** 2 * power.presampleVariance();
      const [ours, theirs] = [power, gjr].map((likelihood) => {
        const volatility = new Float64Array(series.n);
        likelihood.columns(volatility, null);
        return volatility.map((sigma) => (sigma / series.scale) ** 2);
      });
      for (let t = 0; t < 200; t++) expect(Math.abs(theirs[t] - ours[t] - early * beta ** t)).toBeLessThan(1e-12 * theirs[t]);
    });
  });

  it("has the exponent, paths and one-step forecasts of a GARCH", async () => {
    const garch = await fitted(dem2gbp, { ...MODEL, variance: "garch" });
    const { parameters, model } = garch;
    const power: GarchFit = { ...garch, model: { ...model, variance: "aparch" }, parameters: { ...parameters, gamma: [0], delta: 2 } };
    const [expected, found] = context.arena.scope(() => {
      const residuals = context.arena.put(garch.residuals);
      return [nelsonExponent(context, kernels, garch, residuals), volatilityExponent(context, kernels, power, residuals)];
    });
    expect(found.exponent).toBeCloseTo(expected.exponent, 12);
    expect(found.error).toBeCloseTo(expected.error, 12);
    const ask = { seed: 5, steps: 20, paths: 400, levels: [0.8], noise: "density" as const, parameterUncertainty: false };
    const [plain, own] = [garch, power].map((fit) => simulatePaths(context, kernels, { ...ask, fit, past: pastOf(fit, dem2gbp) }));
    // Squares by logarithms: a few last digits, twenty steps long.
    plain.simulatedVariance.forEach((variance, step) => {
      expect(own.simulatedVariance[step] / variance).toBeCloseTo(1, 12);
    });
    const [short, later] = [dem2gbp.subarray(0, 1500), dem2gbp.subarray(1500)];
    const upTo = (fit: GarchFit): GarchFit => ({
      ...fit,
      n: 1500,
      volatility: fit.volatility.slice(0, 1500),
      residuals: fit.residuals.slice(0, 1500),
    });
    const followed = followReturns(context, kernels, upTo(power), short, later);
    followed.sigmas.forEach((sigma, t) => {
      expect(sigma / garch.volatility[1500 + t]).toBeCloseTo(1, 12);
    });
  });
});

describe("power moments of a shock", () => {
  /** By side: the moment, and its derivatives by the power, nu and lambda. */
  const momentsOf = (distribution: Distribution, nu: number, lambda: number, delta: number) =>
    context.arena.view(kernels.powerMoments(distributionCode[distribution], nu, lambda, delta), 8).slice();
  const gamma = (x: number) => Math.exp(context.kernels.logGamma(x));

  // A trapezoid rule of steps of 1/16 leaves 1e-12.
  it("have the closed forms of the symmetric densities", () => {
    for (const delta of [0.05, 0.7, 1, 1.37, 2, 3.9]) {
      const normal = (2 ** (delta / 2) * gamma((delta + 1) / 2)) / Math.sqrt(Math.PI);
      const t = ((9 - 2) ** (delta / 2) * gamma((delta + 1) / 2) * gamma((9 - delta) / 2)) / (Math.sqrt(Math.PI) * gamma(9 / 2));
      const scale = Math.sqrt((2 ** (-2 / 1.3) * gamma(1 / 1.3)) / gamma(3 / 1.3));
      const ged = (scale ** delta * 2 ** (delta / 1.3) * gamma((delta + 1) / 1.3)) / gamma(1 / 1.3);
      for (const [distribution, nu, expected] of [
        ["normal", 0, normal],
        ["t", 9, t],
        ["ged", 1.3, ged],
      ] as const) {
        const [gains, , , , losses] = momentsOf(distribution, nu, 0, delta);
        expect(Math.abs((2 * gains) / expected - 1), `${distribution} ${delta}`).toBeLessThan(1e-11);
        expect(Math.abs(losses / gains - 1)).toBeLessThan(1e-14);
      }
    }
  });

  // scipy.integrate.quad 1.17.1 over the density of arch 8.0.0's SkewStudent, in pieces that end at 0 and at the mode.
  it("equal SciPy's quadrature for a skewed t", () => {
    for (const [nu, lambda, delta, gains, losses] of [
      [7, -0.2, 1.37, 0.38239926483424, 0.41781827452427],
      [4.2, 0.3, 0.6, 0.34551942335672, 0.39798174710155],
      [5, -0.1, 2.5, 0.60449336626275, 0.79518664298474],
    ]) {
      const found = momentsOf("skewt", nu, lambda, delta);
      expect(Math.abs(found[0] - gains)).toBeLessThan(1e-10);
      expect(Math.abs(found[4] - losses)).toBeLessThan(1e-10);
    }
  });

  it("have derivatives equal to finite differences, and the known values of a unit-variance density", () => {
    const at = [6, -0.15, 1.3];
    const [whole, ...slopes] = [0, 1, 2, 3].map((i) => [0, 4].map((side) => momentsOf("skewt", at[0], at[1], at[2])[side + i]));
    expect(whole.every((value) => value > 0)).toBe(true);
    [2, 0, 1].forEach((which, i) => {
      const moved = (by: number) =>
        momentsOf("skewt", ...(at.map((value, j) => (j === which ? value + by : value)) as [number, number, number]));
      const [up, down] = [moved(1e-5), moved(-1e-5)];
      [0, 4].forEach((side, j) => {
        expect((up[side] - down[side]) / 2e-5).toBeCloseTo(slopes[i][j], 8);
      });
    });
    expect(kernels.powerOfShock(2, 6, -0.15, 2, 0)).toBeCloseTo(1, 11);
    // (|z| - gamma z)^2 is z^2 (1 + gamma^2) - 2 gamma z |z|.
    const [gains, , , , losses] = momentsOf("skewt", 6, -0.15, 2);
    expect(kernels.powerOfShock(2, 6, -0.15, 2, 0.4)).toBeCloseTo(1 + 0.16 - 0.8 * (gains - losses), 11);
    expect(kernels.powerOfShock(1, 3, 0, 3.5, 0)).toBe(Number.POSITIVE_INFINITY);
  });
});
