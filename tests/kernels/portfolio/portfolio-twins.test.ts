import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { columnTableBlock } from "../../../assembly/build/portfolio-layouts.js";
import type { PortfolioKernels } from "../../../workers/numerics/dense-matrix";
import { productSums } from "../../../workers/portfolio/covariance";
import { LONG_ONLY, limitsOf } from "../../../workers/portfolio/limits";
import { minimumVariance } from "../../../workers/portfolio/mean-variance";
import type { JobContext } from "../../../workers/runtime/job";
import { resultOf } from "../../fixtures/failure-text";
import { runs } from "../../fixtures/in-all";
import { testContext } from "../context";
import { seededCovariance } from "../reference/dense";
import { plainMinimumVariance, plainProducts, plainShortfall, plainShrinkageSums } from "../reference/portfolio";
import { furthest, furthestOff } from "./portfolio-golden";

let context: JobContext;
let kernels: PortfolioKernels;
beforeAll(async () => {
  context = await testContext();
  kernels = await context.load("portfolio");
});

const column = (rows: number, k: number) => Array.from({ length: rows }, (_, t) => Math.sin((t + 1) * (k + 2) * 1.37) / (3 + k));
const table = (n: number, rows: number) => Array.from({ length: n }, (_, k) => column(rows, k));

describe("kernels against their plain twins", () => {
  for (const [n, rows] of [
    [1, 1],
    [2, 7],
    [3, 512],
    [5, 1025],
    [8, 2000],
  ]) {
    it(`cross products and shrinkage sums, ${n} columns of ${rows}`, () => {
      const columns = table(n, rows);
      const weights = columns.map((_, i) => 0.5 + i);
      const inverse = weights.map((value) => 1 / value);
      context.arena.scope(() => {
        const at = context.arena.put(Float64Array.from(columns.flat()));
        const own = productSums(context, kernels, { count: n, columns: at, stride: rows, rows });
        const scale = Math.max(...columns.flat().map(Math.abs)) ** 2 * rows;
        expect(furthest(own, plainProducts(columns)) / scale).toBeLessThan(1e-13);
        const [p, r, sums] = [Float64Array.from(inverse), Float64Array.from(weights), new Float64Array(7)].map((part) =>
          context.arena.put(part),
        );
        const block = context.arena.block(columnTableBlock, { columns: at, stride: rows, count: n });
        for (let from = 0; from < rows; from += 300) kernels.shrinkageSums(block, from, Math.min(rows, from + 300), p, r, sums);
        expect(furthestOff(context.arena.view(sums, 7), plainShrinkageSums(columns, inverse, weights))).toBeLessThan(1e-10);
      });
    });
  }

  it("cross products do not depend on how many columns a call processes", () => {
    const [n, rows] = [7, 700];
    const run = (group: number) =>
      context.arena.scope(() => {
        const at = context.arena.put(Float64Array.from(table(n, rows).flat()));
        const out = context.arena.put(new Float64Array(n * n));
        const block = context.arena.block(columnTableBlock, { columns: at, stride: rows, count: n });
        for (let first = 0; first < n; first += group) kernels.crossProducts(block, 0, rows, first, Math.min(n, first + group), out);
        return context.arena.view(out, n * n).slice();
      });
    for (const group of [1, 2, 3, 4]) expect(run(group)).toEqual(run(n));
  });

  it("minimum variance: the best over all subsets of assets, to 1e-9", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 7 }), fc.integer({ min: 1, max: 1e6 }), (n, seed) => {
        // Twice as many rows as assets: condition numbers of a few thousand.
        const covariance = seededCovariance(n, 2 * n + 2, seed);
        const within = resultOf(
          limitsOf(
            Array.from({ length: n }, (_, i) => `${i}`),
            LONG_ONLY,
          ),
        );
        const own = minimumVariance(context, kernels, { covariance, means: new Float64Array(n), shrinkage: null }, within);
        if (typeof own === "string") throw new Error(own);
        expect(furthest(own.weights, plainMinimumVariance(covariance, n))).toBeLessThan(1e-9);
      }),
      { numRuns: runs(80) },
    );
  });

  it("losses, tail and expected shortfall", () => {
    const [n, rows] = [3, 401];
    const columns = table(n, rows);
    const weights = [0.5, 0, -0.25];
    const want = Array.from({ length: rows }, (_, t) => -columns.reduce((sum, values, i) => sum + weights[i] * values[t], 0));
    context.arena.scope(() => {
      const at = context.arena.put(Float64Array.from(columns.flat()));
      const [weightsAt, losses, tail, best] = [
        Float64Array.from(weights),
        new Float64Array(rows),
        new Float64Array(rows),
        Float64Array.of(0, -1),
      ].map((part) => context.arena.put(part));
      const block = context.arena.block(columnTableBlock, { columns: at, stride: rows, count: n });
      for (const [from, to] of [
        [0, 100],
        [100, 317],
        [317, 401],
      ])
        kernels.portfolioLosses(block, weightsAt, from, to, losses);
      expect(furthest(context.arena.view(losses, rows), want)).toBeLessThan(1e-15);
      const confidence = 0.93;
      const plain = plainShortfall(want, confidence);
      const full = 1 / ((1 - confidence) * rows);
      expect(plain.level + full * kernels.excessLoss(losses, plain.level, 0, rows)).toBeCloseTo(plain.shortfall, 13);
      const threshold = context.arena.view(losses, rows).toSorted()[rows - 1 - 28];
      const first = kernels.markTail(losses, rows, threshold, 28, full, tail);
      expect(context.arena.view(tail, rows).filter((mark) => mark > 0)).toHaveLength(28);
      expect(context.arena.view(losses, rows)[first]).toBe(threshold);
      // All rows are placed at this level, and none far above it.
      kernels.worstPlaced(losses, tail, threshold, 0, rows, best);
      expect([...context.arena.view(best, 2)]).toEqual([0, -1]);
      kernels.worstPlaced(losses, tail, threshold + 1, 0, rows, best);
      expect(context.arena.view(tail, rows)[context.arena.view(best, 2)[1]]).toBeGreaterThan(0);
    });
  });

  it("a tail of tied losses takes exactly its count", () => {
    context.arena.scope(() => {
      const losses = context.arena.put(Float64Array.of(1, 2, 2, 2, 0));
      const tail = context.arena.take(5);
      expect(kernels.markTail(losses, 5, 2, 2, 0.5, tail)).toBe(3);
      expect([...context.arena.view(tail, 5)]).toEqual([0, 0.5, 0.5, 0, 0]);
    });
  });
});
