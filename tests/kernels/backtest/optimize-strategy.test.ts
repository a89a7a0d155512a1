import { beforeAll, describe, expect, it } from "vitest";
import { type OptimizeInput, optimizeStrategy } from "../../../workers/backtest/jobs/optimize-strategy";
import { runBacktest } from "../../../workers/backtest/jobs/run-backtest";
import { sweepBacktest } from "../../../workers/backtest/jobs/sweep-backtest";
import { because, DAY } from "../../../workers/contract";
import { Canceled, type JobContext } from "../../../workers/runtime/job";
import { failureText, resultOf, says } from "../../fixtures/failure-text";
import { testContext } from "../context";
import { stagesOf } from "../stages";
import { generator, randomBars } from "./backtest-run";

let context: JobContext;
beforeAll(async () => {
  context = await testContext();
});

const N = 700;
const BARS = randomBars(N, generator(11));
const read = (key: "open" | "high" | "low" | "close") => Float64Array.from(BARS, (bar) => bar[key] ?? Number.NaN);
const bars = { open: read("open"), high: read("high"), low: read("low"), close: read("close") };
const times = Float64Array.from({ length: N }, (_, t) => Date.UTC(2020, 0, 1) + t * DAY);
const axes: OptimizeInput["axes"] = [
  { parameter: "lookback", values: [5, 10, 20, 40] },
  { parameter: "threshold", values: [0.5, 1, 1.5] },
];
const input: OptimizeInput = { bars, times, strategy: { type: "momentum" }, axes, windows: 4 };

async function report(changes: Partial<OptimizeInput> = {}) {
  return resultOf(await optimizeStrategy({ ...input, ...changes }, context));
}
const failure = async (changes: Partial<OptimizeInput>) => {
  const outcome = await optimizeStrategy({ ...input, ...changes }, context);
  return outcome.ok ? null : failureText(outcome.failure);
};

/** The same rows as dates; the job takes rows. */
const between = (from: number, to: number) => ({ startDate: times[from], endDate: times[to - 1] });

