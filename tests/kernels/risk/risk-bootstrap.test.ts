import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blockMomentsBlock, performanceBlock, resampleIndicesBlock, wealthPathsBlock } from "../../../assembly/build/risk-layouts.js";
import { performanceOf, SUMS, startSums } from "../../../workers/performance/performance";
import { blockLengths } from "../../../workers/risk/block-length";
import { bcaInterval, percentileInterval } from "../../../workers/risk/intervals";
import { goldenColumn } from "../../fixtures/golden";
import { runs } from "../../fixtures/in-all";
import { testContext } from "../context";
import { numpyNormals } from "../reference/numpy-normals";
import { performanceTwin } from "../reference/performance";
import { uniforms } from "../reference/random";
import { indicesTwin, quantileTwin } from "../reference/resampling";

const context = await testContext();
const risk = await context.load("risk");
const { arena, kernels } = context;

const KINDS = ["independent", "stationary", "circular"] as const;

function streamOf(seed: number): number {
  const stream = arena.takeBytes(32);
  risk.rngSeed(stream, seed);
  return stream;
}

function indicesOf(kind: (typeof KINDS)[number], block: number, n: number, seed: number, chunk = n): number[] {
  return arena.scope(() => {
    const stream = streamOf(seed);
    const state = arena.takeBytes(8);
    arena.bytes(state, 8).fill(0);
    const out = arena.takeBytes(4 * n);
    const parameters = arena.block(resampleIndicesBlock, {
      stream,
      state,
      kind: KINDS.indexOf(kind),
      blockLength: block,
      n,
      out,
    });
    for (let from = 0; from < n; from += chunk) {
      risk.resampleIndices(parameters, from, Math.min(n, from + chunk));
    }
    return [...new Uint32Array(kernels.memory.buffer, out, n)];
  });
}

const sample = (length: number, seed: number) => {
  const next = uniforms(seed);
  return Float64Array.from({ length }, () => 0.02 * (next() + next() + next() - 1.48));
};

describe("resampled indices", () => {
  it("equal the plain twin's, for any chunking", () => {
    for (const kind of KINDS) {
      for (const [block, n] of [
        [1, 7],
        [5, 100],
        [20, 1000],
        [300, 100],
      ]) {
        const stream = streamOf(9);
        const twin = indicesTwin(() => BigInt.asUintN(64, kernels.rngNext(stream)), kind, block, n);
        for (const chunk of [n, 1, 13]) expect(indicesOf(kind, block, n, 9, chunk), `${kind} ${block} ${n}`).toEqual(twin);
      }
    }
  });

  it("have the same bits in every engine, and differ with the seed", () => {
    expect(indicesOf("stationary", 4, 12, 1)).toEqual(indicesOf("stationary", 4, 12, 1));
    expect(indicesOf("stationary", 4, 1000, 1)).not.toEqual(indicesOf("stationary", 4, 1000, 2));
    const checksum = indicesOf("stationary", 9.5, 5000, 42).reduce((sum, index, t) => (sum + index * (t + 1)) % 1_000_003, 0);
    expect(checksum).toBe(721_027);
  });

  it("come in blocks of the given mean length, uniformly over positions", () => {
    const n = 400_000;
    const indices = indicesOf("stationary", 8, n, 3);
    const starts = indices.filter((index, t) => t === 0 || index !== (indices[t - 1] + 1) % n).length;
    // A geometric length has a deviation of sqrt(b (b - 1)); four standard errors.
    expect(Math.abs(n / starts - 8)).toBeLessThan((4 * Math.sqrt(56)) / Math.sqrt(n / 8));
    const mean = indices.reduce((sum, index) => sum + index, 0) / n;
    expect(Math.abs(mean / n - 0.5)).toBeLessThan(4 * Math.sqrt((2 * 8) / 12 / n));
  });
});

/** Means and mean squares about the pivot of each replicate. */
function blockMoments(
  values: Float64Array,
  kind: (typeof KINDS)[number],
  block: number,
  replicates: number,
  seed: number,
  pivot = 0,
  most = values.length * replicates,
) {
  const n = values.length;
  return arena.scope(() => {
    const stream = streamOf(seed);
    const address = arena.put(values);
    const [sums, squares, out] = [arena.take(n + 1), arena.take(n + 1), arena.take(2 * replicates)];
    risk.runningSums(address, pivot, 0, n >> 1, sums, squares);
    risk.runningSums(address, pivot, n >> 1, n, sums, squares);
    const state = arena.put(new Float64Array(3));
    const parameters = arena.block(blockMomentsBlock, {
      stream,
      kind: KINDS.indexOf(kind),
      blockLength: block,
      n,
      sums,
      squares,
      most,
      state,
      out,
    });
    for (let done = 0; done < replicates; ) {
      done = risk.blockMoments(parameters, done, replicates);
    }
    return arena.view(out, 2 * replicates).slice();
  });
}

