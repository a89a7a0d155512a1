import { beforeAll, describe, expect, it } from "vitest";
import { type LossAsymmetry, lossAsymmetry } from "../../../workers/chaos/loss-asymmetry";
import type { ChaosKernels } from "../../../workers/chaos/neighbors";
import type { JobContext } from "../../../workers/runtime/job";
import { goldenColumn } from "../../fixtures/golden";
import { testContext } from "../context";
import { logReturnsOf, noise } from "./chaos-series";

let context: JobContext;
let chaos: ChaosKernels;
beforeAll(async () => {
  context = await testContext();
  chaos = await context.load("chaos");
});

function measure(returns: Float64Array, highs: Float64Array | null = null, lows: Float64Array | null = null): LossAsymmetry | null {
  const { arena } = context;
  const at = (values: Float64Array | null) => (values === null ? 0 : arena.put(values));
  return arena.scope(() => lossAsymmetry(context, chaos, arena.put(returns), returns.length, at(highs), at(lows)));
}

/** Mean size after losses and after gains, and Welch's statistic of their difference, from the definitions. */
function plain(returns: Float64Array, sizeOf: (bar: number) => number) {
  const after = (sign: number) => {
    const sizes = [...returns.keys()].filter((t) => t + 1 < returns.length && Math.sign(returns[t]) === sign).map((t) => sizeOf(t + 2));
    const kept = sizes.filter((size) => !Number.isNaN(size));
    const mean = kept.reduce((sum, x) => sum + x, 0) / kept.length;
    const variance = kept.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (kept.length - 1);
    return { mean, count: kept.length, squaredError: variance / kept.length };
  };
  const [losses, gains] = [after(-1), after(1)];
  return { losses, gains, t: (losses.mean - gains.mean) / Math.sqrt(losses.squaredError + gains.squaredError) };
}

describe("response to losses and gains", () => {
  it("S&P 500 1999-2018, |r|: 1.2223 to all digits given", async ({ skip }) => {
    const prices = await goldenColumn("series/sp500_1999_2018.csv", "Close");
    if (prices === null) return skip("golden series not present");
    const returns = logReturnsOf(prices);
    expect(measure(returns)?.ratio.toFixed(4)).toBe("1.2223");
    const [highs, lows] = [
      await goldenColumn("series/sp500_1999_2018.csv", "High"),
      await goldenColumn("series/sp500_1999_2018.csv", "Low"),
    ];
    const ranges = measure(returns, highs, lows);
    expect(ranges?.size).toBe("range");
    expect(ranges?.t).toBeGreaterThan(1.96);
  });

  it("is the ratio of the plain means to 1e-12, with and without ranges; rows without a range are skipped", () => {
    const returns = noise(900).map((x, t) => (t % 97 === 0 ? 0 : x));
    const lows = noise(901, 3).map((x) => 100 + x);
    const highs = noise(901, 5).map((x, bar) => (bar % 50 === 7 ? Number.NaN : bar % 50 === 8 ? 1 : lows[bar] + Math.abs(x)));
    const range = (bar: number) => (highs[bar] >= lows[bar] ? Math.log(highs[bar] / lows[bar]) : Number.NaN);
    for (const [found, expected] of [
      [measure(returns), plain(returns, (bar) => Math.abs(returns[bar - 1]))],
      [measure(returns, highs, lows), plain(returns, range)],
    ] as const) {
      expect(found?.afterLosses.count).toBe(expected.losses.count);
      expect(found?.afterGains.count).toBe(expected.gains.count);
      expect(Math.abs((found?.ratio ?? 0) - expected.losses.mean / expected.gains.mean)).toBeLessThan(1e-12);
      expect(Math.abs((found?.t ?? 99) - expected.t)).toBeLessThan(1e-9);
    }
  });

  it("is inverted if the returns change sign, and does not depend on their scale", () => {
    const returns = noise(500).map((x, t) => (t > 0 ? x : 1));
    const found = measure(returns);
    expect((found?.ratio ?? 0) * (measure(returns.map((x) => -x))?.ratio ?? 0)).toBeCloseTo(1, 12);
    expect(measure(returns.map((x) => 1e-3 * x))?.ratio).toBeCloseTo(found?.ratio ?? 0, 12);
  });

  it("is undefined without losses, without gains, or without variation", () => {
    expect(measure(new Float64Array(100).fill(0.1))).toBeNull();
    expect(measure(noise(15))).toBeNull();
    expect(measure(noise(100), new Float64Array(101).fill(5), new Float64Array(101).fill(5))).toBeNull();
  });
});
