import { describe, expect, it } from "vitest";
import { garchProductsBlock } from "../../../assembly/build/volatility-layouts.js";
import { standardize } from "../../../workers/series/standardize";
import type { Distribution } from "../../../workers/volatility/garch-model";
import { GarchLikelihood } from "../../../workers/volatility/likelihoods/garch-likelihood";
import { distributionCode, Slot } from "../../../workers/volatility/likelihoods/garch-state";
import { goldenColumn } from "../../fixtures/golden";
import { testContext } from "../context";

const points = [-3, -1, 0, 0.5, 2.5];
/** Log-densities at `points` for variance 1, from arch 8.0.0. */
const vectors: { distribution: Distribution; shape: number[]; values: number[] }[] = [
  {
    distribution: "t",
    shape: [6],
    values: [-4.882978188893278, -1.5386881312972505, -0.7576857016975164, -0.9698718780550383, -4.051127407323359],
  },
  {
    distribution: "skewt",
    shape: [8, -0.1],
    values: [-4.70111081255733, -1.5637467480800717, -0.8175010226256847, -0.9140988978270582, -4.229253177375419],
  },
  {
    distribution: "skewt",
    shape: [5, 0.3],
    values: [-5.976083256008845, -1.326104244576468, -0.7897879598010474, -1.177485927938475, -3.7819584522034506],
  },
];

describe("densities in the likelihood", () => {
  // 5 values take the general-order pass only, 80 the look-ahead pass too; with alpha = beta = 0 the variance is omega = 1.
  for (const { distribution, shape, values } of vectors) {
    for (const repeats of [1, 16]) {
      it(`has arch's log-densities: ${distribution} ${shape.join(" ")}, ${5 * repeats} values`, async () => {
        const context = await testContext();
        const series = Float64Array.from({ length: 5 * repeats }, (_, t) => points[t % 5]);
        const address = context.arena.put(series);
        const sums = { sum: 0, sumOfSquares: series.length, mean: 0, scale: 1 };
        const model = { p: 1, q: 1, distribution, preSample: "ewma75" } as const;
        const likelihood = new GarchLikelihood(context, model, { address, n: series.length, ...sums }, 1);
        const expected = repeats * values.reduce((total, value) => total + value, 0);
        const theta = Float64Array.of(0, 1, 0, 0, ...shape);
        expect(Math.abs(likelihood.quickValue(theta) / expected - 1)).toBeLessThan(1e-14);
        expect(Math.abs(likelihood.value(theta) / expected - 1)).toBeLessThan(1e-14);
      });
    }
  }
});

describe("expected information of the densities", () => {
  async function informationOf(distribution: Distribution, nu: number, lambda: number): Promise<Float64Array> {
    const { kernels, arena } = await testContext();
    const state = arena.take(Slot.length);
    const view = arena.view(state, Slot.length);
    view.fill(0);
    view[Slot.omega] = 1;
    view[Slot.presample] = 1;
    view[Slot.nu] = nu;
    view[Slot.lambda] = lambda;
    view[Slot.density] = distributionCode[distribution];
    expect(kernels.garchPrepare(state)).toBe(0);
    const out = arena.take(16);
    kernels.garchDensityInformation(state, out, arena.take(4));
    return arena.view(out, 16).slice();
  }

  it("has the closed forms of Student's t (Fiorentini, Sentana and Calzolari 2003)", async () => {
    for (const nu of [2.3, 4.5, 30, 400]) {
      const matrix = await informationOf("t", nu, 0);
      // Near nu = 2 the integrand decays like |cos|^(nu - 1) at both ends, and the midpoint rule loses digits: error 1.2e-6 at 2.3.
      expect(Math.abs(matrix[0] / ((nu * (nu + 1)) / ((nu - 2) * (nu + 3))) - 1)).toBeLessThan(nu < 4 ? 3e-6 : 1e-9);
      expect(Math.abs(matrix[5] / (nu / (2 * (nu + 3))) - 1)).toBeLessThan(nu < 4 ? 3e-6 : 1e-9);
      expect(Math.abs(matrix[1])).toBeLessThan(1e-9);
    }
  });

  it("of the skewed t reduces to the symmetric t's, and mirrors with the sign of lambda", async () => {
    const plain = await informationOf("t", 6, 0);
    const straight = await informationOf("skewt", 6, 0);
    for (const index of [0, 1, 5, 6, 10]) expect(straight[index]).toBeCloseTo(plain[index], 12);
    const right = await informationOf("skewt", 6, 0.4);
    const left = await informationOf("skewt", 6, -0.4);
    // Only cross terms of location or asymmetry with another parameter change sign.
    right.forEach((value, index) => {
      const odd = [0, 3].includes(Math.floor(index / 4)) !== [0, 3].includes(index % 4);
      expect(left[index]).toBeCloseTo(odd ? -value : value, 9);
    });
  });
});

