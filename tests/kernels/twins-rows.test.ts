import { describe, expect, it } from "vitest";
import { tradedValuesBlock } from "../../assembly/build/backtest-layouts.js";
import { lorenzSystemBlock } from "../../assembly/build/chaos-layouts.js";
import {
  columnTableBlock,
  commonTimesBlock,
  growthOverBlock,
  lastKnownBlock,
  valuesAtBlock,
} from "../../assembly/build/portfolio-layouts.js";
import { lossLimitsBlock, rollingQuantileBlock, studentSumsBlock } from "../../assembly/build/risk-layouts.js";
import { followedBlock, pathsBlock } from "../../assembly/build/volatility-layouts.js";
import { efficientAt, traceCorners } from "../../workers/portfolio/frontier";
import { LONG_ONLY, limitsOf } from "../../workers/portfolio/limits";
import { resultOf } from "../fixtures/failure-text";
import { testContext } from "./context";
import { furthest } from "./portfolio/portfolio-golden";
import { firstTwin } from "./reference/cells";
import { seededCovariance } from "./reference/dense";
import { unitStudentDensity } from "./reference/densities";
import { plainMinimumVariance } from "./reference/portfolio";
import { randomWalk, uniforms } from "./reference/random";
import { quantileTwin } from "./reference/resampling";
import * as twin from "./reference/rows";
import { expectTwin } from "./twin-run";

const context = await testContext();
const { arena, kernels } = context;
const [risk, portfolio, chaos, structure, volatility, regimes, backtest] = await Promise.all([
  context.load("risk"),
  context.load("portfolio"),
  context.load("chaos"),
  context.load("structure"),
  context.load("volatility"),
  context.load("regimes"),
  context.load("backtest"),
]);

const N = 203;
const next = uniforms(50);
const PRICES = randomWalk(N, 51);
const VALUES = Float64Array.from({ length: N }, (_, t) => (t % 17 === 5 ? 0 : 2 * next() - 1));
const OTHERS = Float64Array.from({ length: N }, () => next());
const MARKS = VALUES.map((_, t) => (t % 3 === 0 ? 1 : t % 3 === 1 ? 0 : Number.NaN));
/** Sums of some hundred terms in another order. */
const SUMS = 1e-12;
const LAST_DIGIT = 1e-15;
/** Dates with a week-end now and then, over three years. */
const TIMES = Float64Array.from({ length: N }, (_, t) => Date.UTC(2019, 0, 3) + 86_400_000 * (5 * t + (t % 4)));

