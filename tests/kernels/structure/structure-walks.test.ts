import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { JobContext } from "../../../workers/runtime/job";
import { type VolatilityClustering, volatilityClustering } from "../../../workers/structure/clustering";
import { kaufmanEfficiency } from "../../../workers/structure/efficiency";
import {
  detrendedFluctuation,
  efficiencyIndex,
  fractalDimension,
  rescaledRangeHurst,
  windowLengths,
} from "../../../workers/structure/scaling";
import { type Steps, type StructureKernels, takeSteps } from "../../../workers/structure/steps";
import { priceEfficiency, varianceRatios } from "../../../workers/structure/variance-ratio";
import { goldenColumn } from "../../fixtures/golden";
import { expectColumn } from "../columns";
import { testContext } from "../context";
import { ljungBoxOf } from "../reference/plain-diagnostics";
import { randomWalk, uniforms } from "../reference/random";
import { efficiencyTwin, fluctuationTwin, rescaledRangeTwin, varianceRatioTwin } from "../reference/walks";

/** Anis and Lloyd's expectation in 40-digit arithmetic. */
const EXPECTED_RANGES = [
  [2, 1],
  [10, 3.0233310865659377],
  [100, 11.453267801515087],
  [1000, 38.4968767994513],
];

let context: JobContext;
let structure: StructureKernels;
beforeAll(async () => {
  context = await testContext();
  structure = await context.load("structure");
});

/** Runs a statistic on returns put into the arena. */
const on = <T>(returns: Float64Array, work: (steps: Steps) => T): T =>
  context.arena.scope(() => work(takeSteps(context, structure, context.arena.put(returns), returns.length)));

const returnsOf = (prices: Float64Array) => prices.slice(1).map((price, t) => Math.log(price / prices[t]));

/** Independent steps, near enough to normal: sums of uniforms. */
function noise(n: number, seed: number): Float64Array {
  const next = uniforms(seed);
  return Float64Array.from({ length: n }, () => next() + next() + next() + next() - 2);
}

const rs = (returns: Float64Array) => on(returns, (steps) => rescaledRangeHurst(context, structure, steps));
const dfa = (returns: Float64Array) => on(returns, (steps) => detrendedFluctuation(context, structure, steps));

describe("S&P 500 1999-2018, to all digits of the reference", () => {
  it("variance ratios, robust z, efficiency and clustering", async ({ skip }) => {
    const prices = await goldenColumn("series/sp500_1999_2018.csv", "Close");
    if (!prices) return skip("golden series not present");
    const returns = returnsOf(prices);
    const ratios = on(returns, (steps) => varianceRatios(context, structure, steps));
    expect(ratios.map(({ q }) => q)).toEqual([2, 4, 8, 16]);
    for (const [i, ratio] of [0.93012, 0.8549, 0.77272, 0.72367].entries()) expect(Math.abs(ratios[i].ratio - ratio)).toBeLessThan(5e-6);
    for (const [i, z] of [-2.807, -2.895, -2.809, -2.272].entries()) expect(Math.abs(ratios[i].z - z)).toBeLessThan(5e-4);
    expect(Math.abs((priceEfficiency(ratios) ?? 0) - 0.8204)).toBeLessThan(5e-5);
    const { value, autocorrelations, mcLeodLi } = on(returns, ({ address, n }) =>
      volatilityClustering(context, address, n),
    ) as VolatilityClustering;
    expect(Math.abs(value - 0.29914)).toBeLessThan(5e-6);
    for (const [i, rho] of [0.2443, 0.3446, 0.293].entries()) expect(Math.abs(autocorrelations[i] - rho)).toBeLessThan(5e-5);
    expect(mcLeodLi.p).toBeLessThan(1e-100);
  });
});

describe("variance ratios", () => {
  it.each([100, 501])("equal the plain sums on %i returns, rel 1e-10", (n) => {
    const returns = returnsOf(randomWalk(n + 1, n));
    for (const { q, ratio, z } of on(returns, (steps) => varianceRatios(context, structure, steps, [2, 3, 7, 16, 40]))) {
      const plain = varianceRatioTwin(returns, q);
      expect(Math.abs(ratio / plain.ratio - 1)).toBeLessThan(1e-10);
      expect(Math.abs(z - plain.z)).toBeLessThan(1e-9);
    }
  });

  it("are invariant under scale, drift and sign", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (seed, scale) => {
        const returns = noise(200, seed);
        const base = on(returns, (steps) => varianceRatios(context, structure, steps));
        for (const other of [returns.map((r) => r * scale), returns.map((r) => r + 3), returns.map((r) => -r)]) {
          on(other, (steps) => varianceRatios(context, structure, steps)).forEach(({ ratio, z }, i) => {
            expect(ratio).toBeCloseTo(base[i].ratio, 8);
            expect(z).toBeCloseTo(base[i].z, 7);
          });
        }
      }),
      { numRuns: 25 },
    );
  });

  it("are above 1 for trends, below for reversals, and omitted where the series is too short", () => {
    const shocks = noise(4000, 3);
    const trending = shocks.map((shock, t) => shock + (t ? 0.5 * shocks[t - 1] : 0));
    const reverting = shocks.map((shock, t) => shock - (t ? 0.5 * shocks[t - 1] : 0));
    for (const { ratio, z } of on(trending, (steps) => varianceRatios(context, structure, steps))) expect(ratio > 1.3 && z > 5).toBe(true);
    for (const { ratio, z } of on(reverting, (steps) => varianceRatios(context, structure, steps)))
      expect(ratio < 0.7 && z < -5).toBe(true);
    expect(on(noise(9, 1), (steps) => varianceRatios(context, structure, steps)).map(({ q }) => q)).toEqual([2, 4]);
    expect(on(new Float64Array(50).fill(0.01), (steps) => varianceRatios(context, structure, steps))).toEqual([]);
    expect(priceEfficiency([])).toBeNull();
  });
});