describe("passes over the series", () => {
  for (const distribution of ["normal", "t", "skewt"] as const) {
    for (const order of [1, 2]) {
      it(`give the same bits for any chunking: (${order},${order}) ${distribution}`, async () => {
        const { kernels, arena, ...rest } = await testContext();
        const values = (await goldenColumn("series/syn_garch11_normal_5000.csv", "ret"))!.slice(0, 4987);
        const series = standardize({ kernels, arena, ...rest }, values)!;
        const n = series.n;
        const [h, g, state] = [arena.take(n), arena.take(n), arena.take(Slot.length)];
        const work = arena.take(kernels.garchProductsSize());
        const inPieces = (chunk: number, step: (from: number, to: number) => void) => {
          for (let from = 0; from < n; from += chunk) step(from, Math.min(n, from + chunk));
        };
        const run = (chunk: number) => {
          const view = arena.view(state, Slot.length);
          view.fill(0);
          view.set([0.02, 0.1, ...(order === 1 ? [0.1] : [0.06, 0.04])]);
          view.set(order === 1 ? [0.8] : [0.5, 0.3], Slot.beta);
          view.set([6, distribution === "skewt" ? -0.2 : 0, 1, 0.04, order, order, distributionCode[distribution], n, 1], Slot.nu);
          expect(kernels.garchPrepare(state)).toBe(0);
          inPieces(chunk, (from, to) => kernels.garchForward(state, series.address, h, g, from, to));
          kernels.garchFinishForward(state);
          for (let from = Math.floor((n - 1) / chunk) * chunk; from >= 0; from -= chunk) {
            kernels.garchBackward(state, series.address, h, g, from, Math.min(n, from + chunk));
          }
          const products = arena.block(garchProductsBlock, { state, y: series.address, h, g, work, mode: 1 });
          inPieces(chunk, (from, to) => kernels.garchProducts(products, from, to));
          const results = arena.view(state, Slot.length).slice(Slot.logLikelihood, Slot.gradient + 14);
          return [...results, ...arena.view(work, 256).slice(), ...arena.view(h, n).slice(4900)];
        };
        const whole = run(8192);
        // The products work in blocks of 128; the passes allow any multiple of 16.
        for (const chunk of [128, 1280]) expect(run(chunk)).toEqual(whole);
      });
    }
  }

  for (const { distribution, shape } of [...vectors, { distribution: "normal", shape: [] } as const]) {
    for (const n of [4986, 4987]) {
      it(`sum the products of a (1,1) as the general-order pass does: ${distribution} ${shape.join(" ")}, ${n} values`, async () => {
        const context = await testContext();
        const series = standardize(context, (await goldenColumn("series/syn_garch11_normal_5000.csv", "ret"))!.slice(0, n))!;
        // A second variance lag with weight 0 changes only the code path.
        const [simple, general] = [1, 2].map((p) => {
          const likelihood = new GarchLikelihood(context, { p, q: 1, distribution, preSample: "sample" }, series, 1);
          likelihood.value(Float64Array.of(0.02, 0.1, 0.1, 0.8, ...(p === 2 ? [0] : []), ...shape));
          const k = likelihood.layout.length;
          const kept = Array.from({ length: k }, (_, i) => i).filter((i) => p === 1 || i !== 4);
          const pick = (matrix: Float64Array) => kept.map((i) => kept.map((j) => matrix[i * k + j]));
          const [products, information] = [pick(likelihood.outerProduct()), pick(likelihood.information())];
          likelihood.outerProduct();
          const slopes = likelihood.nextLogSlopes();
          return { products, information, slopes: kept.map((i) => slopes[i]) };
        });
        // Relative to the diagonal (Cauchy–Schwarz): rounding of 5,000 terms, and logarithms accurate to 1e-12.
        for (const key of ["products", "information"] as const) {
          const expected = general[key];
          simple[key].forEach((row, i) => {
            row.forEach((value, j) => {
              expect(Math.abs(value - expected[i][j])).toBeLessThan(1e-12 * Math.sqrt(expected[i][i] * expected[j][j]));
            });
          });
        }
        simple.slopes.forEach((value, i) => {
          expect(Math.abs(value - general.slopes[i])).toBeLessThanOrEqual(1e-12 * Math.abs(value));
        });
      });
    }
  }

  it("refuse parameters that define no likelihood", async () => {
    const context = await testContext();
    const values = (await goldenColumn("series/syn_garch11_normal_500.csv", "ret"))!;
    const series = standardize(context, values)!;
    const likelihood = new GarchLikelihood(context, { p: 1, q: 1, distribution: "skewt", preSample: "sample" }, series, 1);
    const good = [0, 0.1, 0.1, 0.8, 6, 0.1];
    expect(likelihood.quickValue(Float64Array.from(good))).toBeGreaterThan(-1e4);
    for (const [index, value] of [
      [0, Number.NaN],
      [1, 0],
      [1, -1],
      [2, -1e-9],
      [3, Number.POSITIVE_INFINITY],
      [4, 2],
      [5, 1],
      [5, -1.5],
    ]) {
      expect(likelihood.quickValue(Float64Array.from(good, (old, i) => (i === index ? value : old)))).toBe(Number.NEGATIVE_INFINITY);
    }
  });
});