describe("kernels of risk figures, against their twins", () => {
  it("weighted sums, products, unit conversions, signs", () => {
    expectTwin(context, {
      n: N,
      inputs: [VALUES],
      outs: [N],
      call: ([x], [out], from, to) => risk.addWeighted(x, 0.3, from, to, out),
      expected: [twin.addWeightedTwin(VALUES, 0.3, new Float64Array(N))],
    });
    expectTwin(context, {
      n: N,
      inputs: [VALUES, OTHERS],
      tolerance: SUMS,
      call: ([x, y], _, from, to) => risk.crossSum(x, y, 0.1, 0.5, from, to),
      expected: [[twin.crossSumTwin(VALUES, OTHERS, 0.1, 0.5)]],
    });
    expectTwin(context, {
      n: N,
      inputs: [VALUES, OTHERS],
      tolerance: SUMS,
      call: ([x, y], _, from, to) => risk.sumWhereLow(x, y, 0.4, from, to),
      expected: [[twin.sumWhereLowTwin(VALUES, OTHERS, 0.4)]],
    });
    expectTwin(context, {
      n: N,
      inputs: [VALUES],
      outs: [2],
      tolerance: SUMS,
      call: ([x], [out], from, to) => risk.tailSum(x, from, to, -0.4, out),
      expected: [twin.tailSumTwin(VALUES, -0.4)],
    });
    expectTwin(context, {
      n: N,
      inputs: [VALUES, MARKS],
      outs: [N],
      call: ([x, marks], [out], from, to) => risk.markedValues(x, marks, from, to, out),
      expected: [twin.markedTwin(VALUES, MARKS)],
    });
    arena.scope(() => {
      const [scaled, turned] = [arena.put(VALUES), arena.put(VALUES)];
      risk.scaleColumn(scaled, 3, 0, N);
      risk.negate(turned, 0, N);
      expect(arena.view(scaled, N)).toEqual(twin.scaleTwin(VALUES, 3));
      expect(arena.view(turned, N)).toEqual(twin.scaleTwin(VALUES, -1));
    });
    expectTwin(context, {
      n: N,
      inputs: [VALUES],
      outs: [7],
      tolerance: SUMS,
      call: ([x], [sums], from, to) =>
        risk.studentSums(context.arena.block(studentSumsBlock, { values: x, location: 0.1, scale: 0.4, nu: 4.5, sums }), from, to),
      expected: [twin.studentSumsTwin(VALUES, 0.1, 0.4, 4.5)],
    });
  });

  it("rolling quantiles and moments, limits from them, exceptions", () => {
    const window = 40;
    expectTwin(context, {
      n: N,
      inputs: [VALUES, new Float64Array(window + 1)],
      outs: [N],
      tolerance: LAST_DIGIT,
      call: ([x, sorted], [out], from, to) =>
        risk.rollingQuantile(context.arena.block(rollingQuantileBlock, { values: x, window, p: 0.07, sorted, out }), from, to),
      expected: [twin.rollingQuantileTwin(VALUES, window, (part) => quantileTwin(part, 0.07))],
    });
    const moments = twin.rollingMomentsTwin(VALUES, window);
    const block = risk.rollingBlock(window);
    expect(block).toBeGreaterThanOrEqual(2 * window);
    expectTwin(context, {
      n: N,
      inputs: [VALUES],
      outs: [4 * N],
      tolerance: SUMS,
      chunks: [],
      call: ([x], [out], from, to) => risk.rollingMoments(x, window, from, to, N, out),
      expected: [moments.flatMap((column) => [...column])],
    });
    for (const shaped of [0, 1]) {
      expectTwin(context, {
        n: N,
        inputs: [Float64Array.from(moments.flatMap((column) => [...column]))],
        outs: [N],
        tolerance: SUMS,
        call: ([table], [out], from, to) =>
          risk.lossLimits(context.arena.block(lossLimitsBlock, { moments: table, stride: N, z: -1.6, shaped, out }), from, to),
        expected: [twin.limitsTwin(moments, -1.6, shaped === 1)],
      });
    }
    const limits = twin.limitsTwin(moments, -0.9, false).map((value, t) => (t % 50 === 49 ? Number.NaN : value));
    expectTwin(context, {
      n: N,
      inputs: [VALUES, limits],
      outs: [8, N],
      call: ([r, limit], [state, marks], from, to) => risk.countExceptions(r, limit, from, to, state, marks),
      expected: twin.exceptionsTwin(VALUES, limits),
    });
  });

  it("ranks, counts of ranks and rows, quantiles and tails of what was counted", () => {
    const order = twin.orderTwin(PRICES);
    const [first, last] = [20, 160];
    const drawn = PRICES.slice(first, last);
    arena.scope(() => {
      const bytes = (values: number[]) => {
        const address = arena.takeBytes(4 * N);
        new Uint32Array(kernels.memory.buffer, address, N).fill(0).set(values);
        return address;
      };
      const [places, ranks, counts, again] = [bytes(order), bytes([]), bytes([]), bytes([])];
      const sorted = arena.put(Float64Array.from(order, (i) => PRICES[i]));
      const out = arena.take(2);
      const at = (address: number) => [...new Uint32Array(kernels.memory.buffer, address, N)];
      risk.ranksOf(places, 0, N, ranks);
      expect(at(ranks).map((rank) => order[rank])).toEqual(Array.from(PRICES.keys()));
      risk.countRows(ranks, first, last, 1, counts);
      const indices = bytes(Array.from({ length: last - first }, (_, k) => first + k));
      risk.countRanks(ranks, indices, 0, last - first, again);
      expect(at(again)).toEqual(at(counts));
      const total = last - first;
      for (const p of [0.01, 0.05, 0.5]) {
        risk.lowerTail(sorted, counts, N, total, p, out);
        const [quantile, mean] = arena.view(out, 2);
        expect(quantile).toBeCloseTo(quantileTwin(drawn, p), 12);
        const [count, sum] = twin.tailSumTwin(drawn, quantileTwin(drawn, p));
        expect(mean).toBeCloseTo(sum / count, 12);
        expect(risk.upperQuantile(sorted, counts, N, total, p)).toBeCloseTo(quantileTwin(drawn, 1 - p), 12);
      }
    });
  });

  it("exponentials, logarithm, roots", () => {
    for (const x of [-700, -3.3, -1e-9, 0, 1e-9, 0.5, 30, 700]) {
      for (const exponential of [risk.exponential, volatility.exponential, regimes.exponential])
        expect(Math.abs(exponential(x) / twin.exponentialTwin(x) - 1)).toBeLessThan(LAST_DIGIT);
      if (x !== 0) expect(Math.abs(risk.exponentialLess1(x) / twin.exponentialLess1Twin(x) - 1)).toBeLessThan(LAST_DIGIT);
      const y = Math.exp(x / 10);
      expect(Math.abs(kernels.naturalLog(y) - twin.naturalLogTwin(y))).toBeLessThan(LAST_DIGIT * Math.max(1, Math.abs(x)));
      expect(Math.abs(risk.cubeRoot(-y) / twin.cubeRootTwin(-y) - 1)).toBeLessThan(LAST_DIGIT);
    }
  });
});

