import { beforeAll, describe, expect, it } from "vitest";
import { runBacktest } from "../../../workers/backtest/jobs/run-backtest";
import { prefixesOf, type StressInput, stressBacktest } from "../../../workers/backtest/jobs/stress-backtest";
import { STRATEGY_TYPES } from "../../../workers/backtest/schema";
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

const N = 900;
const BARS = randomBars(N, generator(23));
const read = (key: "open" | "high" | "low" | "close") => Float64Array.from(BARS, (bar) => bar[key] ?? Number.NaN);
const bars = { open: read("open"), high: read("high"), low: read("low"), close: read("close") };
const times = Float64Array.from({ length: N }, (_, t) => Date.UTC(2020, 0, 1) + t * DAY);
const input: StressInput = { bars, times, strategy: { type: "momentum", parameters: { threshold: 0.5 } }, iterations: 400, seed: 7 };

async function report(changes: Partial<StressInput> = {}) {
  return resultOf(await stressBacktest({ ...input, ...changes }, context));
}
async function run(changes: Partial<StressInput> = {}) {
  const { iterations: _, seed: __, ...backtest } = { ...input, ...changes };
  return resultOf(await runBacktest(backtest, context));
}

describe("resampled trades", () => {
  it("in their original order they reproduce the account's return, and the resamples spread around it", async () => {
    const { luck } = await report({ closeAtEnd: true, behavioralAdjustment: false });
    const own = await run({ closeAtEnd: true, behavioralAdjustment: false });
    expect(luck!.trades).toBe(own.trades.length);
    expect(luck!.totalReturn).toBeCloseTo(own.metrics.returns, 9);
    expect(luck!.returns).toEqual([...luck!.returns].sort((a, b) => a - b));
    expect(luck!.returns[0]).toBeLessThan(luck!.totalReturn);
    expect(luck!.returns[4]).toBeGreaterThan(luck!.totalReturn);
    expect(luck!.drawdowns[4]).toBeLessThanOrEqual(0);
    expect(luck!.losing).toBeGreaterThan(0);
    expect(luck!.losing).toBeLessThanOrEqual(1);
  });

  it("a seed reproduces its runs, another one gives others; too few trades are reported", async () => {
    expect((await report()).luck).toEqual((await report()).luck);
    expect((await report({ seed: 8 })).luck!.returns).not.toEqual((await report()).luck!.returns);
    const few = await report({ strategy: { type: "momentum", parameters: { threshold: 4 } } });
    expect(few.luck).toBeNull();
    expect(few.luckReason && failureText(few.luckReason)).toContain("10 closed trades");
  });
});

describe("perturbed parameters", () => {
  it("every run equals a backtest with that parameter", async () => {
    const { sensitivity } = await report();
    expect(sensitivity.map(({ parameter }) => parameter)).toEqual(["lookback", "threshold", "stopLoss", "takeProfit"]);
    for (const { parameter, shifted } of sensitivity) {
      expect(shifted.map(({ change }) => change)).toEqual([-0.2, -0.1, -0.05, 0.05, 0.1, 0.2]);
      const { value, returns, sharpeRatio, maxDrawdown } = shifted[1];
      const own = await run({ strategy: { type: "momentum", parameters: { threshold: 0.5, [parameter]: value } } });
      expect({ returns, sharpeRatio, maxDrawdown }).toEqual({
        returns: own.metrics.returns,
        sharpeRatio: own.metrics.sharpeRatio,
        maxDrawdown: own.metrics.maxDrawdown,
      });
    }
  });
});

