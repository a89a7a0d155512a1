import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rowSumsBlock, stationaryVarianceBlock, superiorAbilityBlock } from "../../../assembly/build/validation-layouts.js";
import type { Range } from "../../../workers/contract";
import {
  deflatedSharpe,
  expectedMaximum,
  minimumBacktestLength,
  minimumTrackRecord,
  probabilisticSharpe,
} from "../../../workers/performance/sharpe-inference";
import { blocksFor, overfittingOf } from "../../../workers/validation/overfitting";
import { averageCorrelation } from "../../../workers/validation/selection";
import { combinatorialSplits, pathsOf, walkForwardWindows } from "../../../workers/validation/splits";
import { bestOver, layOutStrategies, rangeSharpe } from "../../../workers/validation/strategies";
import { testSuperiorAbility } from "../../../workers/validation/superior-ability";
import { meanAboveZero } from "../../../workers/validation/walk-forward";
import { testContext } from "../context";
import { uniforms } from "../reference/random";
import { indicesTwin } from "../reference/resampling";
import { cscvTwin, sharpeTwin, stationaryVarianceTwin, superiorTwin } from "../reference/validation";

const context = await testContext();
const risk = await context.load("risk");
const validation = await context.load("validation");
const { arena, kernels } = context;

/** Returns of strategies with a common factor; only the first has an edge. */
function strategies(count: number, n: number, seed: number, edge = 0, level = 0): Float64Array[] {
  const next = uniforms(seed);
  const noise = () => next() + next() + next() - 1.5;
  const common = Float64Array.from({ length: n }, noise);
  return Array.from({ length: count }, (_, k) =>
    Float64Array.from(common, (c) => 0.01 * (0.5 * c + noise()) + level + (k === 0 ? edge : 0)),
  );
}
const names = (columns: Float64Array[]) => columns.map((_, k) => `S${k}`);
const rowsOf = (ranges: Range[]) => ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i));

describe("inference on Sharpe ratios: the published numbers of pypbo", () => {
  const psr = { sharpe: 1.585 / Math.sqrt(12), n: 24, skewness: -2.448, kurtosis: 10.164 };

  it("probabilistic and deflated Sharpe ratio, expected maximum", () => {
    expect(expectedMaximum(kernels, 100)).toBeCloseTo(2.5306028932016846, 12);
    expect(expectedMaximum(kernels, 1)).toBe(0);
    expect(probabilisticSharpe(kernels, psr, 0)).toBeCloseTo(0.91323430688486018, 12);
    const sample = { sharpe: 2.5 / Math.sqrt(250), n: 1250, skewness: -3, kurtosis: 10 };
    expect(deflatedSharpe(kernels, sample, 0.5 / 250, 100)).toBeCloseTo(0.90039683444939034, 12);
    expect(probabilisticSharpe(kernels, { ...psr, n: 1 }, 0)).toBeNull();
    expect(probabilisticSharpe(kernels, { ...psr, sharpe: 5, skewness: 3, kurtosis: 1 }, 0)).toBeNull();
  });

  it("minimum track record and backtest length", () => {
    const years = (sharpe: number, target: number, perYear: number, skewness: number, kurtosis: number) => {
      const sample = { sharpe: sharpe / Math.sqrt(perYear), n: 0, skewness, kurtosis };
      return (minimumTrackRecord(kernels, sample, target / Math.sqrt(perYear), 0.95) ?? Number.NaN) / perYear;
    };
    expect(years(2, 1, 250, 0, 3)).toBeCloseTo(2.7311878017281761, 12);
    expect(years(2, 1, 52, 0, 3)).toBeCloseTo(2.8288335869452368, 12);
    expect(years(3, 2.5, 12, -0.72, 5.78)).toBeCloseTo(27.352920196040301, 11);
    expect(years(1, 1, 12, 0, 3)).toBeNaN();
    expect(minimumBacktestLength(kernels, 45, 1)).toBeCloseTo(4.9980870044434038, 12);
    expect(minimumBacktestLength(kernels, 45, 0)).toBeNull();
  });
});

