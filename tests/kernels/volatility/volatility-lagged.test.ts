import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lagFilterBlock } from "../../../assembly/build/volatility-layouts.js";
import { completeModel } from "../../../workers/volatility/garch-model";
import { figarchWeights } from "../../../workers/volatility/lag-weights";
import { models } from "../../../workers/volatility/models";
import { prepareSeries } from "../../../workers/volatility/volatility-series";
import { runs } from "../../fixtures/in-all";
import { plainFigarchWeights, plainHarVariances, plainLagVariances } from "../reference/lag-variance";
import { context, dem2gbp, kernels, SHAPES } from "./dem2gbp";
import { askLagged } from "./lagged-model";

const PARAMETERS = { figarch: [0.02, 0.03, 0.2, 0.4, 0.45], har: [0.02, 0.1, 0.15, 0.3, 0.35] };
describe("weights of a FIGARCH", () => {
  it("equal the plain recursion's, and their derivatives equal finite differences", () => {
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
          // The constraints keep every weight nonnegative up to rounding.
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
      it(`${distribution}: variances equal the plain twin's; gradient and scores equal finite differences`, () => {
        const model = completeModel(askLagged(variance, { distribution }));
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
          // Rounding of 300 terms with 1000 lags each.
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
            // Error of central differences of a sum of 300 terms.
            expect(Math.abs(gradient[i] - difference), likelihood.keys[i]).toBeLessThan(2e-5 * (1 + Math.abs(difference)));
            expect(Math.abs(nextLogSlopes[i] - (up[1] - down[1]) / (2 * step))).toBeLessThan(1e-5);
          });
          // With a fixed pre-sample variance, each score is the gradient's increment from its observation.
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
          const [volatility, residuals] = [new Float64Array(300), new Float64Array(300)];
          likelihood.value(theta);
          likelihood.columns(volatility, residuals);
          shocks.forEach((e, t) => {
            expect(Math.abs(volatility[t] / (series.scale * Math.sqrt(h[t])) - 1)).toBeLessThan(1e-12);
            expect(Math.abs(residuals[t] * Math.sqrt(h[t]) - e)).toBeLessThan(1e-12);
          });
        });
      });
    }
  });
}

describe("with an autoregressive mean", () => {
  const AR2 = { mean: { ar: 2 } } as const;

  for (const variance of ["figarch", "har"] as const) {
    for (const [distribution, shape] of [SHAPES[0], SHAPES[2]]) {
      it(`${variance}, ${distribution}: the plain twin's likelihood and next variance; derivatives equal finite differences`, () => {
        const model = completeModel(askLagged(variance, { distribution, ...AR2 }));
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
          // Rounding of 400 terms with 1000 lags each.
          expect(Math.abs(likelihood.value(theta) / twin - 1)).toBeLessThan(1e-12);
          expect(Math.abs(likelihood.nextVariance() / h[400] - 1)).toBeLessThan(1e-12);
          const gradient = likelihood.gradient();
          const { nextLogSlopes } = likelihood.finalScores();
          const { total } = likelihood.scoreHistory();
          theta.forEach((one, i) => {
            // The gradient's part through the pre-sample variance is computed separately; the scores still add up to it within rounding.
            expect(Math.abs(total[i] - gradient[i]), likelihood.keys[i]).toBeLessThan(1e-9 * (1 + Math.abs(gradient[i])));
            const step = 1e-5 * Math.max(0.1, Math.abs(one));
            const at = (move: number) => {
              const up = likelihood.value(theta.map((x, j) => (j === i ? x + move : x)));
              return [up, Math.log(likelihood.nextVariance())];
            };
            const [up, down] = [at(step), at(-step)];
            const difference = (up[0] - down[0]) / (2 * step);
            // Error of central differences of a sum of 400 terms.
            expect(Math.abs(gradient[i] - difference), likelihood.keys[i]).toBeLessThan(2e-5 * (1 + Math.abs(difference)));
            expect(Math.abs(nextLogSlopes[i] - (up[1] - down[1]) / (2 * step)), likelihood.keys[i]).toBeLessThan(1e-5);
          });
        });
      });
    }
  }
});

describe("sums of lagged values", () => {
  it("do not depend on the chunking", () => {
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
