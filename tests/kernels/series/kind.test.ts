import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { because } from "../../../workers/contract";
import { portfolioReturns } from "../../../workers/risk/portfolio-returns";
import { toReturns } from "../../../workers/series/returns";
import { runs } from "../../fixtures/in-all";
import { testContext } from "../context";

const context = await testContext();
const kindFound = (values: Float64Array) => {
  const outcome = toReturns(context, values, "auto");
  return outcome.ok ? outcome.value.kind : outcome.failure;
};

/** Price paths from calm to volatile, with and without trend, in any currency: only positive levels. */
const prices = fc
  .record({
    start: fc.double({ min: 1e-6, max: 1e7, noNaN: true }),
    volatility: fc.double({ min: 1e-5, max: 0.8, noNaN: true }),
    drift: fc.double({ min: -0.05, max: 0.4, noNaN: true }),
    shocks: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2, maxLength: 120 }),
  })
  .map(({ start, volatility, drift, shocks }) => {
    let price = start;
    return Float64Array.from(shocks, (shock) => {
      price = Math.min(1e12, Math.max(1e-12, price * Math.exp(drift + volatility * shock)));
      return price;
    });
  });

/** Returns at every scale; no market only rises. */
const returns = fc
  .record({
    scale: fc.constantFrom(1e-6, 1e-4, 0.01, 1, 100),
    steps: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 3, maxLength: 120 }),
  })
  .map(({ scale, steps }) => Float64Array.from(steps, (step) => step * scale))
  .filter((values) => values.some((value) => value <= 0));

describe("prices or returns", () => {
  it("takes all-positive levels for prices, however short, volatile, trending or inflating", () => {
    fc.assert(
      fc.property(prices, (values) => {
        expect(kindFound(values)).toBe("prices");
      }),
      { numRuns: runs(3000) },
    );
  });

  it("takes series with values at or below zero for returns, at every scale", () => {
    fc.assert(
      fc.property(returns, (values) => {
        expect(kindFound(values)).toBe("returns");
      }),
      { numRuns: runs(1500) },
    );
  });

  it("refuses prices of which a few are not above zero, names the first, and asks whether they are returns", async () => {
    const path = Float64Array.from({ length: 600 }, (_, t) => 100 * Math.exp(0.02 * Math.sin(9 * t)));
    const gap = path.with(599, 0);
    const missing = path.map((price, t) => (t % 10 === 3 ? 0 : price));
    const risk = await context.load("risk");
    for (const [values, row] of [
      [gap, 600],
      [path.with(20, -5), 21],
      [missing, 4],
      [gap.subarray(589), 11],
    ] as const) {
      const value = values[row - 1];
      const cause = because("series/oddPrice", { row, value });
      expect(kindFound(values)).toMatchObject({ ...cause, row, value: String(value) });
      const asRisk = portfolioReturns(context, risk, values, "auto");
      expect(asRisk.ok || asRisk.failure).toMatchObject({ ...because("risk/failed", { cause }), row });
      expect(toReturns(context, values, "returns").ok).toBe(true);
    }
  });

  it("takes mostly positive gains, and levels on both sides of zero, for returns", () => {
    const gains = Float64Array.from({ length: 300 }, (_, t) => 0.01 + 0.0101 * Math.sin(7 * t));
    expect(gains.filter((gain) => gain <= 0).length).toBeGreaterThan(0);
    expect(kindFound(gains)).toBe("returns");
    expect(kindFound(Float64Array.from({ length: 300 }, (_, t) => Math.sin(t / 20)))).toBe("returns");
  });

  it("follows an explicit choice over detection", () => {
    const gains = Float64Array.of(0.4, 0.1, 0.7);
    const outcome = toReturns(context, gains, "returns");
    expect(outcome.ok && [...outcome.value.returns]).toEqual([...gains]);
  });
});
