import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sumOf, sumsPerBase } from "../../../workers/charts/buckets";
import { buildPyramid, minMaxPerPixel } from "../../../workers/charts/pyramid";
import { Arena } from "../../../workers/runtime/wasm/arena";
import { runs } from "../../fixtures/in-all";
import { freshKernels } from "../context";
import { bruteMinMax, plainSums } from "../reference/pyramid";
import { randomWalk } from "../reference/random";

const kernels = await freshKernels();
const arena = new Arena(kernels);

describe("min/max pyramid", () => {
  it("finds the same extremes as a full scan, for any range and width, with NaN anywhere", () => {
    const walk = randomWalk(20_000, 3);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20_000 }),
        fc.integer({ min: 0, max: 400 }),
        fc.float({ min: 0, max: 1, noNaN: true }),
        fc.float({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 300 }),
        (length, warmUp, a, b, pixels) => {
          const values = walk.slice(0, length).fill(Number.NaN, 0, warmUp);
          const from = Math.floor(Math.min(a, b) * length);
          const to = Math.ceil(Math.max(a, b) * length);
          const got = minMaxPerPixel(buildPyramid(kernels, arena, values), values, from, to, pixels);
          const expected = bruteMinMax(values, from, to, pixels);
          expect([...got.minimum]).toEqual(expected.minimum);
          expect([...got.maximum]).toEqual(expected.maximum);
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it("reports which columns fall from first to last value", () => {
    const values = Float64Array.of(1, 3, 2, 5, 4, 0);
    const { falling, minimum, maximum } = minMaxPerPixel(buildPyramid(kernels, arena, values), values, 0, 6, 2);
    expect([...falling]).toEqual([0, 1]);
    expect([...minimum, ...maximum]).toEqual([1, 0, 3, 5]);
  });

  it("skips a warm-up of NaN, and returns NaN only where a column has no number", () => {
    const values = new Float64Array(1000).fill(Number.NaN, 0, 500).fill(7, 500);
    const { minimum, maximum } = minMaxPerPixel(buildPyramid(kernels, arena, values), values, 0, 1000, 4);
    expect([...minimum]).toEqual([Number.NaN, Number.NaN, 7, 7]);
    expect([...maximum]).toEqual([Number.NaN, Number.NaN, 7, 7]);
  });

  it("distinguishes infinities from empty buckets", () => {
    const values = new Float64Array(640).fill(1);
    values[100] = Number.NEGATIVE_INFINITY;
    const { minimum } = minMaxPerPixel(buildPyramid(kernels, arena, values), values, 0, 640, 1);
    expect(minimum[0]).toBe(Number.NEGATIVE_INFINITY);
  });

  it("stays small: under 5% of the column, and one level per factor of four", () => {
    const values = randomWalk(1_000_000, 5);
    const { levels } = buildPyramid(kernels, arena, values);
    expect(levels.reduce((sum, level) => sum + level.length, 0)).toBeLessThan(0.05 * values.length);
    expect(levels.map((level) => level.length / 2)).toEqual([15_625, 3907, 977, 245, 62]);
  });
});

describe("block sums", () => {
  it("match a full scan bit by bit, skipping NaN", () => {
    const values = randomWalk(600_000, 7).fill(Number.NaN, 100, 300);
    expect([...sumsPerBase(kernels, arena, values)]).toEqual(plainSums(values, 64));
  });

  it("give the sum of any range, however short", () => {
    // Sums of whole numbers are exact in any order.
    const values = randomWalk(1000, 8).map(Math.round).fill(Number.NaN, 500, 640);
    const sums = sumsPerBase(kernels, arena, values);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 1, max: 1000 }), (start, length) => {
        const end = Math.min(1000, start + length);
        expect(sumOf(sums, values, start, end)).toBe(plainSums(values.slice(start, end), length)[0]);
      }),
    );
  });
});
