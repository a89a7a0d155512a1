import { describe, expect, it } from "vitest";
import { type ColumnKernel, expectChunkingFree, expectColumn, runColumn } from "../columns";
import { freshKernels } from "../context";
import { complexityTwin, trendTwin } from "../reference/patterns";
import { randomWalk, uniforms } from "../reference/random";

const kernels = await freshKernels();
const trend: ColumnKernel = (at, from, to) => kernels.trend(at.values, from, to, 5, 20, at.out);
const complexity =
  (n: number): ColumnKernel =>
  (at, from, to) =>
    kernels.patternComplexity(at.values, from, to, n, at.out);

describe("trend strength", () => {
  it("is the relative change of the five-point average over the last twenty points, or over as many as there are", () => {
    const values = randomWalk(1001, 41);
    expectColumn(runColumn(kernels, values, trend), trendTwin(values, 5, 20), 0, 1e-14);
  });

  it("needs two points: then it is their relative change; for one it is 0", () => {
    expect([...runColumn(kernels, Float64Array.of(100, 103), trend)]).toEqual([0, 0.03]);
  });

  it("is 0 for constant and zero prices, and does not depend on the scale", () => {
    expect([...runColumn(kernels, new Float64Array(30).fill(7), trend)]).toEqual(new Array(30).fill(0));
    expect([...runColumn(kernels, new Float64Array(30), trend)]).toEqual(new Array(30).fill(0));
    const values = randomWalk(100, 42);
    expect(
      runColumn(
        kernels,
        values.map((value) => value * 2 ** 30),
        trend,
      ),
    ).toEqual(runColumn(kernels, values, trend));
  });

  it("gives the same bits for any chunking", () => {
    expectChunkingFree(kernels, randomWalk(2049, 43), trend);
  });
});

describe("pattern complexity", () => {
  it("agrees with the definition", () => {
    const next = uniforms(1);
    const values = Float64Array.from({ length: 600 }, () => Math.floor(8 * next()));
    for (const n of [3, 4, 20, 100, 257])
      expectColumn(runColumn(kernels, values, complexity(n)).slice(2), complexityTwin(values, n).slice(2), 0, 1e-13);
  });

  it("reproduces the published example 4 7 9 10 6 11 3", () => {
    expect(runColumn(kernels, Float64Array.of(4, 7, 9, 10, 6, 11, 3), complexity(20))[6]).toBeCloseTo(1.5219281 / Math.log2(6), 7);
  });

  it("is 0 for a straight line and for fewer than three values, and refuses unsupported lengths", () => {
    expect([...runColumn(kernels, Float64Array.of(1, 2, 3, 4, 5), complexity(20))]).toEqual([0, 0, 0, 0, 0]);
    expect(kernels.patternComplexity(0, 0, 0, 258, 0)).toBe(-1);
    expect(kernels.patternComplexity(0, 0, 0, 2, 0)).toBe(-1);
  });

  it("gives the same bits for any chunking", () => {
    expectChunkingFree(kernels, randomWalk(2049, 44), complexity(20));
  });
});
