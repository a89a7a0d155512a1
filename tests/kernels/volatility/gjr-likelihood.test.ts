import { describe, expect, it } from "vitest";
import type { JobContext } from "../../../workers/runtime/job";
import { completeModel, type Distribution, type MeanModel, type ModelAsk, meanLags } from "../../../workers/volatility/garch-model";
import { GarchLikelihood } from "../../../workers/volatility/likelihoods/garch-likelihood";
import { GjrLikelihood } from "../../../workers/volatility/likelihoods/gjr-likelihood";
import { prepareSeries } from "../../../workers/volatility/volatility-series";
import { goldenColumn } from "../../fixtures/golden";
import { testContext } from "../context";
import { recursion } from "../reference/gjr";

const dem2gbp = (await goldenColumn("series/dem2gbp.csv", "ret_pct"))!;

async function likelihoodOf(context: JobContext, values: Float64Array, ask: ModelAsk) {
  const model = completeModel(ask);
  const kernels = await context.load("volatility");
  const rows = prepareSeries(context, values, model, true)!;
  const lags = meanLags(model);
  // The whole series, including the returns that the AR mean conditions on.
  const series = { ...rows, address: rows.address - lags * Float64Array.BYTES_PER_ELEMENT, n: rows.n + lags };
  return { series, likelihood: new GjrLikelihood(context, kernels, model, rows) };
}

const shapes: [Distribution, number[]][] = [
  ["normal", []],
  ["t", [5.5]],
  ["skewt", [6.5, -0.2]],
  ["ged", [1.4]],
];
const means: [MeanModel, number[]][] = [
  ["constant", [0.03]],
  ["zero", []],
  [{ ar: 1 }, [0.03, 0.1]],
  [{ ar: 5 }, [-0.02, 0.1, -0.05, 0.02, 0.04, -0.03]],
];
/** `losses` is alpha1 + gamma1, the weight of losses. */
const weights = [
  { alpha: [0.05], losses: 0.13, beta: [0.8] },
  { alpha: [0.06, 0.02], losses: 0.1, beta: [0.5, 0.3] },
  { alpha: [0.03, 0.01, 0.02, 0.02, 0.03], losses: 0.02, beta: [0.3, 0.1, 0.1, 0.1, 0.1] },
];

const cases = means.flatMap(([mean, at]) =>
  shapes.flatMap(([distribution, shape], i) => {
    const { alpha, losses, beta } = weights[(i + at.length) % weights.length];
    return [{ mean, at, distribution, shape, alpha, losses, beta }];
  }),
);

describe("GJR log-likelihood, gradient and scores against independent computation", () => {
  for (const { mean, at, distribution, shape, alpha, losses, beta } of cases) {
    for (const n of [1974, 601]) {
      const name = `${JSON.stringify(mean)} (${beta.length},${alpha.length}) ${distribution}, ${n} values`;
      it(`has the twin's likelihood, and its gradient equals finite differences: ${name}`, async () => {
        const context = await testContext();
        const [p, q] = [beta.length, alpha.length];
        const ask = { variance: "gjr", mean, distribution, p, q, preSample: n === 601 ? "ewma75" : "sample" } as const;
        const { series, likelihood } = await likelihoodOf(context, dem2gbp.subarray(0, n), ask);
        const y = context.arena.view(series.address, series.n).slice();
        const theta = Float64Array.of(...at, 0.07, ...alpha, losses, ...beta, ...shape);
        const [constant, ...ar] = mean === "zero" ? [-series.mean / series.scale] : at;
        const twin = { mu: constant, ar, omega: 0.07, alpha, gamma: losses - alpha[0], beta };
        const { shocks, h } = recursion(y, twin, n === 601 ? likelihood.series.moments.backcast : null);
        const density = (z: number) => {
          if (distribution === "normal") return -0.5 * (Math.log(2 * Math.PI) + z * z);
          if (distribution === "ged") return context.kernels.gedLogDensity(z, shape[0]);
          const { unitStudentLogDensity, skewedTLogDensity } = context.kernels;
          return distribution === "t" ? unitStudentLogDensity(z, shape[0]) : skewedTLogDensity(z, shape[0], shape[1]);
        };
        const terms = shocks.map((e, t) => density(e / Math.sqrt(h[t])) - 0.5 * Math.log(h[t]) - Math.log(series.scale));
        const expected = terms.reduce((sum, term) => sum + term, 0);
        // Rounding of 2000 terms and of the look-ahead.
        expect(Math.abs(likelihood.value(theta) / expected - 1)).toBeLessThan(1e-11);
        expect(likelihood.nextVariance()).toBeCloseTo(h[shocks.length], 12);
        const gradient = likelihood.gradient();
        const { nextLogSlopes } = likelihood.finalScores();
        const k = theta.length;
        const wide = theta.map((value) => 2e-4 * Math.max(Math.abs(value), 0.02));
        for (let i = 0; i < k; i++) {
          const slope = (step: number) => {
            const [up, down] = [theta.slice(), theta.slice()];
            up[i] += step;
            down[i] -= step;
            return (likelihood.value(up) - likelihood.value(down)) / (2 * step);
          };
          const difference = (4 * slope(wide[i]) - slope(2 * wide[i])) / 3;
          // Richardson extrapolation is accurate to about 1e-7; cusps of a GED leave an error of 2e-3 in the derivative by the mean.
          const rough = distribution === "ged" && i < at.length;
          expect(Math.abs(gradient[i] - difference)).toBeLessThan(
            (rough ? 5e-3 : 1e-6) * (1 + Math.abs(difference)) + (rough ? 0.1 : 1e-5),
          );
        }
        // The gradient of ln h[n] in the kernels' parameters, transformed to the free ones.
        likelihood.value(theta);
        const { jacobian } = likelihood.naturalAt(theta);
        for (let i = 0; i < k; i++) {
          const next = [1, -1].map((direction) => {
            const moved = theta.slice();
            moved[i] += direction * 1e-5;
            likelihood.value(moved);
            return Math.log(likelihood.nextVariance());
          });
          const slope = nextLogSlopes.reduce((sum, value, row) => sum + value * jacobian[row * k + i], 0);
          expect(Math.abs(slope - (next[0] - next[1]) / 2e-5)).toBeLessThan(1e-7 * (1 + Math.abs(slope)));
        }
      });
    }
  }
});

