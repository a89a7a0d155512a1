import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../fixtures/in-all";
import { type ColumnKernel, expectChunkingFree, expectColumn, runColumn, runWithState } from "../columns";
import { freshKernels } from "../context";
import { randomWalk } from "../reference/random";
import { drawdownTwin } from "../reference/series-statistics";

const kernels = await freshKernels();
const drawdown: ColumnKernel = (at, from, to) => kernels.drawdown(at.values, from, to, at.out, at.state);
/** Deepest drawdown, its peak and its trough. */
const deepest = (values: Float64Array, chunks?: number[]) => [...runWithState(kernels, values, drawdown, chunks).state.slice(2, 5)];

describe("drawdown", () => {
  it("is the distance below the highest value so far, to the bit", () => {
    for (const length of [1, 2, 3, 511, 512, 513, 3001]) {
      const values = randomWalk(length, 31);
      expect(runColumn(kernels, values, drawdown)).toEqual(drawdownTwin(values));
    }
  });

  it("gives the maximum drawdown with its peak and trough", () => {
    expect(deepest(Float64Array.of(100, 120, 90, 130, 117, 65, 140))).toEqual([-0.5, 3, 5]);
    expect(deepest(Float64Array.of(1, 2, 3))).toEqual([0, 0, 0]);
  });

  it("finds the same drawdown as a search of all pairs, for any chunking", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 1600 }),
        fc.integer({ min: 1, max: 700 }),
        (list, chunk) => {
          const values = Float64Array.from(list);
          const series = drawdownTwin(values);
          const depth = Math.min(...series);
          const trough = depth < 0 ? series.indexOf(depth) : 0;
          const peak = depth < 0 ? values.indexOf(Math.max(...values.subarray(0, trough))) : 0;
          const got = deepest(values, [chunk]);
          expect(got[0] === 0 ? 0 : got[0]).toBe(depth === 0 ? 0 : depth);
          expect(got.slice(1)).toEqual([peak, trough]);
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it("gives the same bits for any chunking, and does not depend on the scale", () => {
    const values = randomWalk(3000, 32);
    expectChunkingFree(kernels, values, drawdown);
    const scaled = values.map((value) => value * 1e-9);
    expectColumn(runColumn(kernels, scaled, drawdown), runColumn(kernels, values, drawdown), 0, 1e-15);
  });

  it("is NaN until the first positive value", () => {
    expect([...runColumn(kernels, Float64Array.of(0, -1, 2, 1), drawdown)]).toEqual([Number.NaN, Number.NaN, 0, -0.5]);
  });
});