describe("moments of block resamples from running sums", () => {
  it("equal the means over the same indices, to rounding", () => {
    const values = sample(311, 4);
    for (const kind of KINDS) {
      for (const block of [1, 6, 400]) {
        const moments = blockMoments(values, kind, block, 20, 5, 0.001);
        const stream = streamOf(5);
        for (let r = 0; r < 20; r++) {
          const drawn = indicesTwin(() => BigInt.asUintN(64, kernels.rngNext(stream)), kind, block, values.length).map(
            (i) => values[i] - 0.001,
          );
          expect(moments[2 * r]).toBeCloseTo(drawn.reduce((a, b) => a + b, 0) / 311, 12);
          expect(moments[2 * r + 1]).toBeCloseTo(drawn.reduce((a, b) => a + b * b, 0) / 311, 12);
        }
        expect(blockMoments(values, kind, block, 20, 5, 0.001, 3)).toEqual(moments);
      }
    }
  });

  it("have the variance derived by Politis and Romano", () => {
    const next = uniforms(8);
    let level = 0;
    const values = Float64Array.from({ length: 500 }, () => {
      level = 0.5 * level + next() - 0.5;
      return level;
    });
    const n = values.length;
    const mean = values.reduce((a, b) => a + b, 0) / n;
    const covariance = (k: number) => values.subarray(k).reduce((sum, value, t) => sum + (value - mean) * (values[t] - mean), 0) / n;
    const q = 1 - 1 / 10;
    let exact = covariance(0);
    for (let k = 1; k < n; k++) exact += 2 * ((1 - k / n) * q ** k + (k / n) * q ** (n - k)) * covariance(k);
    const replicates = 40_000;
    const drawn = blockMoments(values, "stationary", 10, replicates, 6).filter((_, i) => i % 2 === 0);
    const variance = drawn.reduce((sum, value) => sum + (value - mean) ** 2, 0) / replicates;
    // A variance of B nearly normal draws has a relative error of sqrt(2 / B); four of them.
    expect(Math.abs((variance * n) / exact - 1)).toBeLessThan(4 * Math.sqrt(2 / replicates));
  });

  it("of independent draws have the sample mean, and the sample variance over n", () => {
    const values = sample(250, 12);
    const mean = values.reduce((a, b) => a + b, 0) / 250;
    const variance = values.reduce((a, b) => a + (b - mean) ** 2, 0) / 250;
    const replicates = 40_000;
    const run = (chunk: number) =>
      arena.scope(() => {
        const stream = streamOf(2);
        const address = arena.put(values);
        const out = arena.take(2 * replicates);
        for (let from = 0; from < replicates; from += chunk)
          risk.independentMoments(stream, address, 250, from, Math.min(from + chunk, replicates), out);
        return arena.view(out, 2 * replicates).slice();
      });
    const drawn = run(replicates);
    expect(run(999)).toEqual(drawn);
    const means = drawn.filter((_, i) => i % 2 === 0);
    const average = means.reduce((a, b) => a + b, 0) / replicates;
    const spread = means.reduce((a, b) => a + (b - mean) ** 2, 0) / replicates;
    expect(Math.abs(average - mean)).toBeLessThan(4 * Math.sqrt(variance / 250 / replicates));
    expect(Math.abs((spread * 250) / variance - 1)).toBeLessThan(4 * Math.sqrt(2 / replicates));
  });
});