describe("outer products of the scores", () => {
  for (const [distribution, shape] of shapes) {
    it(`add up over single observations: ${distribution}`, async () => {
      const context = await testContext();
      // The gradients of a series with and without its last observation differ by that observation's score.
      const ask = { variance: "gjr", mean: { ar: 2 }, distribution, p: 1, q: 1, preSample: "ewma75" } as const;
      const theta = Float64Array.of(0.02, 0.05, -0.04, 0.06, 0.05, 0.12, 0.8, ...shape);
      const whole = await likelihoodOf(context, dem2gbp.subarray(0, 400), ask);
      const { address, n } = whole.likelihood.series;
      const at = (rows: number) => {
        const kernels = context.load("volatility");
        return kernels.then((loaded) => {
          const { model } = whole.likelihood;
          const part = new GjrLikelihood(context, loaded, model, { ...whole.likelihood.series, address, n: rows });
          part.value(theta);
          const gradient = part.gradient();
          return { gradient, scores: part.finalScores().scores };
        });
      };
      const [shorter, longer] = [await at(n - 1), await at(n)];
      const score = longer.gradient.map((value, i) => value - shorter.gradient[i]);
      const k = theta.length;
      for (let i = 0; i < k; i++) {
        for (let j = 0; j < k; j++) {
          const own = longer.scores[i * k + j] - shorter.scores[i * k + j];
          const size = Math.sqrt(longer.scores[i * k + i] * longer.scores[j * k + j]);
          // Differences of sums over 400 observations.
          expect(Math.abs(own - score[i] * score[j])).toBeLessThan(1e-11 * size);
        }
      }
    });
  }
});

describe("general passes and core passes", () => {
  for (const [distribution, shape] of shapes.slice(0, 3)) {
    for (const order of [1, 2]) {
      it(`agree on a GARCH(${order},${order}) with ${distribution} errors`, async () => {
        const context = await testContext();
        const ask = { distribution, p: order, q: order, preSample: "sample" } as const;
        const { series, likelihood } = await likelihoodOf(context, dem2gbp, ask);
        const core = new GarchLikelihood(context, ask, series, 1);
        const theta = Float64Array.of(0.02, 0.05, ...(order === 1 ? [0.1, 0.85] : [0.06, 0.05, 0.5, 0.3]), ...shape);
        expect(Math.abs(likelihood.value(theta) / core.value(theta) - 1)).toBeLessThan(1e-13);
        const [mine, theirs] = [likelihood.gradient(), core.gradient()];
        mine.forEach((value, i) => {
          expect(Math.abs(value - theirs[i])).toBeLessThan(1e-9 * (1 + Math.abs(theirs[i])));
        });
        const [products, expected] = [likelihood.finalScores(), core.finalScores()];
        products.scores.forEach((value, i) => {
          expect(Math.abs(value - expected.scores[i])).toBeLessThan(1e-9 * (1 + Math.abs(expected.scores[i])));
        });
        expected.nextLogSlopes.forEach((value, i) => {
          expect(products.nextLogSlopes[i]).toBeCloseTo(value, 10);
        });
      });
    }
  }
});

