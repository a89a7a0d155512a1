import { beforeAll, describe, expect, it } from "vitest";
import { rollingScoreBlock, rollingSpearmanBlock } from "../../../assembly/build/factors-layouts.js";
import type { FactorKernels } from "../../../workers/factors/columns";
import { pruned } from "../../../workers/factors/correlations";
import { neweyWestT } from "../../../workers/factors/information";
import { adjustedPValues } from "../../../workers/factors/multiple-testing";
import { centeredRanks, pairUp } from "../../../workers/factors/pairs";
import { permutationTest } from "../../../workers/factors/permutation";
import { newsSteps } from "../../../workers/news/news-steps";
import type { JobContext } from "../../../workers/runtime/job";
import { expectColumn } from "../columns";
import { testContext } from "../context";
import { plainNeweyWest, plainRanks, plainScore, plainSpearman } from "../reference/factors";

let context: JobContext;
let kernels: FactorKernels;
beforeAll(async () => {
  context = await testContext();
  kernels = await context.load("factors");
});

/** Seeded noise with one value in `every` missing. */
function noise(n: number, seed: number, every = 0): Float64Array {
  const { arena } = context;
  return arena.scope(() => {
    const stream = arena.takeBytes(32);
    const out = arena.take(n);
    context.kernels.rngSeed(stream, seed);
    context.kernels.drawUniforms(stream, out, 0, n);
    return arena.view(out, n).map((u, t) => (every > 0 && t % every === 3 ? Number.NaN : u - 0.5));
  });
}

function column(n: number, inputs: Float64Array[], run: (addresses: number[], out: number) => void): Float64Array {
  const { arena } = context;
  return arena.scope(() => {
    const addresses = inputs.map((input) => arena.put(input));
    const out = arena.take(n);
    run(addresses, out);
    return arena.view(out, n).slice();
  });
}

describe("rolling score", () => {
  const scored = (values: Float64Array, window: number, least: number, score: 0 | 1, chunk = values.length) =>
    column(values.length, [values], ([x], out) => {
      const block = context.arena.block(rollingScoreBlock, { values: x, window, least, score, out });
      for (let from = 0; from < values.length; from += chunk) kernels.rollingScore(block, from, Math.min(values.length, from + chunk));
    });

  it("equals the plain twin, skipping missing values", () => {
    for (const every of [0, 5]) {
      const values = noise(1300, 3, every);
      for (const score of [0, 1] as const)
        for (const window of [22, 252])
          expectColumn(scored(values, window, 20, score), plainScore(values, window, 20, score === 1), 1e-10, 1e-10);
    }
  });

  it("a constant window after volatile values has deviation 0 and no score, despite rounding", () => {
    const values = noise(700, 4).map((x, t) => (t < 300 ? 1e6 * x : 0.1));
    const [deviation, score] = [scored(values, 50, 20, 0), scored(values, 50, 20, 1)];
    for (let t = 350; t < 700; t++) {
      expect(deviation[t]).toBe(0);
      expect(score[t]).toBeNaN();
    }
  });

  it("chunks starting at multiples of 512 give the same bits; scores do not depend on scale and shift", () => {
    const values = noise(3000, 5, 7);
    const whole = scored(values, 252, 20, 1);
    for (const chunk of [512, 1024]) expect(scored(values, 252, 20, 1, chunk)).toEqual(whole);
    const moved = scored(
      values.map((x) => 7 + 1e-3 * x),
      252,
      20,
      1,
    );
    expectColumn(moved, Array.from(whole), 1e-8, 1e-9);
  });

  it("the slope of a line is exact", () => {
    const line = Float64Array.from({ length: 60 }, (_, t) => 5 - 0.25 * t);
    const slopes = column(60, [line], ([x], out) => kernels.rollingSlope(x, 0, 60, 20, out));
    for (let t = 0; t < 60; t++) {
      if (t < 19) expect(slopes[t]).toBeNaN();
      else expect(slopes[t]).toBeCloseTo(-0.25, 12);
    }
  });
});

describe("rank correlation", () => {
  const rounded = (values: Float64Array) => values.map((x) => Math.round(x * 8));

  it("rolling: matches the twin at every step, with ties, for any chunking", () => {
    const [x, y] = [rounded(noise(400, 6)), rounded(noise(400, 7))];
    const run = (chunk: number) =>
      column(400, [x, y], ([a, b], out) => {
        const state = context.arena.take(4 * 63);
        const block = context.arena.block(rollingSpearmanBlock, { x: a, y: b, window: 63, out, state });
        for (let from = 0; from < 400; from += chunk) kernels.rollingSpearman(block, from, Math.min(400, from + chunk));
      });
    const whole = run(400);
    for (let t = 0; t < 400; t++) {
      if (t < 62) expect(whole[t]).toBeNaN();
      else expect(Math.abs(whole[t] - plainSpearman(x.subarray(t - 62, t + 1), y.subarray(t - 62, t + 1)))).toBeLessThan(1e-14);
    }
    for (const chunk of [1, 7, 64]) expect(run(chunk)).toEqual(whole);
  });

  it("whole columns: ranks by merge sort match the twin's", () => {
    for (const n of [1, 2, 3, 64, 65, 700]) {
      for (const values of [noise(n, 8), rounded(noise(n, 9)), new Float64Array(n).fill(2)]) {
        const ranks = context.arena.scope(() => {
          const address = centeredRanks(context, kernels, context.arena.put(values), n);
          return Array.from(context.arena.view(address, n), (rank) => rank + 0);
        });
        expect(ranks).toEqual(plainRanks(values).map((rank) => rank + 0));
      }
    }
  });

  it("ranks of more values than one call handles are a permutation", () => {
    const n = 200_003;
    const values = noise(n, 10);
    const ranks = context.arena.scope(() => context.arena.view(centeredRanks(context, kernels, context.arena.put(values), n), n).slice());
    const order = Array.from(values.keys()).sort((a, b) => values[a] - values[b]);
    expect(order.every((place, rank) => ranks[place] === 2 * rank - (n - 1))).toBe(true);
  });
});