describe("efficiency ratio", () => {
  it.each([1, 2, 10, 63])("over %i steps equals the plain sums, with the same bits for any chunking", (period) => {
    const { arena } = context;
    const prices = randomWalk(400, period).map((price, t) => (t > 200 && t < 290 ? 100 : price));
    const twin = efficiencyTwin(prices, period);
    arena.scope(() => {
      const [address, out, parts] = [arena.put(prices), arena.take(400), arena.take(400)];
      structure.efficiencyRatio(address, 0, 400, period, out);
      for (let from = 0; from < 400; from += 23) structure.efficiencyRatio(address, from, Math.min(400, from + 23), period, parts);
      const whole = arena.view(out, 400);
      expect(arena.view(parts, 400)).toEqual(whole);
      expectColumn(whole, twin, 0, 1e-13);
      const found = kaufmanEfficiency(context, structure, address, 400, period);
      expect(found?.column).toEqual(whole);
      expect(found?.last).toBe(whole[399]);
      expect(found?.mean).toBeCloseTo(twin.slice(period).reduce((a, b) => a + b, 0) / (400 - period), 12);
      expect(kaufmanEfficiency(context, structure, address, period, period)).toBeNull();
    });
  });

  it("is 1 on a line and 0 for a constant, and a jump that has left the window has no effect", () => {
    const { arena } = context;
    const prices = Float64Array.from({ length: 60 }, (_, t) => (t < 20 ? 1e15 : t < 40 ? t : 5));
    const found = arena.scope(() => kaufmanEfficiency(context, structure, arena.put(prices), 60, 10));
    expect(found?.column[39]).toBe(1);
    expect(found?.column[31]).toBe(1);
    expect(found?.column[59]).toBe(0);
  });
});

describe("Hurst exponents", () => {
  it("have the expectation of Anis and Lloyd: exactly 1 for two steps, and simulated means for ten", () => {
    const expected = (n: number) =>
      structure.expectedRescaledRange(n, context.kernels.logGamma((n - 1) / 2) - context.kernels.logGamma(n / 2));
    expect(expected(2)).toBeCloseTo(1, 14);
    for (const [n, value] of EXPECTED_RANGES) expect(expected(n) / value).toBeCloseTo(1, 12);
    const { arena, kernels } = context;
    const blocks = 40_000;
    const mean = arena.scope(() => {
      const state = arena.takeBytes(32);
      kernels.rngSeed(state, 11);
      const draws = arena.take(10 * blocks);
      kernels.drawUniforms(state, draws, 0, 10 * blocks);
      const normal = arena.view(draws, 10 * blocks).map((u) => kernels.normalQuantile(u));
      const steps = takeSteps(context, structure, arena.put(normal), normal.length);
      const out = arena.put(new Float64Array(2));
      structure.rescaledRange(steps.path, 0, blocks, 10, out);
      const [sum, count] = arena.view(out, 2);
      expect(count).toBe(blocks);
      return sum / count;
    });
    // Standard error of the simulated mean: 0.003.
    expect(Math.abs(mean - expected(10))).toBeLessThan(0.012);
  });

  it("equal the plain sums at every window", () => {
    const returns = returnsOf(randomWalk(700, 4));
    const log = (value: number) => context.kernels.naturalLog(value);
    const range = rs(returns);
    const fluctuation = dfa(returns);
    expect(range?.windows).toEqual(windowLengths(699));
    range?.windows.forEach((size, i) => {
      const expected = structure.expectedRescaledRange(size, context.kernels.logGamma((size - 1) / 2) - context.kernels.logGamma(size / 2));
      expect(range.logs[i]).toBeCloseTo(log(rescaledRangeTwin(returns, size) / expected), 9);
    });
    fluctuation?.windows.forEach((size, i) => {
      expect(fluctuation.logs[i]).toBeCloseTo(log(fluctuationTwin(returns, size)), 9);
    });
  });

  it("are near 0.5 for independent steps, above for persistent, below for reverting", () => {
    const independent = noise(20_000, 5);
    expect(Math.abs((rs(independent)?.hurst ?? 0) - 0.5)).toBeLessThan(0.03);
    expect(Math.abs((dfa(independent)?.hurst ?? 0) - 0.5)).toBeLessThan(0.03);
    // Differences of noise: a path that always returns.
    const reverting = independent.slice(1).map((value, t) => value - independent[t]);
    expect(dfa(reverting)?.hurst).toBeLessThan(0.2);
    let level = 0;
    const persistent = independent.map((shock) => (level = 0.98 * level + shock));
    expect(dfa(persistent)?.hurst).toBeGreaterThan(0.9);
    expect(rs(persistent)?.hurst).toBeGreaterThan(0.7);
  });

  it("are invariant under scale and drift", () => {
    const returns = noise(900, 8);
    for (const other of [returns.map((r) => 1e-5 * r), returns.map((r) => r + 2)]) {
      expect(rs(other)?.hurst).toBeCloseTo(rs(returns)?.hurst ?? 0, 7);
      expect(dfa(other)?.hurst).toBeCloseTo(dfa(returns)?.hurst ?? 0, 7);
    }
  });

  it.each([
    ["63 steps", () => noise(63, 2)],
    ["equal steps", () => new Float64Array(500).fill(0.1)],
    ["no steps at all", () => new Float64Array(500)],
  ])("are nothing for %s", (_, make) => {
    expect(rs(make())).toBeNull();
    expect(dfa(make())).toBeNull();
  });

  it("exclude constant blocks", () => {
    const stale = noise(2000, 6).map((value, t) => (t % 200 < 100 ? 0 : value));
    expect(rs(stale)?.hurst).toBeGreaterThan(0);
    expect(Number.isFinite(rs(stale)?.hurst ?? Number.NaN)).toBe(true);
  });
});

