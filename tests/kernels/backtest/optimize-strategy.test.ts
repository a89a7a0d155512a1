import { beforeAll, describe, expect, it } from "vitest";
import { type OptimizeInput, optimizeStrategy } from "../../../workers/backtest/jobs/optimize-strategy";
import { runBacktest } from "../../../workers/backtest/jobs/run-backtest";
import { sweepBacktest } from "../../../workers/backtest/jobs/sweep-backtest";
import { because } from "../../../workers/contract";
import { Canceled, type JobContext } from "../../../workers/runtime/job";
import { inWords, says } from "../../fixtures/in-words";
import { testContext } from "../context";
import { stagesOf } from "../stages";
import { generator, randomBars } from "./backtest-run";

let context: JobContext;
beforeAll(async () => {
  context = await testContext();
});

const N = 700;
const DAY = 86_400_000;
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
  const outcome = await optimizeStrategy({ ...input, ...changes }, context);
  if (!outcome.ok) throw new Error(inWords(outcome.failure));
  return outcome.value;
}
const failure = async (changes: Partial<OptimizeInput>) => {
  const outcome = await optimizeStrategy({ ...input, ...changes }, context);
  return outcome.ok ? null : inWords(outcome.failure);
};

/** The same rows, by dates: the job takes rows. */
const between = (from: number, to: number) => ({ startDate: times[from], endDate: times[to - 1] });

describe("a search that walks forward", () => {
  it("chooses in each window what a sweep of its rows finds best, and holds it to the rows that follow", async () => {
    const own = await report();
    expect(own.windows).toHaveLength(4);
    let wealth = 1;
    for (const { from, split, to, index, inSample, returns, original, parameters } of own.windows) {
      const sweep = await sweepBacktest({ bars, times, strategy: input.strategy, axes, keep: 0, ...between(from, split) }, context);
      if (!sweep.ok) throw new Error(inWords(sweep.failure));
      expect(index).toBe(sweep.value.best);
      expect(inSample).toBe(sweep.value.figures.sharpeRatio[sweep.value.best]);
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

  it("proposes what is best on the latest rows, and says what the choosing was worth", async () => {
    const own = await report();
    const length = own.windows[0].split - own.windows[0].from;
    const newest = await sweepBacktest({ bars, times, strategy: input.strategy, axes, keep: 0, ...between(N - length, N) }, context);
    if (!newest.ok) throw new Error(inWords(newest.failure));
    expect(own.optimizedParams).toEqual(newest.value.optimizedParams);
    expect(own.originalParams).toMatchObject({ lookback: 20, threshold: 1.5, stopLoss: 0.02 });
    const change = own.optimized.performance.totalReturn - own.original.performance.totalReturn;
    expect(own.improvementMetrics.returns).toBe(`${change < 0 ? "−" : "+"}${(100 * Math.abs(change)).toFixed(1)}%`);
    expect(own.trials).toBe(6 * 12);
    expect(own.sweep.selection!.trials).toBe(12);
    expect(own.notes).toContain(says("backtest/searchUnsure"));
  });

  it("nothing after a window changes its choice", async () => {
    const own = await report();
    const cut = own.windows[2].to;
    const later = { ...bars, close: bars.close.map((value, t) => (t < cut ? value : value * 1.5)) };
    for (const key of ["open", "high", "low"] as const) later[key] = bars[key].map((value, t) => (t < cut ? value : value * 1.5));
    const changed = await report({ bars: later });
    expect(changed.windows.slice(0, 3)).toEqual(own.windows.slice(0, 3));
    expect(changed.windows[3].index).toBe(own.windows[3].index);
    expect(changed.windows[3].returns).not.toBe(own.windows[3].returns);
  });

  it("takes rows without dates", async () => {
    const own = await report({ times: null });
    expect(own.times).toBeNull();
    expect(own.windows.map(({ index }) => index)).toEqual((await report()).windows.map(({ index }) => index));
  });

  it("each refusal says what is wrong", async () => {
    expect(await failure({ windows: 1 })).toBe(says("backtest/optimizationFailed", { cause: because("backtest/searchWindows") }));
    expect(await failure({ axes: [] })).toBe(says("backtest/optimizationFailed", { cause: because("backtest/sweepAxes") }));
    const short = { close: bars.close.slice(0, 100) };
    expect(await failure({ bars: short, times: null, windows: 5 })).toBe(
      says("backtest/optimizationFailed", { cause: because("backtest/searchFewRows", { least: 147, given: 100 }) }),
    );
    // That is known before any combination is run.
    const canceling = await testContext(0);
    expect(await optimizeStrategy({ ...input, bars: short, times: null, windows: 5 }, canceling)).toMatchObject({ ok: false });
    expect(canceling.reports).toEqual([]);
    expect(await failure({ bars: { close: bars.close.slice(0, 1) }, times: null })).toBe(says("backtest/fewRows", { least: 3, given: 1 }));
  });

  it("canceled halfway is the search among the combinations that were run in every window, same bits", async () => {
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
    // Two pieces of a hundred combinations, each on all rows, in two windows and on the latest rows.
    expect(sweeping.parts).toHaveLength(8);
    const at = Math.floor((sweeping.parts[5] + sweeping.parts[6]) / 2);
    const outcome = await ask(await testContext(at, "part"));
    if (!outcome.ok) throw new Error(inWords(outcome.failure));
    const part = outcome.value;
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
    // Nothing was finished in every window, or nothing is wanted: there is no part.
    await expect(ask(await testContext(sweeping.parts[0] + 1, "part"))).rejects.toThrow(Canceled);
    expect(await ask(await testContext(sweeping.parts[3], "part"))).toMatchObject({ ok: false, failure: { code: "canceled" } });
    await expect(ask(await testContext(at))).rejects.toThrow(Canceled);
  });

  it("can be canceled, and leaves the memory as it was", async () => {
    const canceling = await testContext(6);
    const mark = canceling.kernels.arenaMark();
    await expect(optimizeStrategy(input, canceling)).rejects.toThrow(Canceled);
    expect(canceling.kernels.arenaMark()).toBe(mark);
  });
});