describe("regime by regime", () => {
  it("rows add up to all returns, and their weighted means to the overall mean", async () => {
    const own = await run();
    const { regimes } = await report();
    // The first of all returns has no regime.
    expect(regimes!.reduce((sum, { rows }) => sum + rows, 0)).toBe(N - 2);
    const first = (values: Float64Array) => 252 * (values[1] / values[0] - 1);
    const mean = regimes!.reduce((sum, { rows, annualReturn }) => sum + rows * annualReturn!, first(own.equity)) / (N - 1);
    expect(mean).toBeCloseTo(own.performance.annualReturn, 12);
    const other = regimes!.reduce((sum, { rows, benchmarkReturn }) => sum + rows * benchmarkReturn!, first(own.benchmark)) / (N - 1);
    expect(other).toBeCloseTo(own.benchmarkPerformance.annualReturn, 12);
  });

  it("a short series has no regimes, and the reason is given", async () => {
    const short = (values: Float64Array) => values.slice(0, 90);
    const cut = { open: short(bars.open), high: short(bars.high), low: short(bars.low), close: short(bars.close) };
    const own = await report({ bars: cut, times: short(times) });
    expect(own.regimes).toBeNull();
    expect(own.regimeReason && failureText(own.regimeReason)).toContain("not available");
  });

  it("results already split by regime are not split again, and everything else is unchanged", async () => {
    const { regimes: _, regimeCaption: __, ...rest } = await report();
    expect(await report({ byRegime: false })).toEqual({ ...rest, regimes: null, regimeCaption: null });
  });
});

describe("truncated data", () => {
  it("no family looks ahead", async () => {
    for (const type of STRATEGY_TYPES) {
      const own = await run({ strategy: { type, parameters: { threshold: 0.5 } } });
      const { firstDifference, lengths } = await prefixesOf({ ...input, strategy: { type, parameters: { threshold: 0.5 } } }, own, context);
      expect(lengths.length).toBe(6);
      expect(firstDifference, type).toBeNull();
    }
  });

  it("detects a planted look-ahead: prices that know the end of the data", async () => {
    const own = await run();
    const honest = { ...own, equity: own.equity.slice() };
    // An account whose trades depend on the last price.
    const cheating = { ...honest, equity: own.equity.map((value, t) => value * (1 + (bars.close[N - 1] > bars.close[t] ? 1e-9 : 0))) };
    const { firstDifference } = await prefixesOf(input, cheating, context);
    expect(firstDifference).not.toBeNull();
  });
});

describe("edge cases", () => {
  it("refuses impossible input", async () => {
    const refused = await stressBacktest({ ...input, iterations: 5 }, context);
    expect(refused.ok ? "" : failureText(refused.failure)).toBe(
      says("backtest/testFailed", { cause: because("backtest/stressIterations") }),
    );
  });

  it("canceled midway it returns the finished checks, each as in the whole test", async () => {
    const ask = (own: JobContext) => stressBacktest(input, own);
    const [checking] = await stagesOf(ask);
    const whole = await report();
    expect(whole.canceledAfter).toBeUndefined();
    // The trades, four parameters, the regimes and six truncations.
    const at = (share: number) => Math.floor(checking.from + share * (checking.to - checking.from));
    const counts: number[] = [];
    for (const share of [0.5, 0.95]) {
      const { canceledAfter, ...part } = resultOf(await ask(await testContext(at(share), "part")));
      const { luck, sensitivity, regimes, prefixes } = part;
      expect(canceledAfter?.of).toBe(12);
      expect(canceledAfter?.done).toBe((luck ? 1 : 0) + sensitivity.length + (regimes ? 1 : 0) + prefixes.lengths.length);
      expect(luck).toEqual(whole.luck);
      expect(sensitivity).toEqual(whole.sensitivity.slice(0, sensitivity.length));
      if (regimes) expect(regimes).toEqual(whole.regimes);
      expect(part.luckReason ?? part.regimeReason).toBeNull();
      expect(prefixes).toEqual({ lengths: whole.prefixes.lengths.slice(0, prefixes.lengths.length), firstDifference: null });
      counts.push(canceledAfter?.done ?? 0);
    }
    expect(counts[0]).toBeLessThan(counts[1]);
    // There is no partial result if no check has finished, or if none is wanted.
    await expect(ask(await testContext(checking.from, "part"))).rejects.toThrow(Canceled);
    await expect(ask(await testContext(at(0.5)))).rejects.toThrow(Canceled);
  });

  it("can be canceled, and frees its memory", async () => {
    const canceling = await testContext(12);
    const mark = canceling.kernels.arenaMark();
    await expect(stressBacktest(input, canceling)).rejects.toThrow(Canceled);
    expect(canceling.kernels.arenaMark()).toBe(mark);
  });
});
