import { beforeAll, describe, expect, it } from "vitest";
import type { ChaosKernels } from "../../../workers/chaos/neighbors";
import { rankProbability, type SurrogateMethod, seedStream, surrogateInPlace } from "../../../workers/chaos/surrogates";
import { zeroOneTest } from "../../../workers/chaos/zero-one";
import type { JobContext } from "../../../workers/runtime/job";
import { testContext } from "../context";
import { plainZeroOne } from "../reference/chaos";
import { logistic, lorenz, noise, scaled } from "./chaos-series";

let context: JobContext;
let chaos: ChaosKernels;
beforeAll(async () => {
  context = await testContext();
  chaos = await context.load("chaos");
});

function surrogate(values: Float64Array, method: SurrogateMethod, seed = 1, number = 1): Float64Array {
  return context.arena.scope(() => {
    const address = context.arena.put(values);
    surrogateInPlace(context, chaos, address, values.length, method, seedStream(context, seed, number));
    return context.arena.view(address, values.length).slice();
  });
}

/** An AR(1) series through a nonlinear transformation, so that both its distribution and its spectrum are nontrivial. */
const bent = (n: number) => {
  let state = 0;
  return noise(n).map((x) => {
    state = 0.8 * state + x;
    return state + 0.1 * state ** 3;
  });
};

function autocorrelations(values: Float64Array, lags: number): number[] {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  const sum = (lag: number) => values.reduce((total, x, t) => (t < lag ? total : total + (x - mean) * (values[t - lag] - mean)), 0);
  return Array.from({ length: lags }, (_, i) => sum(i + 1) / sum(0));
}

const bits = (values: Float64Array) => {
  let hash = 0n;
  for (const word of new BigUint64Array(values.buffer)) {
    hash = BigInt.asUintN(64, (hash ^ word) * 0x9e3779b97f4a7c15n);
    hash ^= hash >> 29n;
  }
  return hash.toString(16);
};

describe("surrogates", () => {
  for (const n of [1000, 997, 512, 101]) {
    it(`permute the original values; IAAFT also nearly preserves the autocorrelation: n = ${n}`, () => {
      const values = bent(n);
      for (const method of ["iaaft", "shuffle"] as const) {
        const made = surrogate(values, method);
        expect(made.slice().sort()).toEqual(values.slice().sort());
        expect(made).not.toEqual(values);
      }
      const [own, kept, lost] = [values, surrogate(values, "iaaft"), surrogate(values, "shuffle")].map((x) => autocorrelations(x, 5));
      // The ends of the series do not match, which the transform treats as a jump; this matters more in short series.
      for (const [lag, rho] of own.entries()) expect(Math.abs(kept[lag] - rho), `lag ${lag + 1}`).toBeLessThan(n > 500 ? 0.02 : 0.08);
      expect(Math.abs(lost[0])).toBeLessThan(4 / Math.sqrt(n));
    });
  }

  it("differ by number and by seed, and are identical bit for bit in every engine", () => {
    const values = bent(400);
    const made = surrogate(values, "iaaft", 7, 3);
    expect(surrogate(values, "iaaft", 7, 3)).toEqual(made);
    for (const other of [surrogate(values, "iaaft", 7, 4), surrogate(values, "iaaft", 8, 3)]) expect(other).not.toEqual(made);
    const ramp = Float64Array.from({ length: 300 }, (_, i) => ((i * 7919) % 1009) / 64);
    expect([bits(surrogate(ramp, "shuffle", 5, 2)), bits(surrogate(ramp, "iaaft", 5, 2))]).toEqual([
      "9f088dab079c28d4",
      "b040592e1b669a15",
    ]);
  });

  it("a shuffle is uniform: every value is equally likely at every position", () => {
    const counts = new Float64Array(25);
    for (let number = 1; number <= 400; number++) {
      for (const [place, value] of surrogate(Float64Array.of(0, 1, 2, 3, 4), "shuffle", 11, number).entries()) counts[place * 5 + value]++;
    }
    // Chi-squared with 16 degrees of freedom: the 0.1% critical value is 39.3; the seed is fixed.
    expect(counts.reduce((sum, count) => sum + (count - 80) ** 2 / 80, 0)).toBeLessThan(39.3);
  });

  it("handle constant and very short series", () => {
    for (const values of [new Float64Array(40).fill(2), Float64Array.of(1, 2), Float64Array.of(3)]) {
      expect(surrogate(values, "iaaft").slice().sort()).toEqual(values.slice().sort());
    }
  });
});