describe("splits", () => {
  const trains = (purge: number, embargo: number) => combinatorialSplits(12, 3, 2, { purge, embargo }).map(({ train }) => rowsOf(train));

  // skfolio, docstring of CombinatorialPurgedCV.
  it("equal skfolio's tables", () => {
    expect(combinatorialSplits(12, 3, 2, { purge: 0, embargo: 0 }).map(({ tests }) => tests.map((test) => rowsOf([test])))).toEqual([
      [
        [0, 1, 2, 3],
        [4, 5, 6, 7],
      ],
      [
        [0, 1, 2, 3],
        [8, 9, 10, 11],
      ],
      [
        [4, 5, 6, 7],
        [8, 9, 10, 11],
      ],
    ]);
    expect(trains(0, 0)).toEqual([
      [8, 9, 10, 11],
      [4, 5, 6, 7],
      [0, 1, 2, 3],
    ]);
    expect(trains(1, 0)).toEqual([
      [9, 10, 11],
      [5, 6],
      [0, 1, 2],
    ]);
    expect(trains(0, 1)).toEqual([
      [9, 10, 11],
      [5, 6, 7],
      [0, 1, 2, 3],
    ]);
  });

  it("train on every row except tested, purged and embargoed ones", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 7 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 0, max: 11 }),
        (folds, size, purge, embargo, extra) => {
          const testFolds = Math.min(size, folds - 1);
          const n = folds * 9 + extra;
          const splits = combinatorialSplits(n, folds, testFolds, { purge, embargo });
          for (const { tests, train } of splits) {
            const near = (row: number) => tests.some(({ from, to }) => row >= from - purge && row < to + purge + embargo);
            expect(rowsOf(train)).toEqual(Array.from({ length: n }, (_, row) => row).filter((row) => !near(row)));
          }
          const tested = splits.flatMap(({ tests }) => rowsOf(tests)).sort((a, b) => a - b);
          expect(new Set(tested).size).toBe(n);
          const paths = pathsOf(splits, folds);
          expect(paths.length * folds).toBe(splits.length * testFolds);
          // Every test fold of every split is used by exactly one path.
          expect(new Set(paths.flatMap((path) => path.map((split, fold) => `${split} ${fold}`))).size).toBe(splits.length * testFolds);
          for (const path of paths) {
            for (const [fold, split] of path.entries()) expect(splits[split].tests.some((test) => test.fold === fold)).toBe(true);
          }
        },
      ),
    );
  });

  it("walk forward in steps, with the latest part of each window out of sample", () => {
    expect(walkForwardWindows(20, { window: 10, step: 4, outOfSample: 0.3 })).toEqual([
      { inSample: { from: 0, to: 7 }, outOfSample: { from: 7, to: 10 } },
      { inSample: { from: 4, to: 11 }, outOfSample: { from: 11, to: 14 } },
      { inSample: { from: 8, to: 15 }, outOfSample: { from: 15, to: 18 } },
    ]);
    expect(walkForwardWindows(9, { window: 10, step: 4, outOfSample: 0.3 })).toEqual([]);
    const [spec] = walkForwardWindows(252, { window: 252, step: 21, outOfSample: 0.3 });
    expect(spec).toEqual({ inSample: { from: 0, to: 176 }, outOfSample: { from: 176, to: 252 } });
  });
});

describe("Sharpe ratios of ranges", () => {
  it("from running sums equal those of the rows, at any level of returns", () => {
    for (const level of [0, 0.01, 100]) {
      const columns = strategies(4, 300, 5, 0.001, level);
      arena.scope(() => {
        const all = layOutStrategies(context, risk, names(columns), columns, 0.0001);
        const ranges = [
          { from: 3, to: 80 },
          { from: 120, to: 299 },
        ];
        const twins = columns.map((x) =>
          sharpeTwin(
            rowsOf(ranges).map((row) => x[row]),
            0.0001,
          ),
        );
        for (const [k, twin] of twins.entries()) expect(rangeSharpe(context, all, k, ranges).sharpe / twin).toBeCloseTo(1, 10);
        expect(bestOver(context, all, ranges)).toBe(twins.indexOf(Math.max(...twins)));
        expect(rangeSharpe(context, all, 0, [])).toEqual({ mean: 0, sharpe: 0 });
      });
    }
  });

  it("a range without trades has a mean of 0, not the rounding of running sums", () => {
    const column = strategies(1, 400, 3)[0].fill(0, 300);
    arena.scope(() => {
      const all = layOutStrategies(context, risk, ["flat at last"], [column], 0);
      for (let from = 300; from < 380; from += 7)
        expect(rangeSharpe(context, all, 0, [{ from, to: from + 20 }])).toEqual({ mean: 0, sharpe: 0 });
    });
  });

  it("select the first if equal, however their running sums round", () => {
    const [first, other] = strategies(2, 400, 8);
    const twin = first.slice();
    twin.set(other.subarray(200), 200);
    for (const columns of [
      [first, twin],
      [twin, first],
    ]) {
      arena.scope(() => {
        const all = layOutStrategies(context, risk, names(columns), columns, 0.0001);
        for (let from = 0; from < 150; from += 3) expect(bestOver(context, all, [{ from, to: from + 45 }])).toBe(0);
      });
    }
  });

  it("are 0 while a strategy is idle, temporarily or for good", () => {
    const [moving] = strategies(1, 100, 2);
    const columns = [new Float64Array(100).fill(0.01), moving.slice().fill(0, 20, 60)];
    arena.scope(() => {
      const all = layOutStrategies(context, risk, names(columns), columns, 0);
      expect(rangeSharpe(context, all, 0, [{ from: 0, to: 100 }]).sharpe).toBe(0);
      expect(rangeSharpe(context, all, 1, [{ from: 25, to: 55 }]).sharpe).toBe(0);
    });
  });
});