describe("kernels of portfolio figures, against their twins", () => {
  it("rows assembled from several columns", () => {
    const [a, b] = [TIMES, TIMES.filter((_, t) => t % 3 !== 1).map((time, t) => (t % 10 === 4 ? time + 1 : time))];
    const both = a.filter((time) => b.includes(time));
    const columns = [PRICES, VALUES].map((column, k) => column.map((value, t) => (t % (9 + k) === 4 ? Number.POSITIVE_INFINITY : value)));
    const kept = twin.dropIncompleteTwin(columns);
    for (const chunk of [N, 50, 3]) {
      arena.scope(() => {
        // In place, as the join does it.
        const [dates, others, prices, state] = [a, b, PRICES, new Float64Array(1)].map((column) => arena.put(column));
        const dated = arena.block(commonTimesBlock, { a: dates, b: others, lengthB: b.length, state, out: dates });
        for (let from = 0; from < a.length; from += chunk) portfolio.commonTimes(dated, from, Math.min(a.length, from + chunk));
        const found = new Int32Array(kernels.memory.buffer, state, 2)[1];
        expect(arena.view(dates, found)).toEqual(both);
        const [own, wanted] = [arena.put(a), arena.take(found)];
        let place = 0;
        const looked = arena.block(valuesAtBlock, { times: own, values: prices, wanted: dates, out: wanted });
        for (let from = 0; from < found; from += chunk) place = portfolio.valuesAt(looked, from, Math.min(found, from + chunk), place);
        expect(arena.view(wanted, found)).toEqual(twin.lastKnownTwin(a, PRICES, both));
        const [table, times] = [arena.put(Float64Array.from(columns.flatMap((column) => [...column]))), arena.put(TIMES)];
        let rows = 0;
        const block = arena.block(columnTableBlock, { columns: table, stride: N, count: 2 });
        for (let from = 0; from < N; from += chunk) rows = portfolio.dropIncomplete(block, from, Math.min(N, from + chunk), rows, times);
        expect(rows).toBe(kept.length);
        for (const [k, column] of [...columns, TIMES].entries())
          expect([...arena.view(k < 2 ? table + 8 * k * N : times, rows)]).toEqual(kept.map((t) => column[t]));
      });
    }
  });

  it("last known values, adjusted prices, growth, first days of a period", () => {
    const wanted = Float64Array.from({ length: 90 }, (_, t) => TIMES[0] - 86_400_000 * 3 + 86_400_000 * 11.5 * t);
    for (const chunk of [90, 7]) {
      arena.scope(() => {
        const [times, values, moments, out] = [TIMES, PRICES, wanted, new Float64Array(90)].map((column) => arena.put(column));
        let place = 0;
        const block = arena.block(lastKnownBlock, { times, values, length: N, wanted: moments, out });
        for (let from = 0; from < 90; from += chunk) place = portfolio.lastKnown(block, from, Math.min(90, from + chunk), place);
        expect(arena.view(out, 90)).toEqual(twin.lastKnownTwin(TIMES, PRICES, wanted));
      });
    }
    const adjusted = PRICES.map((price, t) => price * (t < 80 ? 0.5 : 1));
    arena.scope(() => {
      const prices = arena.put(PRICES);
      portfolio.adjustPrices(prices, arena.put(adjusted), arena.put(PRICES), 0, N);
      expect(furthest(arena.view(prices, N), twin.adjustTwin(PRICES, adjusted, PRICES))).toBeLessThan(1e-13);
    });
    const year = 365 * 86_400_000;
    for (const years of [1, 2]) {
      expectTwin(context, {
        n: N,
        inputs: [PRICES, TIMES, new Float64Array(3)],
        outs: [N],
        tolerance: SUMS,
        call: ([x, times, state], [out], from, to) =>
          portfolio.growthOver(context.arena.block(growthOverBlock, { values: x, times, span: years * year, years, state, out }), from, to),
        expected: [twin.growthTwin(PRICES, TIMES, years * year, years)],
      });
    }
    for (const frequency of [0, 1, 2, 3]) {
      expectTwin(context, {
        n: N,
        inputs: [TIMES],
        outs: [N],
        call: ([times], [out], from, to) => portfolio.periodStarts(times, frequency, from, to, out),
        expected: [twin.periodTwin(TIMES, frequency)],
      });
    }
  });

  it("half-life weights, weighted columns, sums, matrix products, solutions", () => {
    const weights = twin.decayTwin(N, 0.97);
    expectTwin(context, {
      n: N,
      inputs: [],
      outs: [N],
      tolerance: SUMS,
      call: (_, [out], from, to) => portfolio.decayWeights(out, N, 0.97, from, to),
      expected: [weights],
    });
    const matrix = Array.from({ length: 4 }, (_, i) => Array.from({ length: 4 }, (_, j) => (i === j ? 3 : 0) + Math.cos(i * j + i + j)));
    const b = [1, -2, 0.5, 3];
    arena.scope(() => {
      const [column, w] = [arena.put(VALUES), arena.put(Float64Array.from(weights))];
      expect(Math.abs(portfolio.weightedSum(column, w, N) - twin.dotTwin(VALUES, weights))).toBeLessThan(LAST_DIGIT);
      portfolio.weighColumns(column, N, N, w, 0, 1);
      expect(furthest(arena.view(column, N), twin.weighTwin(VALUES, weights))).toBeLessThan(LAST_DIGIT);
      const means = arena.take(1);
      const centered = arena.put(PRICES);
      portfolio.centerColumns(centered, N, N, 0, 1, means);
      const mean =
        twin.dotTwin(
          PRICES,
          PRICES.map(() => 1),
        ) / N;
      expect(
        furthest(
          arena.view(centered, N),
          twin.addWeightedTwin(
            PRICES.map(() => 1),
            -mean,
            PRICES,
          ),
        ),
      ).toBeLessThan(1e-12);
    });
    const symmetric = matrix.map((row, i) => row.map((_, j) => twin.dotTwin(matrix[i], matrix[j])));
    arena.scope(() => {
      const [factor, side] = [arena.take(16), arena.put(Float64Array.from(b))];
      expect(portfolio.choleskyFactor(arena.put(Float64Array.from(symmetric.flat())), 4, factor, 0, 4)).toBe(-1);
      expect(furthest(arena.view(factor, 16), twin.choleskyTwin(symmetric).flat())).toBeLessThan(1e-12);
      portfolio.choleskySolve(factor, 4, side, 1);
      expect(furthest(arena.view(side, 4), twin.solveTwin(symmetric, b))).toBeLessThan(1e-12);
    });
  });

  it("corners of a frontier: no mixture of the twin's asset sets has less variance for its return", () => {
    const n = 5;
    const covariance = seededCovariance(n, 30, 12);
    const means = Float64Array.from({ length: n }, (_, i) => 0.02 + 0.03 * ((i * 7) % 5));
    const within = resultOf(
      limitsOf(
        Array.from({ length: n }, (_, i) => `${i}`),
        LONG_ONLY,
      ),
    );
    const corners = traceCorners(context, portfolio, covariance, means, within);
    if (typeof corners === "string") throw new Error(corners);
    expect(furthest(corners[0].weights, plainMinimumVariance(covariance, n))).toBeLessThan(1e-9);
    const risk = (w: ArrayLike<number>) =>
      Array.from(w, (a, i) => Array.from(w, (b, j) => a * b * covariance[i * n + j]))
        .flat()
        .reduce((sum, part) => sum + part, 0);
    const top = Math.max(...means);
    for (let k = 1; k < 20; k++) {
      const target = twin.dotTwin(corners[0].weights, means) + ((top - twin.dotTwin(corners[0].weights, means)) * k) / 20;
      const best = efficientAt(corners, means, target)!;
      expect(twin.dotTwin(best, means)).toBeCloseTo(target, 12);
      // Every other mixture of the same return: a move along which neither the sum nor the return changes.
      for (let trial = 0; trial < 200; trial++) {
        const move = Array.from({ length: n }, () => next() - 0.5);
        const flat =
          twin.dotTwin(
            move,
            move.map(() => 1),
          ) / n;
        const level = move.map((value) => value - flat);
        const spread = Array.from(
          means,
          (value) =>
            value -
            twin.dotTwin(
              means,
              means.map(() => 1),
            ) /
              n,
        );
        const along = twin.dotTwin(level, spread) / twin.dotTwin(spread, spread);
        const other = level.map((value, i) => best[i] + 0.1 * (value - along * spread[i]));
        if (other.every((weight) => weight >= 0)) expect(risk(other)).toBeGreaterThan(risk(best) * (1 - 1e-12));
      }
    }
  });
});