describe("walk-forward search", () => {
  it("picks in each window the optimum of a sweep over its rows, and tests it on the rows that follow", async () => {
    const own = await report();
    expect(own.windows).toHaveLength(4);
    let wealth = 1;
    for (const { from, split, to, index, inSample, returns, original, parameters } of own.windows) {
      const sweep = resultOf(
        await sweepBacktest({ bars, times, strategy: input.strategy, axes, keep: 0, ...between(from, split) }, context),
      );
      expect(index).toBe(sweep.best);
      expect(inSample).toBe(sweep.figures.sharpeRatio[sweep.best]);
      const after = between(split - 1, to);
      const chosen = await runBacktest({ bars, times, strategy: { type: "momentum", parameters }, ...after }, context);
      const plain = await runBacktest({ bars, times, strategy: { type: "momentum" }, ...after }, context);
      if (!chosen.ok || !plain.ok) throw new Error("a single run failed");
      expect(returns).toBe(chosen.value.metrics.returns);
      expect(original).toBe(plain.value.metrics.returns);
      wealth *= 1 + returns;
    }
    expect(own.optimized.wealth.at(-1)).toBeCloseTo(wealth, 12);
    expect(own.times).toEqual(times.slice(own.windows[0].split - 1));
    expect(own.optimized.wealth).toHaveLength(own.times!.length);
    for (const [k, { split }] of own.windows.entries()) if (k > 0) expect(split).toBe(own.windows[k - 1].to);
    expect(own.windows[3].to).toBe(N);
  });

  it("proposes the optimum on the latest rows, and reports how the choices performed out of sample", async () => {
    const own = await report();
    const length = own.windows[0].split - own.windows[0].from;
    const newest = resultOf(
      await sweepBacktest({ bars, times, strategy: input.strategy, axes, keep: 0, ...between(N - length, N) }, context),
    );
    expect(own.optimizedParams).toEqual(newest.optimizedParams);
    expect(own.originalParams).toMatchObject({ lookback: 20, threshold: 1.5, stopLoss: 0.02 });
    const change = own.optimized.performance.totalReturn - own.original.performance.totalReturn;
    expect(own.improvementMetrics.returns).toBe(`${change < 0 ? "−" : "+"}${(100 * Math.abs(change)).toFixed(1)}%`);
    expect(own.trials).toBe(6 * 12);
    expect(own.sweep.selection!.trials).toBe(12);
    expect(own.notes).toContain(says("backtest/searchUnsure"));
  });

  it("no data after a window affect its choice", async () => {
    const own = await report();
    const cut = own.windows[2].to;
    const later = { ...bars, close: bars.close.map((value, t) => (t < cut ? value : value * 1.5)) };
    for (const key of ["open", "high", "low"] as const) later[key] = bars[key].map((value, t) => (t < cut ? value : value * 1.5));
    const changed = await report({ bars: later });
    expect(changed.windows.slice(0, 3)).toEqual(own.windows.slice(0, 3));
    expect(changed.windows[3].index).toBe(own.windows[3].index);
    expect(changed.windows[3].returns).not.toBe(own.windows[3].returns);
  });

  it("accepts rows without dates", async () => {
    const own = await report({ times: null });
    expect(own.times).toBeNull();
    expect(own.windows.map(({ index }) => index)).toEqual((await report()).windows.map(({ index }) => index));
  });

  it("each refusal names the cause", async () => {
    expect(await failure({ windows: 1 })).toBe(says("backtest/optimizationFailed", { cause: because("backtest/searchWindows") }));
    expect(await failure({ axes: [] })).toBe(says("backtest/optimizationFailed", { cause: because("backtest/sweepAxes") }));
    const short = { close: bars.close.slice(0, 100) };
    expect(await failure({ bars: short, times: null, windows: 5 })).toBe(
      says("backtest/optimizationFailed", { cause: because("backtest/searchFewRows", { least: 147, given: 100 }) }),
    );
    // Refused before any combination is run.
    const canceling = await testContext(0);
    expect(await optimizeStrategy({ ...input, bars: short, times: null, windows: 5 }, canceling)).toMatchObject({ ok: false });
    expect(canceling.reports).toEqual([]);
    expect(await failure({ bars: { close: bars.close.slice(0, 1) }, times: null })).toBe(says("backtest/fewRows", { least: 3, given: 1 }));
  });

  it("canceled midway, it equals the search over the combinations run in every window, with the same bits", async () => {
    const long = randomBars(20_000, generator(5));
    const close = Float64Array.from(long, (bar) => bar.close);
    const threshold = { parameter: "threshold", values: Array.from({ length: 50 }, (_, k) => 0.2 + k / 40) } as const;
    const lookbacks = [5, 8, 14, 30];
    const wide: OptimizeInput = {
      bars: { close },
      strategy: input.strategy,
      windows: 2,
      axes: [{ parameter: "lookback", values: lookbacks }, threshold],
    };
    const ask = (own: JobContext) => optimizeStrategy(wide, own);
    const [sweeping] = await stagesOf(ask);
    // Two parts of 100 combinations, each on all rows, in two windows and on the latest rows.
    expect(sweeping.parts).toHaveLength(8);
    const at = Math.floor((sweeping.parts[5] + sweeping.parts[6]) / 2);
    const part = resultOf(await ask(await testContext(at, "part")));
    expect(part.canceledAfter).toEqual({ done: 100, of: 200 });
    expect(part.sweep.canceledAfter).toEqual({ done: 100, of: 200 });
    const { sweep, ...alone } = await report({
      ...wide,
      times: null,
      axes: [{ parameter: "lookback", values: lookbacks.slice(0, 2) }, threshold],
    });
    expect(alone.canceledAfter).toBeUndefined();
    expect(part).toMatchObject(alone);
    const { best, selection, optimizedParams, figures } = sweep;
    expect(part.sweep).toMatchObject({ best, selection, optimizedParams });
    expect(part.sweep.figures.sharpeRatio.slice(0, 100)).toEqual(figures.sharpeRatio);
    expect(part.sweep.figures.sharpeRatio.slice(100)).toEqual(new Float64Array(100).fill(Number.NaN));
    // There is no partial result if no combination has run in every window, or if none is wanted.
    await expect(ask(await testContext(sweeping.parts[0] + 1, "part"))).rejects.toThrow(Canceled);
    expect(await ask(await testContext(sweeping.parts[3], "part"))).toMatchObject({ ok: false, failure: { code: "canceled" } });
    await expect(ask(await testContext(at))).rejects.toThrow(Canceled);
  });

  it("a random search chooses among its trials as a grid of each would, and reports each out of sample", async () => {
    const drawn = await report({ search: "random", trials: 30, seed: 5 });
    const { sweep, outOfSample, windows } = drawn;
    const [lookbacks, thresholds] = sweep.axes.map(({ values }) => values);
    expect(sweep).toMatchObject({ search: "random", combinations: 30, plateau: null, steadiest: null, selection: { trials: 30 } });
    // Four windows, the latest rows, all rows, and those out of sample.
    expect(drawn.trials).toBe(30 * 7);
    const one = async (place: number, rows: object) => {
      const parameters = { lookback: lookbacks[place], threshold: thresholds[place] };
      return resultOf(await runBacktest({ bars, times, strategy: { type: "momentum", parameters }, ...rows }, context)).metrics;
    };
    for (const [place, sharpe] of outOfSample!.entries()) {
      expect(sweep.figures.sharpeRatio[place]).toBe((await one(place, {})).sharpeRatio);
      expect(sharpe).toBe((await one(place, between(windows[0].split - 1, N))).sharpeRatio);
    }
    for (const { from, split, to, index, inSample, returns } of windows) {
      const before = await Promise.all(
        lookbacks.map(async (_, place) => (await one(place, between(from, split))).sharpeRatio ?? -Infinity),
      );
      expect(inSample).toBe(Math.max(...before));
      expect(index).toBe(before.indexOf(inSample!));
      expect(returns).toBe((await one(index!, between(split - 1, to))).returns);
    }
  });

  it("draws depend on the seed alone, and a longer search starts with the trials of a shorter one", async () => {
    const values = async (changes: Partial<OptimizeInput>) => (await report({ search: "random", trials: 40, ...changes })).sweep.axes;
    const own = await values({});
    expect(await values({})).toEqual(own);
    expect(await values({ seed: 2 })).not.toEqual(own);
    const fewer = await values({ trials: 15 });
    expect(fewer.map((axis) => axis.values)).toEqual(own.map((axis) => axis.values.slice(0, 15)));
    expect(new Set(own[0].values.map((lookback, k) => `${lookback} ${own[1].values[k]}`)).size).toBe(40);
    for (const lookback of own[0].values) expect(Number.isInteger(lookback) && lookback >= 5 && lookback <= 40).toBe(true);
    for (const threshold of own[1].values) expect(threshold >= 0.5 && threshold <= 1.5).toBe(true);
  });

  it("draws uniformly, on a log scale over two decades or more, and whole numbers with both ends included", async () => {
    const drawn = await report({
      search: "random",
      trials: 400,
      axes: [
        { parameter: "stopLoss", values: [0.5, 0.001] },
        { parameter: "threshold", values: [0.5, 1.5] },
        { parameter: "lookback", values: [5, 8] },
      ],
    });
    const [stops, thresholds, lookbacks] = drawn.sweep.axes.map(({ values }) => values);
    const shareOf = (values: number[], below: number) => values.filter((value) => value < below).length / values.length;
    // Within four standard errors for 400 draws.
    for (const share of [shareOf(stops, Math.sqrt(0.5 * 0.001)), shareOf(thresholds, 1)]) expect(Math.abs(share - 0.5)).toBeLessThan(0.1);
    for (const lookback of [5, 6, 7, 8])
      expect(Math.abs(lookbacks.filter((own) => own === lookback).length / 400 - 0.25)).toBeLessThan(4 * Math.sqrt(0.1875 / 400));
  });

  it("the search ends when the ranges are exhausted, and refuses an invalid number of trials", async () => {
    const three = await report({ search: "random", trials: 50, axes: [{ parameter: "lookback", values: [10, 12] }] });
    expect([...three.sweep.axes[0].values].sort()).toEqual([10, 11, 12]);
    expect(three.notes).toContain(says("backtest/searchFewTrials", { given: 3 }));
    const lookbacks = async (values: number[], trials: number) =>
      (await report({ search: "random", trials, axes: [{ parameter: "lookback", values }] })).sweep.axes[0].values;
    // Draws the whole range, however late its last values come up; a longer search starts with the trials of a shorter one.
    const whole = await lookbacks([1, 200], 200);
    expect([...whole].sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, k) => 1 + k));
    expect(await lookbacks([1, 200], 60)).toEqual(whole.slice(0, 60));
    const cause = because("backtest/searchTrials", { most: 5_000 });
    for (const trials of [0, 1.5, 5_001])
      expect(await failure({ search: "random", trials })).toBe(says("backtest/optimizationFailed", { cause }));
    expect(await failure({ search: "best" as "random" })).toBe(
      says("backtest/optimizationFailed", { cause: because("backtest/searchKind") }),
    );
  });

  it("trials lie between the ends of an axis however many values it lists, and the parameter must accept them", async () => {
    const many = Array.from({ length: 200_000 }, (_, k) => 0.5 + k / 200_000);
    const drawn = (values: number[]) => report({ search: "random", trials: 12, axes: [{ parameter: "threshold", values }] });
    expect((await drawn(many)).sweep.axes).toEqual((await drawn([many[0], many[many.length - 1]])).sweep.axes);
    const refused = says("backtest/optimizationFailed", { cause: because("backtest/lookback") });
    for (const values of [
      [5.5, 8.2],
      [-5, 3],
      [0.4, 60],
    ])
      expect(await failure({ search: "random", axes: [{ parameter: "lookback", values }] })).toBe(refused);
  });

  it("canceled, a random search equals one with fewer trials, with the same bits", async () => {
    const close = Float64Array.from(randomBars(20_000, generator(5)), (bar) => bar.close);
    const wide: OptimizeInput = { ...input, bars: { close }, times: null, windows: 2, search: "random", trials: 200 };
    const ask = (own: JobContext) => optimizeStrategy(wide, own);
    const [sweeping] = await stagesOf(ask);
    // Two parts of 100 trials, each on all rows, in two windows, on the latest rows and on those out of sample.
    expect(sweeping.parts).toHaveLength(10);
    const { sweep, outOfSample, canceledAfter, ...part } = resultOf(
      await ask(await testContext(Math.floor((sweeping.parts[6] + sweeping.parts[7]) / 2), "part")),
    );
    expect(canceledAfter).toEqual({ done: 100, of: 200 });
    const { sweep: whole, outOfSample: all, ...alone } = await report({ ...wide, trials: 100 });
    expect(part).toEqual(alone);
    expect(outOfSample!.slice(0, 100)).toEqual(all);
    expect(sweep.figures.sharpeRatio.slice(0, 100)).toEqual(whole.figures.sharpeRatio);
  });

  it("can be canceled, and frees its memory", async () => {
    const canceling = await testContext(6);
    const mark = canceling.kernels.arenaMark();
    await expect(optimizeStrategy(input, canceling)).rejects.toThrow(Canceled);
    expect(canceling.kernels.arenaMark()).toBe(mark);
  });
});