describe("permutation test", () => {
  const test = (x: Float64Array, y: Float64Array, seed = 1, permutations = 199) =>
    context.arena.scope(() => {
      const pairs = pairUp(context, kernels, context.arena.put(x), context.arena.put(y), x.length);
      return permutationTest(context, kernels, pairs, { horizon: 1, permutations, seed });
    });

  it("detects a relation, and p is uniform without one", () => {
    const x = noise(600, 11);
    const related = test(
      x,
      noise(600, 12).map((y, t) => y + 0.3 * x[t]),
    ); // prettier-ignore
    expect(related.p).toBe(1 / 200);
    const values = Array.from({ length: 60 }, (_, i) => test(noise(300, 100 + i), noise(300, 200 + i)).p ?? Number.NaN);
    const mean = values.reduce((sum, p) => sum + p, 0) / 60;
    // The mean of 60 uniform draws has a standard error of 0.037.
    expect(Math.abs(mean - 0.5)).toBeLessThan(4 * 0.0373);
    expect(Math.min(...values)).toBeGreaterThan(0);
  });

  it("p depends only on the seed; constant columns and too few pairs have none", () => {
    const [x, y] = [noise(500, 13), noise(500, 14)];
    expect(test(x, y, 5)).toEqual(test(x, y, 5));
    expect(test(x, y, 5).p).not.toBe(test(x, y, 6).p);
    expect(test(x, new Float64Array(500).fill(1)).p).toBeNull();
    expect(test(x.subarray(0, 5), y.subarray(0, 5)).p).toBeNull();
  });
});

describe("statistics", () => {
  it("Newey-West equals the twin", () => {
    const values = Array.from(noise(500, 15), (x, t) => 0.1 + x + 0.3 * Math.cos(t / 9));
    for (const lags of [0, 1, 4, 67]) {
      const own = context.arena.scope(() => neweyWestT(context, context.arena.put(Float64Array.from(values)), values.length, lags));
      expect(Math.abs((own ?? 0) / plainNeweyWest(values, lags) - 1)).toBeLessThan(1e-12);
    }
    const constant = context.arena.scope(() => neweyWestT(context, context.arena.put(new Float64Array(50).fill(3)), 50, 2));
    expect(constant).toBeNull();
  });

  it("corrections for many tests equal R's p.adjust", () => {
    // p.adjust(c(.01, .04, .03, .005, .5), "bonferroni") and "BH", R 4.2.2.
    const { bonferroni, benjaminiHochberg } = adjustedPValues([0.01, 0.04, null, 0.03, 0.005, 0.5]);
    expectColumn(
      Float64Array.from([0.05, 0.2, 0.15, 0.025, 1]),
      bonferroni.filter((p) => p !== null),
      1e-15,
      0,
    );
    expectColumn(
      Float64Array.from([0.025, 0.05, 0.05, 0.025, 0.5]),
      benjaminiHochberg.filter((p) => p !== null),
      1e-15,
      0,
    );
    expect([bonferroni[2], benjaminiHochberg[2]]).toEqual([null, null]);
  });

  it("the stronger of two correlated factors is kept", () => {
    const factors = [
      { id: 1, strength: 0.1 },
      { id: 2, strength: 0.3 },
      { id: 5, strength: 0.2 },
    ] as const;
    const matrix = [
      [1, 0.8, -0.75],
      [0.8, 1, 0.1],
      [-0.75, 0.1, 1],
    ];
    const result = pruned(factors, matrix, 0.7);
    expect(result.flagged).toEqual([
      { first: 1, second: 2, correlation: 0.8 },
      { first: 1, second: 5, correlation: -0.75 },
    ]);
    expect(result.kept).toEqual([2, 5]);
    expect(pruned(factors, matrix, 0.9).kept).toEqual([1, 2, 5]);
  });
});

describe("news", () => {
  const DAY = 86_400_000;
  it("count at the first step at or after them, never earlier", () => {
    const hours = Float64Array.from([10, 20, 30], (hour) => hour * 3_600_000 + 1);
    const { tone, count, used } = newsSteps(
      [
        { time: 0, score: 1 },
        { time: hours[0] + 1, score: 0 },
        { time: hours[1], score: 0.75 },
        { time: hours[2] + 1, score: 1 },
        { time: Number.NaN, score: 1 },
      ],
      hours,
    );
    expect(Array.from(tone)).toEqual([1, -0.5, 0]);
    expect(Array.from(count)).toEqual([1, 2, 0]);
    expect(used).toBe(3);
  });

  it("without a time of day count at that day's close", () => {
    const days = Float64Array.from([10, 11, 12], (day) => day * DAY);
    const { count } = newsSteps([{ time: 11 * DAY + DAY / 2, score: 1 }], days);
    expect(Array.from(count)).toEqual([0, 1, 0]);
  });
});
