import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { orderStatistics, quantilesInPlace } from "../../../workers/numerics/quantiles";
import type { JobContext } from "../../../workers/runtime/job";
import { testContext } from "../context";

let context: JobContext;
beforeAll(async () => {
  context = await testContext();
});

/** Columns that challenge the pivot: random, equal, few distinct values, sorted, reversed, organ pipe. */
const shapes: Record<string, (i: number, n: number) => number> = {
  random: (i) => Math.sin(i * 12.9898) * 43758.5453 - Math.floor(Math.sin(i * 12.9898) * 43758.5453),
  equal: () => 3,
  few: (i) => (i * 7919) % 5,
  sorted: (i) => i,
  reversed: (i, n) => n - i,
  pipe: (i, n) => Math.min(i, n - i),
};

describe("order statistics without sorting", () => {
  for (const [name, shape] of Object.entries(shapes)) {
    it(`equal the sorted column's: ${name}`, () => {
      for (const n of [1, 2, 25, 26, 1000, 40_003]) {
        const column = Float64Array.from({ length: n }, (_, i) => shape(i, n));
        const sorted = column.slice().sort();
        const ranks = [0, n >> 3, n >> 1, Math.floor(0.975 * (n - 1)), n - 1];
        const found = context.arena.scope(() => orderStatistics(context, context.arena.put(column), n, ranks));
        expect([...found]).toEqual(ranks.map((rank) => sorted[rank]));
      }
    });
  }

  it("quantiles are interpolated as R and NumPy do, and lie between the extremes", () => {
    const quantiles = (values: number[], p: number[]) =>
      context.arena.scope(() => [...quantilesInPlace(context, context.arena.put(Float64Array.from(values)), values.length, p)]);
    expect(quantiles([4, 1, 3, 2], [0, 0.25, 0.5, 0.75, 1])).toEqual([1, 1.75, 2.5, 3.25, 4]);
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 200 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (values, p) => {
          const sorted = values.slice().sort((a, b) => a - b);
          const [quantile] = quantiles(values, [p]);
          const place = p * (values.length - 1);
          expect(quantile).toBeGreaterThanOrEqual(sorted[Math.floor(place)] - 1e-9);
          expect(quantile).toBeLessThanOrEqual(sorted[Math.ceil(place)] + 1e-9);
        },
      ),
    );
  });
});
