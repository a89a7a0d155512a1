import { describe, expect, it } from "vitest";
import { describeAt } from "../../../workers/numerics/describe";
import type { JobContext } from "../../../workers/runtime/job";
import { testContext } from "../context";
import { randomWalk } from "../reference/random";
import { momentsTwin } from "../reference/series-statistics";

/** Describes a column from index `from` on. */
const describeColumn = (context: JobContext, values: Float64Array, from = 0) =>
  context.arena.scope(() => describeAt(context, context.arena.put(values), from, values.length));

const context = await testContext();

describe("descriptive statistics", () => {
  it("agree with the definitions", () => {
    for (const length of [2, 3, 511, 512, 513, 5000]) {
      const values = randomWalk(length, 51);
      const { mean, m2, m3, m4 } = momentsTwin(values);
      const got = describeColumn(context, values);
      expect(got.count).toBe(length);
      expect(got.minimum).toBe(Math.min(...values));
      expect(got.maximum).toBe(Math.max(...values));
      expect(got.mean).toBeCloseTo(mean, 11);
      expect(got.deviation).toBeCloseTo(Math.sqrt((m2 * length) / (length - 1)), 11);
      expect(got.skewness).toBeCloseTo(m3 / m2 ** 1.5, 10);
      expect(got.kurtosis).toBeCloseTo(m4 / m2 ** 2 - 3, 10);
    }
  });

  it("have the known moments of a small list", () => {
    const got = describeColumn(context, Float64Array.of(2, 4, 4, 4, 5, 5, 7, 9));
    expect(got).toMatchObject({ count: 8, mean: 5, minimum: 2, maximum: 9 });
    expect(got.deviation).toBeCloseTo(Math.sqrt(32 / 7), 14);
    expect(got.skewness).toBeCloseTo(0.65625, 14);
    expect(got.kurtosis).toBeCloseTo(-0.21875, 14);
  });

  it("keep the variance of values far from zero", () => {
    const values = Float64Array.from({ length: 10_000 }, (_, t) => 1e9 + (t % 2));
    const got = describeColumn(context, values);
    expect(got.deviation).toBeCloseTo(0.5 * Math.sqrt(10_000 / 9999), 12);
    expect(got.kurtosis).toBeCloseTo(-2, 12);
  });

  it("follow scale and shift", () => {
    const values = randomWalk(3000, 52);
    const plain = describeColumn(context, values);
    for (const scale of [1e-9, 1e9]) {
      const scaled = describeColumn(
        context,
        values.map((value) => value * scale + 5 * scale),
      );
      expect((scaled.deviation ?? 0) / (plain.deviation ?? 1) / scale).toBeCloseTo(1, 10);
      expect(scaled.skewness).toBeCloseTo(plain.skewness ?? 0, 9);
      expect(scaled.kurtosis).toBeCloseTo(plain.kurtosis ?? 0, 9);
    }
  });

  it("are null where a statistic is undefined", () => {
    expect(describeColumn(context, Float64Array.of(3))).toEqual({
      count: 1,
      mean: 3,
      minimum: 3,
      maximum: 3,
      deviation: null,
      skewness: null,
      kurtosis: null,
    });
    expect(describeColumn(context, new Float64Array(9).fill(0.1))).toMatchObject({ deviation: 0, skewness: null, kurtosis: null });
    expect(describeColumn(context, new Float64Array(0))).toMatchObject({ count: 0, mean: null, minimum: null });
  });

  it("skip values before `from`", () => {
    expect(describeColumn(context, Float64Array.of(Number.NaN, 1, 3), 1)).toMatchObject({ count: 2, mean: 2 });
  });
});