describe("probability of backtest overfitting", () => {
  const measured = (columns: Float64Array[], target = 0) => {
    const found = arena.scope(() => overfittingOf(context, validation, layOutStrategies(context, risk, names(columns), columns, target)));
    if (!found) throw new Error("not measured");
    return found;
  };

  it("equals sorting the rows of every half", () => {
    for (const [count, n, target] of [
      [2, 43, 0],
      [7, 103, 0.0002],
      [12, 130, 0],
    ]) {
      const columns = strategies(count, n, count, 0.003);
      const found = measured(columns, target);
      const twin = cscvTwin(columns, found.blocks, target);
      expect(found.splits).toBe(twin.length);
      // The kernel takes the splits in another order; sorted they must agree.
      const sorted = (list: ArrayLike<number>) => Array.from(list).sort((a, b) => a - b);
      for (const [i, logit] of sorted(found.logits).entries()) expect(logit).toBeCloseTo(sorted(twin.map((split) => split.logit))[i], 10);
      expect(found.probability).toBe(twin.filter(({ logit }) => logit <= 0).length / twin.length);
      expect(found.lossProbability).toBe(twin.filter(({ outside }) => outside < 0).length / twin.length);
      expect(found.selected).toEqual(columns.map((_, k) => twin.filter(({ best }) => best === k).length));
      const [x, y] = [twin.map(({ inside }) => inside), twin.map(({ outside }) => outside)];
      const [mx, my] = [x, y].map((list) => list.reduce((a, b) => a + b, 0) / list.length);
      const slope = x.reduce((sum, a, i) => sum + (a - mx) * (y[i] - my), 0) / x.reduce((sum, a) => sum + (a - mx) ** 2, 0);
      expect(found.degradation?.slope).toBeCloseTo(slope, 9);
    }
  });

  it("a strategy without positions in one half has a Sharpe ratio of 0 there, not rounding from the other half", () => {
    const columns = strategies(5, 160, 3, 0.003);
    // Trades in 2 of the 16 blocks only: where both are in one half it is best there, and still in the other.
    columns.push(Float64Array.from(columns[0], (value, t) => (t < 20 ? 0.02 + value : 0)));
    const found = measured(columns, 0.0001);
    const twin = cscvTwin(columns, found.blocks, 0.0001);
    const still = twin.filter(({ best, outside }) => best === 5 && outside === 0).length;
    expect(still).toBeGreaterThan(100);
    expect(found.selected).toEqual(columns.map((_, k) => twin.filter(({ best }) => best === k).length));
    expect(found.lossProbability).toBe(twin.filter(({ outside }) => outside < 0).length / twin.length);
    const [x, y] = [twin.map(({ inside }) => inside), twin.map(({ outside }) => outside)];
    const [mx, my] = [x, y].map((list) => list.reduce((a, b) => a + b, 0) / list.length);
    const slope = x.reduce((sum, a, i) => sum + (a - mx) * (y[i] - my), 0) / x.reduce((sum, a) => sum + (a - mx) ** 2, 0);
    expect(found.degradation?.slope).toBeCloseTo(slope, 9);
  });

  it("is near 0 if one strategy is truly better, and about one half or more if none is", () => {
    expect(measured(strategies(20, 800, 1, 0.01)).probability).toBe(0);
    const none = measured(strategies(20, 800, 2));
    expect(none.splits).toBe(12_870);
    expect(none.probability).toBeGreaterThan(0.25);
  });

  it("does not depend on the strategies' order or scale", () => {
    const columns = strategies(9, 200, 6);
    const plain = measured(columns);
    expect(measured(columns.toReversed()).probability).toBe(plain.probability);
    expect(measured(columns.map((x) => x.map((r) => 1e-3 * r))).probability).toBe(plain.probability);
    expect(measured(columns).logits).toEqual(plain.logits);
  });

  it("is unavailable for one strategy or fewer than 40 rows", () => {
    expect([39, 40, 59, 60, 159, 160, 10_000].map(blocksFor)).toEqual([0, 4, 4, 6, 14, 16, 16]);
    const [one] = strategies(1, 100, 1);
    expect(arena.scope(() => overfittingOf(context, validation, layOutStrategies(context, risk, ["A"], [one], 0)))).toBeNull();
  });

  it("counts ties as half, and handles idle strategies", () => {
    const [one, two] = strategies(2, 100, 1);
    const same = measured([one, one, one]);
    // Rank 2 of 3: the middle.
    expect(same.logits.every((logit) => Math.abs(logit) < 1e-12)).toBe(true);
    const still = measured([two, new Float64Array(100)]);
    expect(still.logits.every(Number.isFinite)).toBe(true);
  });
});