describe("rank p-value", () => {
  it("counts surrogates at least as extreme as the data, and those without a statistic", () => {
    expect(rankProbability(2, [1, 1.5, 0])).toBe(0.25);
    expect(rankProbability(2, [1, 2, 3])).toBe(0.75);
    expect(rankProbability(2, [1, null, Number.NaN])).toBe(0.75);
    expect(rankProbability(Number.NEGATIVE_INFINITY, [-5])).toBe(1);
  });
});

describe("0-1 test", () => {
  const test = (values: Float64Array, stride = 1, seed = 1) =>
    context.arena.scope(() => zeroOneTest(context, chaos, scaled(context, values), stride, seed));

  it("at a single frequency it is the plain definition to 1e-10", () => {
    const values = logistic(500, 3.9);
    context.arena.scope(() => {
      const { arena } = context;
      const [address, path, displacement] = [arena.put(values), arena.take(1000), arena.take(50)];
      for (const stride of [1, 3]) {
        const n = Math.floor(499 / stride) + 1;
        const sampled = Array.from({ length: n }, (_, j) => values[j * stride]);
        const mean = chaos.zeroOneMean(address, n, stride);
        const centered = sampled.map((x) => x - sampled.reduce((sum, y) => sum + y, 0) / n);
        for (const c of [0.7, 1.9, 2.4]) {
          const most = Math.floor(n / 10);
          chaos.zeroOnePath(address, n, stride, mean, c, path);
          for (let s = 1; s <= most; s += 7) chaos.zeroOneDisplacement(path, n, most, s, Math.min(s + 6, most), displacement);
          expect(Math.abs(chaos.zeroOneCorrelation(displacement, most) - plainZeroOne(centered, c))).toBeLessThan(1e-10);
        }
      }
    });
  });

  it("tells regular from irregular motion: Gottwald and Melbourne's logistic maps", () => {
    expect(test(logistic(2000, 4))?.k).toBeGreaterThan(0.99);
    expect(test(logistic(2000, 3.97))?.k).toBeGreaterThan(0.95);
    expect(Math.abs(test(logistic(2000, 3.5))?.k ?? 1)).toBeLessThan(0.05);
    expect(Math.abs(test(logistic(2000, 3.55))?.k ?? 1)).toBeLessThan(0.05);
    // Noise counts as irregular too, and an oversampled flow must be thinned.
    expect(test(noise(2000))?.k).toBeGreaterThan(0.95);
    const flow = lorenz(8000, [10, 28, 8 / 3], 0.02, 1000);
    expect(test(flow, 10)?.k).toBeGreaterThan(0.9);
  });

  it("shift, scale and sign change nothing beyond rounding; too few values give no result; constant values give 0", () => {
    const values = logistic(800);
    const k = test(values)?.k ?? Number.NaN;
    for (const moved of [values.map((x) => 100 + x), values.map((x) => -1e-6 * x)])
      expect(Math.abs((test(moved)?.k ?? 9) - k)).toBeLessThan(1e-9);
    expect(test(values.slice(0, 99))).toBeNull();
    expect(test(new Float64Array(300).fill(5))?.k).toBe(0);
    expect(test(values)?.k).toBe(k);
    expect(test(values, 1, 2)?.k).not.toBe(k);
  });
});