describe("block length", () => {
  const lengths = (values: Float64Array) =>
    arena.scope(() => blockLengths(context, risk, arena.put(values), values.length, values.reduce((a, b) => a + b, 0) / values.length));

  // arch's own test: numpy RandomState(0), AR(1) with .3, 10,000 values after 100 (tests/bootstrap/test_block_length.py), printed to 8 digits.
  it("has arch's published value for an autoregression of numpy's random numbers", () => {
    const values = numpyNormals(0, 10_100);
    expect([...values.subarray(0, 3)].map((value) => value.toFixed(8))).toEqual(["1.76405235", "0.40015721", "0.97873798"]);
    for (let t = 1; t < values.length; t++) values[t] += 0.3 * values[t - 1];
    const { stationary, circular } = lengths(values.subarray(100));
    expect(stationary).toBeCloseTo(13.635665, 6);
    expect(circular).toBeCloseTo(15.60894, 5);
  });

  // The same rule in numpy 2.4.6 on squared DAX returns.
  it("follows the clustering of squared returns, and is 1 for independent ones", async () => {
    const dax = await goldenColumn("series/eustockmarkets.csv", "DAX");
    if (!dax) throw new Error("no series");
    const returns = dax.slice(1).map((value, t) => value / dax[t] - 1);
    const { stationary, circular } = lengths(returns.map((r) => r * r));
    expect(stationary).toBeCloseTo(18.507446501524573, 8);
    expect(circular).toBeCloseTo(21.185737603589015, 8);
    expect(lengths(returns)).toEqual({ stationary: 1, circular: 1 });
  });

  it("does not depend on scale or shift, and is defined for very short samples", () => {
    const values = sample(900, 6);
    for (let t = 1; t < values.length; t++) values[t] += 0.6 * values[t - 1];
    const plain = lengths(values);
    expect(lengths(values.map((value) => 1e-6 * value + 5)).stationary).toBeCloseTo(plain.stationary, 5);
    for (let n = 1; n < 12; n++) {
      const { stationary } = lengths(values.slice(0, n));
      expect(stationary).toBeGreaterThanOrEqual(1);
      expect(stationary).toBeLessThanOrEqual(Math.max(1, Math.ceil(n / 3)));
    }
  });
});

describe("intervals", () => {
  const replicates = Float64Array.from({ length: 199 }, (_, i) => (((i * 37) % 101) / 101) * 8 + 1.5 + (((i * 53) % 89) / 89) * 3);

  it("are the quantiles of the replicates", () => {
    const { lower, upper } = percentileInterval(context, replicates, 0.9);
    expect(lower).toBeCloseTo(quantileTwin(replicates, 0.05), 14);
    expect(upper).toBeCloseTo(quantileTwin(replicates, 0.95), 14);
  });

  // scipy 1.17.1, the BCa step of stats.bootstrap for the mean of these eight values on these replicates.
  it("with bias correction and acceleration equal scipy's", () => {
    const values = [0.9, 2.1, 3.3, 4.2, 5.8, 7.1, 9.5, 12.2];
    const total = values.reduce((a, b) => a + b, 0);
    const interval = bcaInterval(
      context,
      total / 8,
      replicates,
      values.map((value) => (total - value) / 7),
      0.9,
    );
    expect(interval?.lower).toBeCloseTo(2.195125887639861, 12);
    expect(interval?.upper).toBeCloseTo(9.484845413527527, 12);
  });

  it("are unavailable if all replicates are on one side or the jackknife does not vary", () => {
    expect(bcaInterval(context, 100, replicates, [1, 2, 4], 0.9)).toBeNull();
    expect(bcaInterval(context, 5, replicates, [3, 3, 3], 0.9)).toBeNull();
  });
});

describe("performance of a resample", () => {
  const sumsOf = (returns: Float64Array, indices: number[] | null, chunk: number, pivot: number, target: number) =>
    arena.scope(() => {
      const address = arena.put(returns);
      const sums = arena.take(SUMS);
      const drawn = arena.takeBytes(4 * (indices?.length ?? 1));
      if (indices) new Uint32Array(kernels.memory.buffer, drawn, indices.length).set(indices);
      startSums(arena.view(sums, SUMS));
      const length = indices?.length ?? returns.length;
      const block = arena.block(performanceBlock, { returns: address, indices: indices ? drawn : 0, pivot, target, sums });
      for (let from = 0; from < length; from += chunk) risk.performanceSums(block, from, Math.min(length, from + chunk));
      return arena.view(sums, SUMS).slice();
    });

  it("agrees with its definition, with and without indices, for any chunking", () => {
    const returns = sample(800, 7);
    const indices = indicesOf("stationary", 9, 800, 4);
    for (const drawn of [null, indices]) {
      const twin = performanceTwin(drawn ? Float64Array.from(drawn, (i) => returns[i]) : returns, 252, 0.02);
      for (const chunk of [800, 1, 37]) {
        const sums = sumsOf(returns, drawn, chunk, 0.0004, 0.02 / 252);
        const found = performanceOf(kernels, risk, sums, { perYear: 252, riskFree: 0.02, pivot: 0.0004, years: null });
        for (const [name, value] of Object.entries(twin)) {
          const actual = found[name as keyof typeof twin];
          // 1e-11: eight hundred roundings, and differences of nearly equal sums in the ratios.
          expect(Math.abs((actual ?? Number.NaN) - value), name).toBeLessThan(1e-11 * Math.max(1, Math.abs(value)));
        }
      }
    }
  });

  it("keeps its logarithm where wealth overflows or underflows", () => {
    for (const r of [9, -0.9]) {
      const sums = sumsOf(new Float64Array(2000).fill(r), null, 300, r, 0);
      const logWealth = Math.log(sums[9]) + sums[10];
      expect(logWealth / (2000 * Math.log(1 + r))).toBeCloseTo(1, 12);
      expect(sums[11] - 1).toBe(r > 0 ? 0 : -1);
    }
  });
});

