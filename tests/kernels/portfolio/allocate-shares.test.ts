import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { DAY } from "../../../workers/contract";
import { type AllocateSharesInput, allocateShares } from "../../../workers/portfolio/jobs/allocate-shares";
import { wholeShares } from "../../../workers/portfolio/whole-shares";
import type { JobContext } from "../../../workers/runtime/job";
import { failureText, resultOf, says } from "../../fixtures/failure-text";
import { runs } from "../../fixtures/in-all";
import { testContext } from "../context";

let context: JobContext;
beforeAll(async () => {
  context = await testContext();
});

const priced = (name: string, ...values: number[]) => ({
  name,
  values: Float64Array.from(values),
  times: Float64Array.from(values, (_, i) => i * DAY),
});
const INPUT: AllocateSharesInput = {
  assets: [priced("A", 9, 10), priced("B", 30, 40, Number.NaN)],
  weights: [0.5, 0.5],
  held: [1, 0],
  capital: 1000,
};
const refusal = (changes: Partial<AllocateSharesInput>) => {
  const outcome = allocateShares({ ...INPUT, ...changes }, context);
  return outcome.ok ? null : failureText(outcome.failure);
};

describe("allocate-shares", () => {
  it("sizes positions at the last available prices, and lists the orders that lead to them", () => {
    const { shares, prices, times, orders, leftOver, weights } = resultOf(allocateShares(INPUT, context));
    expect([...prices]).toEqual([10, 40]);
    expect(times).toEqual([DAY, DAY]);
    // 500 each buy 50 and 12.5; the remaining 20 buy no B, and A is at its target.
    expect([...shares]).toEqual([50, 12]);
    expect([...orders]).toEqual([50 - 100, 12]);
    expect(leftOver).toBe(20);
    expect([...weights]).toEqual([500 / 980, 480 / 980]);
  });
  it("reports missing input", () => {
    expect(refusal({})).toBeNull();
    expect(refusal({ assets: [] })).toBe(says("series/noAssets"));
    expect(refusal({ capital: 0 })).toBe(says("portfolio/capital"));
    expect(refusal({ capital: Number.NaN })).toBe(says("portfolio/capital"));
    expect(refusal({ weights: [1] })).toBe(says("portfolio/rebalanceTargets", { assets: 2 }));
    expect(refusal({ held: [1, Number.NaN] })).toBe(says("portfolio/rebalanceTargets", { assets: 2 }));
    expect(refusal({ assets: [INPUT.assets[0], priced("B", 3, -1)] })).toBe(says("series/price", { name: "B", value: -1 }));
    expect(refusal({ assets: [INPUT.assets[0], priced("B", Number.NaN)] })).toBe(says("series/price", { name: "B", value: Number.NaN }));
    expect(refusal({ capital: 1e12 })).toBe(says("portfolio/shareCount", { name: "A" }));
  });
});

it("whole shares never cost more than the capital, and the remaining cash cannot buy a share still needed", () => {
  const cases = fc
    .array(fc.tuple(fc.double({ min: 0.01, max: 1, noNaN: true }), fc.double({ min: 0.5, max: 900, noNaN: true })), {
      minLength: 1,
      maxLength: 12,
    })
    .chain((rows) => fc.tuple(fc.constant(rows), fc.double({ min: 1, max: 50_000, noNaN: true })));
  fc.assert(
    fc.property(cases, ([rows, capital]) => {
      const sum = rows.reduce((total, [weight]) => total + weight, 0);
      const targets = Float64Array.from(rows, ([weight]) => weight / sum);
      const prices = Float64Array.from(rows, ([, price]) => price);
      const { shares, values, weights, leftOver } = wholeShares(targets, prices, capital);
      const spent = values.reduce((total, value) => total + value, 0);
      expect(Math.abs(spent + leftOver - capital)).toBeLessThan(1e-9 * capital);
      expect(leftOver).toBeGreaterThan(-1e-9 * capital);
      rows.forEach((_, i) => {
        expect(shares[i]).toBeGreaterThanOrEqual(Math.floor((targets[i] * capital) / prices[i]));
        expect(prices[i] > leftOver || weights[i] >= targets[i]).toBe(true);
      });
    }),
    { numRuns: runs(300), seed: 1 },
  );
});

it("short positions are rounded separately, and their proceeds fund the purchases", () => {
  const { shares, values, leftOver } = wholeShares(Float64Array.of(1.3, -0.3), Float64Array.of(7, 11), 10_000);
  expect(shares[0]).toBe(Math.floor(13_000 / 7));
  expect(shares[1]).toBe(-Math.floor(3000 / 11));
  expect(values[0] + values[1] + leftOver).toBeCloseTo(10_000, 9);
});