describe("kernels of chaos and structure, against their twins", () => {
  it("the two known systems", () => {
    arena.scope(() => {
      const out = arena.take(300);
      chaos.logisticMap(3.9, 0.3, 40, out);
      // A chaotic map doubles the last digit at each step: equal bits, or nothing.
      expect([...arena.view(out, 40)]).toEqual(twin.logisticTwin(3.9, 0.3, 40));
      chaos.lorenzFlow(arena.block(lorenzSystemBlock, { sigma: 10, rho: 28, beta: 8 / 3, step: 0.01 }), 100, 200, out);
      expect(furthest(arena.view(out, 200), twin.lorenzTwin(10, 28, 8 / 3, 0.01, 300).slice(100))).toBeLessThan(1e-9);
    });
  });

  it("absolute values after losses and gains, powers, amplitudes, first values below a level", () => {
    const highs = Float64Array.from({ length: N + 1 }, (_, t) => 100 + 2 * next() + (t % 40 === 7 ? Number.NaN : 0));
    const lows = highs.map((high, t) => (t % 50 === 9 ? high + 1 : high - 3 * next()));
    for (const [high, low] of [
      [highs, lows],
      [null, null],
    ]) {
      expectTwin(context, {
        n: N - 1,
        inputs: [VALUES, high ?? new Float64Array(1), low ?? new Float64Array(1)],
        outs: [6],
        tolerance: SUMS,
        call: ([r, h, l], [sums], from, to) => chaos.rangeAsymmetry(r, high ? h : 0, low ? l : 0, from, to, sums),
        expected: [twin.asymmetryTwin(VALUES, high, low)],
      });
    }
    const half = 100;
    const spectrum = VALUES.slice(0, 2 * half);
    spectrum.set([0, 0], 60);
    const wanted = OTHERS.slice(0, half);
    const amplitudes = twin.amplitudeTwin(spectrum);
    expectTwin(context, {
      n: half,
      inputs: [spectrum],
      outs: [half],
      tolerance: LAST_DIGIT,
      call: ([z], [out], from, to) => chaos.spectrumAmplitudes(z, out, from, to),
      expected: [amplitudes],
    });
    arena.scope(() => {
      const [matched, powers, sums] = [arena.put(spectrum), arena.put(spectrum), arena.put(new Float64Array(2))];
      chaos.matchAmplitudes(matched, arena.put(wanted), 0, half);
      expect(furthest(arena.view(matched, 2 * half), twin.matchTwin(spectrum, wanted))).toBeLessThan(1e-15);
      for (const [from, to] of [
        [0, 30],
        [30, half],
      ])
        chaos.spectrumPower(powers, from, to, sums);
      const squares = amplitudes.map((size) => size * size);
      expect(
        furthest(
          arena.view(powers, 2 * half),
          twin.amplitudeTwin(spectrum).flatMap((size) => [size * size, 0]),
        ),
      ).toBeLessThan(1e-15);
      const counted = squares.slice(1);
      expect(
        furthest(arena.view(sums, 2), [
          twin.dotTwin(
            counted,
            counted.map(() => 1),
          ),
          twin.dotTwin(
            counted,
            counted.map((_, k) => k + 1),
          ),
        ]),
      ).toBeLessThan(1e-10);
    });
    for (const level of [0.9, 0.1, -9]) {
      expectTwin(context, {
        n: N,
        inputs: [PRICES],
        chunks: [],
        call: ([x], _, from, to) => chaos.firstBelow(x, from, to, level),
        expected: [[firstTwin(PRICES, (value) => value < PRICES[0] * level)]],
      });
    }
  });

  it("order of a column, values in that order, values at ranks", () => {
    const order = twin.orderTwin(PRICES);
    arena.scope(() => {
      const [x, sorted, out] = [arena.put(PRICES), arena.take(N), arena.take(N)];
      const [places, past] = [arena.takeBytes(4 * N), arena.takeBytes(4 * N)];
      chaos.sortOrder(x, N, places, arena.takeBytes(chaos.sortOrderBytes(N)));
      const at = (address: number) => new Int32Array(kernels.memory.buffer, address, N);
      expect([...at(places)]).toEqual(order);
      chaos.gatherOrder(x, places, sorted, N);
      expect([...arena.view(sorted, N)]).toEqual(order.map((i) => PRICES[i]));
      at(past).set(order);
      at(past).set([order[1], order[0]]);
      expect(chaos.assignRanks(places, past, sorted, out, N)).toBe(2);
      expect(arena.view(out, N)).toEqual(PRICES);
      expect([...at(past)]).toEqual(order);
    });
  });

  it("rulers, ranks within a column, surprise, maxima, merged profiles", () => {
    for (const lag of [1, 2, 5]) {
      const steps = Math.ceil(N / lag);
      const whole = structureSum(steps, (x, from, to) => structure.rulerLength(x, from, to, lag));
      expect(Math.abs(whole - twin.rulerTwin(PRICES, lag))).toBeLessThan(1e-10);
    }
    const gaps = VALUES.map((value, t) => (t % 8 === 1 ? Number.NaN : Math.round(4 * value)));
    expectTwin(context, {
      n: N,
      inputs: [gaps],
      outs: [2],
      call: ([x], [out], from, to) => structure.rankWithin(x, from, to, 1, out),
      expected: [twin.rankTwin(gaps, 1)],
    });
    const sigma = OTHERS.map((value) => 0.2 + value);
    const { at } = unitStudentDensity(5);
    expectTwin(context, {
      n: N,
      inputs: [VALUES, sigma],
      outs: [N],
      tolerance: SUMS,
      call: ([z, s], [out], from, to) => structure.studentSurprise(z, s, from, to, 5, out),
      expected: [VALUES.map((z, t) => -Math.log(at(z) / sigma[t]))],
    });
    for (const sign of [1, -1]) {
      const best = Math.max(...gaps.filter((value) => !Number.isNaN(value)).map((value) => sign * value));
      expectTwin(context, {
        n: N,
        inputs: [gaps],
        chunks: [],
        call: ([x]) => structure.largestIndex(x, 0, N, sign),
        expected: [[firstTwin(gaps, (value) => sign * value === best)]],
      });
    }
    const [one, two] = [VALUES, OTHERS];
    arena.scope(() => {
      const partners = (values: number[]) => {
        const address = arena.takeBytes(4 * N);
        new Int32Array(kernels.memory.buffer, address, N).set(values);
        return address;
      };
      const [best, mine] = [arena.put(one), partners(Array.from(one, (_, i) => i))];
      structure.profileMerge(best, mine, arena.put(two), partners(Array.from(two, (_, i) => 1000 + i)), 0, N);
      const leader = twin.leaderTwin([one, two]);
      expect([...arena.view(best, N)]).toEqual(leader.map((k, i) => [one, two][k][i]));
      expect([...new Int32Array(kernels.memory.buffer, mine, N)]).toEqual(leader.map((k, i) => 1000 * k + i));
    });
  });
});

