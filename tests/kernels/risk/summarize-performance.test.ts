import { beforeAll, describe, expect, it } from "vitest";
import { rollingPerformance } from "../../../workers/backtest/jobs/rolling-performance";
import { DAY } from "../../../workers/contract";
import { type SummaryInput, summarizePerformance } from "../../../workers/risk/jobs/summarize-performance";
import { Canceled, type JobContext } from "../../../workers/runtime/job";
import { resultOf, says, told } from "../../fixtures/failure-text";
import { testContext } from "../context";
import { episodesTwin } from "../reference/performance";
import { randomWalk } from "../reference/random";

const N = 900;
const times = Float64Array.from({ length: N }, (_, t) => Date.UTC(2019, 10, 18) + (Math.floor(t / 5) * 7 + (t % 5)) * DAY);
const [strategy, benchmark] = [5, 6].map((seed) => randomWalk(N, seed));
const BEFORE = 90;

let context: JobContext;
beforeAll(async () => {
  context = await testContext();
});
async function answer(input: Partial<SummaryInput> = {}) {
  return resultOf(await summarizePerformance({ strategy, benchmark, times, before: BEFORE, ...input }, context));
}

const returnsOf = (values: Float64Array) => Array.from(values.slice(1), (value, t) => value / values[t] - 1);
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const covariance = (x: readonly number[], y: readonly number[]) =>
  x.reduce((sum, value, t) => sum + (value - mean(x)) * (y[t] - mean(y)), 0) / (x.length - 1);
/** NumPy's default, R's type 7. */
function quantile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = p * (sorted.length - 1);
  const below = Math.floor(place);
  return sorted[below] + (place - below) * ((sorted[below + 1] ?? sorted[below]) - sorted[below]);
}
const [X, Y] = [strategy, benchmark].map(returnsOf);

describe("summarize-performance", () => {
  it("has the same relation to the benchmark as plain sums and the rolling kernel", async () => {
    const { relative } = await answer({ perYear: 260, riskFree: 0.03 });
    const beta = covariance(X, Y) / covariance(Y, Y);
    const active = X.map((value, t) => value - Y[t]);
    const tracking = Math.sqrt(260 * covariance(active, active));
    expect(relative.beta).toBeCloseTo(beta, 10);
    expect(relative.alpha).toBeCloseTo(260 * (mean(X) - 0.03 / 260 - beta * (mean(Y) - 0.03 / 260)), 10);
    expect(relative.correlation).toBeCloseTo(covariance(X, Y) / Math.sqrt(covariance(X, X) * covariance(Y, Y)), 10);
    expect(relative.trackingError).toBeCloseTo(tracking, 10);
    expect(relative.informationRatio).toBeCloseTo((260 * mean(active)) / tracking, 9);
    const rolling = resultOf(
      await rollingPerformance({ strategy, benchmark, window: N - 1, periodsPerYear: 260, riskFree: 0.03 }, context),
    );
    expect(relative.beta).toBeCloseTo(rolling.beta[N - 1], 9);
    expect(relative.alpha).toBeCloseTo(rolling.alpha[N - 1], 9);
  });

  it("has tails and extremes of both by definition", async () => {
    const found = await answer();
    for (const [returns, values, account] of [
      [X, strategy, found.strategy],
      [Y, benchmark, found.benchmark],
    ] as const) {
      const limit = quantile(returns, 0.05);
      expect(account.valueAtRisk).toBeCloseTo(-limit, 12);
      expect(account.shortfall).toBeCloseTo(-mean(returns.filter((value) => value <= limit)), 12);
      expect(account.tailRatio).toBeCloseTo(Math.abs(quantile(returns, 0.95) / limit), 10);
      const [best, worst] = [Math.max(...returns), Math.min(...returns)];
      expect(account.step.best).toBeCloseTo(best, 14);
      expect([account.step.bestAt, account.step.worstAt]).toEqual([returns.indexOf(best) + 1, returns.indexOf(worst) + 1]);
      for (const [letters, extremes] of [
        [7, account.month],
        [4, account.year],
      ] as const) {
        const of = (t: number) => new Date(times[t]).toISOString().slice(0, letters);
        const ends = Array.from(values.keys()).filter((t) => t + 1 === N || of(t) !== of(t + 1));
        const plain = ends.map((t, i) => ({ period: of(t), value: values[t] / (i === 0 ? BEFORE : values[ends[i - 1]]) - 1 }));
        const sorted = plain.sort((a, b) => a.value - b.value);
        expect([extremes?.worstAt, extremes?.bestAt]).toEqual([sorted[0].period, sorted.at(-1)?.period]);
        expect(extremes?.worst).toBeCloseTo(sorted[0].value, 14);
        expect(extremes?.best).toBeCloseTo(sorted.at(-1)?.value ?? Number.NaN, 14);
      }
    }
  });

  it("lists the ten deepest drawdowns with their dates", async () => {
    const { drawdowns } = await answer();
    const twin = episodesTwin(strategy).slice(0, 10);
    expect(drawdowns.map(({ peak, trough, recovery }) => ({ peak, trough, recovery }))).toEqual(
      twin.map(({ peak, trough, recovery }) => ({ peak, trough, recovery })),
    );
    for (const { peak, peakTime, trough, troughTime } of drawdowns) expect([peakTime, troughTime]).toEqual([times[peak], times[trough]]);
  });

  it("gives beta 1 and no tracking error for the benchmark itself, nothing against a constant one, no months undated", async () => {
    const own = await answer({ strategy: benchmark });
    expect(own.relative).toMatchObject({ trackingError: 0, informationRatio: null });
    expect(own.relative.beta).toBeCloseTo(1, 12);
    const still = await answer({ benchmark: new Float64Array(N).fill(100), times: null });
    expect(still.relative).toMatchObject({ beta: null, alpha: null, correlation: null });
    expect([still.strategy.month, still.strategy.year]).toEqual([null, null]);
    const idle = await answer({ strategy: new Float64Array(N).fill(100) });
    expect(idle.relative).toMatchObject({ beta: 0, correlation: null });
  });

  it("states why it cannot answer, and can be canceled", async () => {
    const refusal = async (input: Partial<SummaryInput>) => {
      const outcome = await summarizePerformance({ strategy, benchmark, times, before: BEFORE, ...input }, context);
      return outcome.ok ? null : told(outcome.failure).message;
    };
    expect(await refusal({ confidence: 2 })).toBe(says("risk/confidence"));
    expect(await refusal({ benchmark: benchmark.subarray(1) })).toBe(says("backtest/uneven"));
    const canceled = await testContext(1);
    const mark = canceled.kernels.arenaMark();
    await expect(summarizePerformance({ strategy, benchmark, times, before: BEFORE }, canceled)).rejects.toThrow(Canceled);
    expect(canceled.kernels.arenaMark()).toBe(mark);
  });
});