describe("superior predictive ability", () => {
  it("variance of a mean under the stationary bootstrap is the sum over lags, for any chunking", () => {
    for (const [n, block] of [
      [2, 1.5],
      [50, 1],
      [50, 12],
      [400, 3],
      [400, 60],
    ]) {
      const [x] = strategies(1, n, n, 0.01);
      for (let t = 1; t < n; t++) x[t] += 0.4 * x[t - 1];
      const mean = x.reduce((a, b) => a + b, 0) / n;
      for (const chunk of [n, 7]) {
        const found = arena.scope(() => {
          const [address, state] = [arena.put(x), arena.take(3)];
          validation.stationaryVarianceStart(address, mean, n, 1 - 1 / block, state);
          const parameters = arena.block(stationaryVarianceBlock, { values: address, mean, n, q: 1 - 1 / block, state });
          for (let to = n; to > 0; to -= chunk) validation.stationaryVariance(parameters, Math.max(0, to - chunk), to);
          return arena.view(state, 3)[2] / n;
        });
        expect(found / stationaryVarianceTwin(x, block)).toBeCloseTo(1, 11);
      }
    }
  });

  const tested = (columns: Float64Array[], block: number, replicates: number, seed: number, target = 0) => {
    const found = arena.scope(() =>
      testSuperiorAbility(context, validation, layOutStrategies(context, risk, names(columns), columns, target), {
        block,
        replicates,
        seed,
      }),
    );
    if (!found) throw new Error("not tested");
    return found;
  };

  it("agrees with resampling the rows one by one", () => {
    for (const [count, edge, level] of [
      [1, 0.001, 0],
      [4, 0.002, -0.0005],
      [7, 0, -0.004],
    ]) {
      const columns = strategies(count, 120, count, edge, level);
      const stream = arena.takeBytes(32);
      kernels.rngSeed(stream, 3);
      const bits = () => BigInt.asUintN(64, kernels.rngNext(stream));
      const resamples = Array.from({ length: 200 }, () => indicesTwin(bits, "stationary", 6, 120));
      const twin = superiorTwin(columns, 6, resamples);
      const found = tested(columns, 6, 200, 3);
      expect(found.statistic).toBeCloseTo(twin.statistic, 10);
      expect([found.pLower, found.pConsistent, found.pUpper, found.pReality]).toEqual(twin.p);
      expect(found.pLower).toBeLessThanOrEqual(found.pConsistent);
      expect(found.pConsistent).toBeLessThanOrEqual(found.pUpper);
    }
  });

  it("draws the same replicates for any number of blocks per call", () => {
    const [n, width, replicates] = [60, 4, 25];
    const columns = strategies(width, n, 9);
    const drawn = (most: number) =>
      arena.scope(() => {
        const table = arena.put(Float64Array.from(columns.flatMap((column) => [...column])));
        const [means, scales, offsets] = [width, width, 2 * width].map((length) => arena.put(new Float64Array(length).fill(1)));
        const [stream, state] = [arena.takeBytes(32), arena.put(new Float64Array(width + 2))];
        const [sums, out] = [arena.take((n + 1) * width), arena.take(4 * replicates)];
        validation.rowSums(arena.block(rowSumsBlock, { columns: table, stride: 8 * n, means, count: width, width, sums }), 0, n);
        validation.rngSeed(stream, 5);
        const resampling = arena.block(superiorAbilityBlock, {
          stream,
          kind: 1,
          blockLength: 3,
          n,
          width,
          sums,
          scales,
          offsets,
          most,
          state,
          out,
        });
        for (let r = 0; r < replicates; ) {
          r = validation.superiorAbility(resampling, r, replicates);
        }
        return arena.view(out, 4 * replicates).slice();
      });
    const whole = drawn(n * replicates);
    expect(new Set(whole).size).toBeGreaterThan(replicates);
    for (const most of [1, 7, 40]) expect(drawn(most)).toEqual(whole);
  });

  it("finds a true edge and only that, and repeats with the seed", () => {
    const better = tested(strategies(10, 500, 4, 0.003), 5, 500, 1);
    expect(better.best).toBe(0);
    expect(better.pConsistent).toBeLessThan(0.01);
    const worthless = strategies(10, 500, 4);
    expect(tested(worthless, 5, 500, 1).pConsistent).toBeGreaterThan(0.1);
    expect(tested(worthless, 5, 500, 1)).toEqual(tested(worthless, 5, 500, 1));
    expect(tested(worthless, 5, 500, 1)).not.toEqual(tested(worthless, 5, 500, 2));
    // All below the benchmark: nothing significant.
    expect(tested(strategies(3, 200, 9, 0, -0.01), 5, 200, 1)).toMatchObject({ statistic: 0, pConsistent: 1 });
    expect(tested(strategies(3, 200, 9), 5, 200, 1, 0.01).statistic).toBe(0);
  });

  it("excludes idle strategies", () => {
    const [one] = strategies(1, 100, 3, 0.003);
    const found = tested([new Float64Array(100).fill(1), one, new Float64Array(100)], 5, 100, 1);
    expect(found.best).toBe(1);
    expect(found.statistic).toBeCloseTo(tested([one], 5, 100, 1).statistic, 12);
    const still = [new Float64Array(50).fill(0.1)];
    expect(
      arena.scope(() =>
        testSuperiorAbility(context, validation, layOutStrategies(context, risk, ["A"], still, 0), { block: 2, replicates: 9, seed: 1 }),
      ),
    ).toBeNull();
  });
});