/** Sum of what a kernel gives over steps 1 .. steps of the prices, in two chunks. */
function structureSum(steps: number, kernel: (x: number, from: number, to: number) => number): number {
  return arena.scope(() => {
    const x = arena.put(PRICES);
    return kernel(x, 1, 11) + kernel(x, 11, steps);
  });
}

describe("kernels of volatility, regimes and backtests, against their twins", () => {
  it("histogram counts, in both modules; growth of lagged squares", () => {
    const edges = [-0.7, -0.1, 0, 0.35];
    for (const countBins of [volatility.countBins, regimes.countBins]) {
      expectTwin(context, {
        n: N,
        inputs: [VALUES, Float64Array.from(edges)],
        outs: [5],
        call: ([x, e], [counts], from, to) => countBins(x, from, to, e, 4, counts),
        expected: [twin.binsTwin(VALUES, edges)],
      });
    }
    const weights = [0.4, 0.3, 0.2, 0.05];
    const z = VALUES.map((value) => 1.5 * value + 0.2);
    for (const chunk of [N, 50, 3]) {
      const grown = arena.scope(() => {
        const [w, residuals, room] = [arena.put(Float64Array.from(weights)), arena.put(z), arena.put(new Float64Array(N + 4).fill(1))];
        let sum = 0;
        for (let from = 0; from < N; from += chunk)
          sum += volatility.lagGrowth(w, 4, residuals, from, Math.min(N, from + chunk), room + 32);
        return sum;
      });
      // The newest value is 1 after each chunk: the logarithms add up to the growth of the last.
      expect(Math.abs(grown - twin.lagGrowthTwin(weights, z))).toBeLessThan(1e-10);
    }
  });

  it("paths of every family, and filtering of known returns", () => {
    const [paths, slots, steps, known] = [3, 4, 12, 0.7];
    const past = { level: [0.9, 1.2, 0.8, 1], shock: [0.3, -0.8, 0.5, -0.1], value: [0.2, -0.4, 0.1, 0.6] };
    const noise = Array.from({ length: paths }, () => Array.from({ length: steps }, () => 3 * next() - 1.5));
    const alpha = [0.1, 0.05];
    const models: twin.PathModel[] = [
      { family: 0, mu: 0.03, omega: 0.05, ar: [0.2, -0.1], alpha, gamma: [0.06, 0.02], beta: [0.6, 0.2], weights: [] },
      { family: 1, mu: 0, omega: 0.01, ar: [], alpha, gamma: [-0.08, 0], beta: [0.9], weights: [] },
      { family: 2, mu: 0.01, omega: 0, ar: [0.3], alpha: [], gamma: [], beta: [], weights: [0.3, 0.2, 0.1, 0.05] },
      { family: 3, mu: 0.02, omega: 0.04, ar: [0.1], alpha, gamma: [0.4, -0.3], beta: [0.6, 0.2], weights: [], delta: 1.3 },
    ];
    for (const model of models) {
      const { family, mu, omega, ar, gamma, beta, weights, delta = 0 } = model;
      const block = new Float64Array(29);
      block.set([family, beta.length, model.alpha.length, ar.length, mu, omega, 0, known]);
      for (const [k, values] of [ar, model.alpha, gamma, beta].entries()) block.set(values, 8 + 5 * k);
      block[28] = delta;
      const expected = noise.map((own) => twin.pathTwin(model, past, own, known));
      arena.scope(() => {
        const ringsOf = (count: number) =>
          [past.shock, past.level, past.value].map((values) => {
            const ring = arena.take(count * slots);
            volatility.pathsStart(ring, count, slots, arena.put(Float64Array.from(values)));
            return ring;
          });
        const [at, w] = [arena.put(block), arena.put(Float64Array.of(...weights, 0))];
        const [shocks, levels, history] = ringsOf(paths);
        const [z, sigmas, returns, totals, sums] = [paths, paths, paths, paths, 2].map((length) => arena.put(new Float64Array(length)));
        const columns = { shocks, levels, history, weights: w, paths, slots, noise: z, sigmas, returns, totals, sums };
        const own = arena.block(pathsBlock, { model: at, ...columns });
        for (let step = 0; step < steps; step++) {
          arena.view(z, paths).set(noise.map((own) => own[step]));
          for (const [from, to] of [
            [0, 1],
            [1, paths],
          ])
            volatility.pathsStep(own, step, from, to);
          expect(
            furthest(
              arena.view(sigmas, paths),
              expected.map((own) => own[step].sigma),
            ),
          ).toBeLessThan(1e-13);
          expect(
            furthest(
              arena.view(returns, paths),
              expected.map((own) => own[step].value),
            ),
          ).toBeLessThan(1e-13);
        }
        const variances = expected.flatMap((own) => own.map(({ sigma }) => sigma * sigma));
        expect(
          furthest(
            arena.view(sums, 2),
            [1, 2].map((p) => variances.reduce((sum, h) => sum + h ** p, 0)),
          ),
        ).toBeLessThan(1e-11);
        expect(
          furthest(
            arena.view(totals, paths),
            expected.map((own) => own.reduce((sum, { value }) => sum + value, 0)),
          ),
        ).toBeLessThan(1e-12);
        if (family === 2) return;
        // The same path again, its returns given and its shocks asked for: one slot more, as a step is looked at before it is known.
        const wider = [past.shock, past.level, past.value].map((values) => {
          const ring = arena.take(slots + 1);
          volatility.pathsStart(ring, 1, slots + 1, arena.put(Float64Array.of(...values, 0)));
          return ring;
        });
        const [given, work, followed, means] = [
          Float64Array.from(expected[0], ({ value }) => value),
          new Float64Array(8),
          new Float64Array(steps),
          new Float64Array(steps),
        ].map((column) => arena.put(column));
        const rings = { shocks: wider[0], levels: wider[1], history: wider[2], weights: w, slots: slots + 1 };
        const path = arena.block(followedBlock, { model: at, ...rings, known: 0, actual: given, work, sigmas: followed, means });
        volatility.followReturns(path, 0, 5);
        volatility.followReturns(path, 5, steps);
        expect(
          furthest(
            arena.view(followed, steps),
            expected[0].map(({ sigma }) => sigma),
          ),
        ).toBeLessThan(1e-12);
        expect(
          furthest(
            arena.view(means, steps),
            expected[0].map(({ expected: mean }) => mean),
          ),
        ).toBeLessThan(1e-12);
      });
    }
  });

  it("the leading regime, also of two, quantiles of the mixture", () => {
    const probabilities = [OTHERS, OTHERS.map((_, t) => OTHERS[N - 1 - t]), OTHERS.map((value) => 0.9 * (1 - value))];
    const leader = twin.leaderTwin(probabilities);
    arena.scope(() => {
      const [best, led, sides] = [arena.take(N), arena.takeBytes(N), arena.take(N)];
      for (const [k, column] of probabilities.entries()) regimes.leadingRegime(arena.put(column), 0, N, k, best, led);
      expect([...arena.bytes(led, N)]).toEqual(leader);
      for (const regime of [0, 1, 2]) {
        for (const from of [0, 100]) regimes.regimeSides(led, from, from === 0 ? 100 : N, regime, sides);
        expect([...arena.view(sides, N)]).toEqual(twin.sidesTwin(leader, regime));
      }
    });
    const [shares, means, deviations] = [
      [0.2, 0.5, 0.3],
      [-1, 0, 2],
      [2, 0.5, 1],
    ];
    arena.scope(() => {
      const model = new Float64Array(32);
      // Means and variances stand at 16 and 20 of a model.
      model.set(means, 16);
      model.set(
        deviations.map((sd) => sd * sd),
        20,
      );
      const [block, weights] = [arena.put(model), arena.put(Float64Array.from(shares))];
      for (const p of [1e-4, 0.05, 0.5, 0.99]) {
        const x = regimes.mixtureQuantile(block, weights, 3, p);
        expect(Math.abs(twin.mixtureTwin(shares, means, deviations, x) / p - 1)).toBeLessThan(1e-11);
      }
    });
  });

  it("columns of traded rows, and their expansion back", () => {
    const gaps = VALUES.map((value, t) => (t < 3 || t % 6 === 2 ? Number.NaN : value));
    const rows = Array.from(gaps.keys()).filter((t) => !Number.isNaN(gaps[t]));
    for (const chunk of [N, 20]) {
      arena.scope(() => {
        const [values, packed, at, taken, back] = [
          gaps,
          new Float64Array(N),
          new Float64Array(N),
          new Float64Array(N),
          new Float64Array(N),
        ].map((c) => arena.put(c));
        let place = 0;
        for (let from = 0; from < N; from += chunk) place = backtest.packTraded(values, from, Math.min(N, from + chunk), place, packed, at);
        expect([...arena.view(at, place)]).toEqual(rows);
        expect([...arena.view(packed, place)]).toEqual(rows.map((t) => gaps[t]));
        backtest.takeRows(arena.put(PRICES), at, 0, place, taken);
        expect([...arena.view(taken, place)]).toEqual(rows.map((t) => PRICES[t]));
        for (const carry of [0, N]) {
          const traded = arena.block(tradedValuesBlock, { values: packed, rows: at, count: place, n: N, carry, out: back });
          for (let from = 0; from < place; from += chunk) backtest.unpackTraded(traded, from, Math.min(place, from + chunk));
          expect(arena.view(back, N)).toEqual(twin.unpackTwin(arena.view(packed, place), rows, N, carry));
        }
      });
    }
  });
});