describe("chunks", () => {
  for (const [distribution, shape] of shapes) {
    for (const order of [1, 2]) {
      it(`do not affect a single bit: (${order},${order}) ${distribution}`, async () => {
        const context = await testContext();
        const ask = { variance: "gjr", mean: { ar: 2 }, distribution, p: order, q: order, preSample: "sample" } as const;
        const values = (await goldenColumn("series/syn_garch11_normal_5000.csv", "ret"))!.slice(0, 4987);
        const theta = Float64Array.of(
          0,
          0.1,
          0.05,
          0.06,
          ...(order === 1 ? [0.05] : [0.05, 0.02]),
          0.1,
          ...(order === 1 ? [0.8] : [0.5, 0.3]),
          ...shape,
        );
        const kernels = await context.load("volatility");
        const run = async (chunk: number) => {
          // The same passes, with each call split further.
          const pieces = (from: number, to: number, step: (a: number, b: number) => void, backwards = false) => {
            const starts = Array.from({ length: Math.ceil((to - from) / chunk) }, (_, i) => from + i * chunk);
            for (const a of backwards ? starts.reverse() : starts) step(a, Math.min(to, a + chunk));
          };
          const { gjrForward, gjrBackward, gjrProducts } = kernels;
          const cut = Object.create(kernels, {
            gjrForward: {
              value: (pass: number, first: number, last: number) => pieces(first, last, (from, to) => gjrForward(pass, from, to)),
            },
            gjrBackward: {
              value: (pass: number, first: number, last: number) => pieces(first, last, (from, to) => gjrBackward(pass, from, to), true),
            },
            gjrProducts: {
              value: (pass: number, work: number, first: number, last: number, sums: number) =>
                pieces(first, last, (from, to) => gjrProducts(pass, work, from, to, sums)),
            },
          });
          const { likelihood } = await likelihoodOf({ ...context, load: (async () => cut) as typeof context.load }, values, ask);
          const value = likelihood.value(theta);
          const gradient = likelihood.gradient();
          const { scores, nextLogSlopes } = likelihood.finalScores();
          return [value, ...gradient, ...scores, ...nextLogSlopes];
        };
        const whole = await run(100_000);
        for (const chunk of [512, 1536]) expect(await run(chunk)).toEqual(whole);
      });
    }
  }
});

describe("share of the variance due to losses", () => {
  it("is the integral over the density (scipy 1.17.1)", async () => {
    const { skewedTLossShare } = await (await testContext()).load("volatility");
    const values: [number, number, number][] = [
      [8, -0.1, 0.5325655051386883],
      [5, 0.3, 0.38338642537952095],
      [4.4, -0.09, 0.5411650900096657],
      [30, 0.5, 0.39271801647658583],
      [6, 0, 0.5],
    ];
    for (const [nu, lambda, share] of values) expect(skewedTLossShare(nu, lambda)).toBeCloseTo(share, 12);
    // The mirrored density exchanges gains and losses.
    for (const [nu, lambda] of values) expect(skewedTLossShare(nu, lambda) + skewedTLossShare(nu, -lambda)).toBeCloseTo(1, 12);
  });

  it("enters the persistence and its gradient", async () => {
    const context = await testContext();
    const ask = { variance: "gjr", distribution: "skewt", p: 1, q: 1, preSample: "sample", targeting: true } as const;
    const { likelihood } = await likelihoodOf(context, dem2gbp, ask);
    const theta = Float64Array.of(0.01, 0.05, 0.15, 0.8, 7, -0.2);
    const { layout } = likelihood;
    const slopes = layout.persistenceSlopes(theta);
    likelihood.value(theta);
    const gradient = likelihood.gradient();
    theta.forEach((value, i) => {
      const step = 1e-4 * Math.max(0.1, Math.abs(value));
      const moved = [1, -1].map((direction) => theta.map((old, j) => (i === j ? old + direction * step : old)));
      const difference = (layout.persistence(moved[0]) - layout.persistence(moved[1])) / (2 * step);
      expect(slopes[i]).toBeCloseTo(difference, 7);
      // Under targeting, omega and its gradient follow.
      const climb = (likelihood.value(moved[0]) - likelihood.value(moved[1])) / (2 * step);
      expect(Math.abs(gradient[i] - climb)).toBeLessThan(1e-4 * (1 + Math.abs(climb)));
    });
  });

  it("refuses parameters that define no likelihood", async () => {
    const context = await testContext();
    const { likelihood } = await likelihoodOf(context, dem2gbp, {
      variance: "gjr",
      mean: { ar: 1 },
      distribution: "ged",
      p: 1,
      q: 1,
      preSample: "sample",
    });
    const good = [0, 0.1, 0.1, 0.05, 0.1, 0.8, 1.5];
    expect(likelihood.value(Float64Array.from(good))).toBeGreaterThan(-1e4);
    expect(meanLags(likelihood.model)).toBe(1);
    for (const [index, value] of [
      [0, Number.NaN],
      [1, Number.POSITIVE_INFINITY],
      [2, 0],
      [3, -1e-6],
      [4, -1e-6],
      [5, -1],
      [6, 1],
      [6, Number.NaN],
    ]) {
      expect(likelihood.value(Float64Array.from(good, (old, i) => (i === index ? value : old)))).toBe(Number.NEGATIVE_INFINITY);
    }
  });
});