describe("significance of a mean", () => {
  it("is small for a clear gain, about one half for none, near one for a clear loss, and at least 1 / (B + 1)", () => {
    const p = (edge: number, seed = 1) => meanAboveZero(context, risk, strategies(1, 400, 8, edge)[0], 999, seed) ?? Number.NaN;
    expect(p(0.05)).toBe(0.001);
    expect(p(-0.05)).toBe(1);
    const [plain] = strategies(1, 400, 8);
    const centered = plain.map((r) => r - plain.reduce((a, b) => a + b, 0) / 400);
    expect(meanAboveZero(context, risk, centered, 9999, 1)).toBeCloseTo(0.5, 1);
    expect(p(0.001)).toBe(p(0.001));
    expect(meanAboveZero(context, risk, new Float64Array(20).fill(0.01), 100, 1)).toBeNull();
  });
});

it("the average correlation is that of all pairs", () => {
  const columns = strategies(5, 200, 3);
  const mean = (x: Float64Array) => x.reduce((a, b) => a + b, 0) / x.length;
  const product = (x: Float64Array, y: Float64Array) => x.reduce((sum, value, t) => sum + (value - mean(x)) * (y[t] - mean(y)), 0);
  let total = 0;
  for (let i = 0; i < 5; i++) {
    for (let j = 0; j < i; j++) {
      total += product(columns[i], columns[j]) / Math.sqrt(product(columns[i], columns[i]) * product(columns[j], columns[j]));
    }
  }
  const correlation = (list: Float64Array[]) =>
    arena.scope(() => averageCorrelation(context, risk, layOutStrategies(context, risk, names(list), list, 0)));
  expect(correlation(columns)).toBeCloseTo(total / 10, 12);
  expect(correlation([...columns, new Float64Array(200)])).toBeCloseTo(total / 10, 12);
  expect(correlation(columns.slice(0, 1))).toBeNull();
});