describe("fractal dimension and clustering", () => {
  it("measures 1.5 for a random walk, near 1 for a smooth and near 2 for a jagged path", () => {
    const dimension = (returns: Float64Array) => on(returns, (steps) => fractalDimension(context, structure, steps));
    expect(Math.abs((dimension(noise(20_000, 7)) ?? 0) - 1.5)).toBeLessThan(0.02);
    expect(dimension(Float64Array.from({ length: 3000 }, (_, t) => Math.sin(t / 100)))).toBeLessThan(1.02);
    const shocks = noise(20_001, 7);
    expect(dimension(shocks.slice(1).map((value, t) => value - shocks[t]))).toBeGreaterThan(1.9);
    expect(dimension(new Float64Array(100))).toBeNull();
    const path = [0, 1, 3, 2, 5, 4, 4];
    // Of the steps less their mean 2/3: rulers of one and two steps, by hand.
    const steps = Float64Array.from(path.slice(1), (level, t) => level - path[t]);
    const away = path.map((level, t) => level - (2 / 3) * t);
    const short = away.slice(1).reduce((sum, level, t) => sum + Math.abs(level - away[t]), 0);
    const long = 2 * [2, 4, 6].reduce((sum, t) => sum + Math.abs(away[t] - away[t - 2]), 0);
    expect(dimension(steps)).toBeCloseTo(2 - Math.log2(long / short), 12);
  });

  it("combines the three indicators of inefficiency", () => {
    expect(efficiencyIndex(0.5, 1.5, 0)).toBe(0);
    expect(efficiencyIndex(0.8, 1.1, 0)).toBeCloseTo(0.5, 14);
    expect(efficiencyIndex(0.5, 1.5, -0.4)).toBeCloseTo(0.2, 14);
  });

  it("clustering equals the plain autocorrelations and Ljung-Box of squared deviations", () => {
    const returns = returnsOf(randomWalk(500, 12)).map((r, t) => r * (1 + Math.floor(t / 50)) + 0.001);
    const found = on(returns, ({ address, n }) => volatilityClustering(context, address, n));
    const mean = returns.reduce((a, b) => a + b, 0) / returns.length;
    expect(found?.mcLeodLi.statistic).toBeCloseTo(
      ljungBoxOf(
        returns.map((r) => (r - mean) ** 2),
        10,
      ),
      8,
    );
    const sizes = returns.map(Math.abs);
    const center = sizes.reduce((a, b) => a + b, 0) / sizes.length;
    const c = sizes.map((size) => size - center);
    const product = (k: number) => c.subarray(k).reduce((sum, value, t) => sum + value * c[t], 0);
    found?.autocorrelations.forEach((rho, i) => {
      expect(rho).toBeCloseTo(product(i + 1) / product(0), 11);
    });
  });

  it("clustering is at least 0, and unavailable for returns of one size or too few", () => {
    const alternating = Float64Array.from({ length: 200 }, (_, t) => (t % 2 ? 2 : 1) + 1e-3 * (t % 3));
    const one = on(alternating, ({ address, n }) => volatilityClustering(context, address, n, 1));
    expect(one?.autocorrelations[0]).toBeLessThan(-0.9);
    expect(one?.value).toBe(0);
    expect(
      on(
        Float64Array.from({ length: 200 }, (_, t) => (t % 2 ? 1 : -1)),
        ({ address, n }) => volatilityClustering(context, address, n),
      ),
    ).toBeNull();
    expect(on(noise(21, 1), ({ address, n }) => volatilityClustering(context, address, n))).toBeNull();
  });
});