it("quantiles and tail means from counts equal those of the resample", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -6, max: 6 }), { minLength: 2, maxLength: 80 }),
      fc.double({ min: 0.001, max: 0.5, noNaN: true }),
      fc.integer({ min: 0, max: 1000 }),
      (list, p, seed) => {
        const values = Float64Array.from(list, (value) => value / 7);
        const n = values.length;
        const order = [...values.keys()].sort((a, b) => values[a] - values[b] || a - b);
        const indices = indicesOf("stationary", 3, n, seed);
        const drawn = indices.map((i) => values[i]);
        const [lower, mean, upper] = arena.scope(() => {
          const sorted = arena.put(Float64Array.from(order, (i) => values[i]));
          const words = (list: number[]) => {
            const at = arena.takeBytes(4 * n);
            new Uint32Array(kernels.memory.buffer, at, n).set(list);
            return at;
          };
          const ranks = arena.takeBytes(4 * n);
          const counts = words(new Array(n).fill(0));
          const out = arena.take(2);
          risk.ranksOf(words(order), 0, n, ranks);
          risk.countRanks(ranks, words(indices), 0, n, counts);
          risk.lowerTail(sorted, counts, n, n, p, out);
          return [...arena.view(out, 2), risk.upperQuantile(sorted, counts, n, n, p)];
        });
        const quantile = quantileTwin(drawn, p);
        expect(lower).toBeCloseTo(quantile, 12);
        expect(upper).toBeCloseTo(
          -quantileTwin(
            drawn.map((value) => -value),
            p,
          ),
          12,
        );
        const tail = drawn.filter((value) => value <= lower);
        expect(mean).toBeCloseTo(tail.reduce((a, b) => a + b, 0) / tail.length, 12);
      },
    ),
    { numRuns: runs(200) },
  );
});

describe("Monte-Carlo paths of wealth", () => {
  const paths = (count: number, steps: number, nu: number, chunk = count) =>
    arena.scope(() => {
      const stream = streamOf(11);
      const [noise, terminal, falls] = [arena.take(4 * steps), arena.take(count + 4), arena.take(count + 4)];
      const parameters = arena.block(wealthPathsBlock, { stream, steps, drift: 0.0003, deviation: 0.01, nu, noise, terminal, falls });
      for (let from = 0; from < count; from += chunk) {
        risk.wealthPaths(parameters, from, Math.min(count, from + chunk));
      }
      return { terminal: arena.view(terminal, count).slice(), falls: arena.view(falls, count).slice() };
    });

  it("add up the same draws, four paths at a time", () => {
    for (const nu of [0, 5]) {
      const { terminal, falls } = paths(8, 50, nu);
      expect(paths(8, 50, nu, 4)).toEqual({ terminal, falls });
      const draws = arena.scope(() => {
        const out = arena.take(400);
        const stream = arena.takeBytes(32);
        kernels.rngSeed(stream, 11);
        kernels.drawInnovations(stream, out, 400, nu === 0 ? 0 : 1, nu, 0);
        return arena.view(out, 400).slice();
      });
      for (let path = 0; path < 8; path++) {
        let [level, peak, fall] = [0, 0, 0];
        for (let step = 0; step < 50; step++) {
          level += 0.0003 + 0.01 * draws[(path >> 2) * 200 + 4 * step + (path & 3)];
          peak = Math.max(peak, level);
          fall = Math.max(fall, peak - level);
        }
        expect(terminal[path]).toBeCloseTo(level, 13);
        expect(falls[path]).toBeCloseTo(fall, 13);
      }
    }
  });

  it("have the mean and variance implied by their steps", () => {
    const count = 20_000;
    const { terminal } = paths(count, 100, 0);
    const mean = terminal.reduce((a, b) => a + b, 0) / count;
    const variance = terminal.reduce((a, b) => a + (b - mean) ** 2, 0) / count;
    expect(Math.abs(mean - 0.03)).toBeLessThan(4 * Math.sqrt(0.01 / count));
    expect(Math.abs(variance / 0.01 - 1)).toBeLessThan(4 * Math.sqrt(2 / count));
  });
});
