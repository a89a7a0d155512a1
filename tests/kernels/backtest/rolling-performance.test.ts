import { beforeAll, describe, expect, it } from "vitest";
import { rollingPerformanceBlock } from "../../../assembly/build/risk-layouts.js";
import { type RollingPerformanceInput, rollingPerformance } from "../../../workers/backtest/jobs/rolling-performance";
import { performanceOfReturns, type RiskKernels } from "../../../workers/performance";
import { Canceled, type JobContext } from "../../../workers/runtime/job";
import { resultOf, says, told } from "../../fixtures/failure-text";
import { testContext } from "../context";
import { rollingPerformanceTwin } from "../reference/performance";
import { randomWalk } from "../reference/random";
import { expectTwin } from "../twin-run";

let context: JobContext;
let risk: RiskKernels;
beforeAll(async () => {
  context = await testContext();
  risk = await context.load("risk");
});

const returnsOf = (values: Float64Array) => values.map((value, t) => (t === 0 ? Number.NaN : (value - values[t - 1]) / values[t - 1]));
const N = 2200;
const [X, Y] = [3, 4].map((seed) => returnsOf(randomWalk(N, seed)));
/** Sums in another order, around another pivot. */
const TOLERANCE = 1e-9;

function expectAsTwin(x: Float64Array, y: Float64Array, window: number) {
  expectTwin(context, {
    n: x.length,
    inputs: [x, y],
    outs: [x.length, x.length, x.length],
    tolerance: TOLERANCE,
    chunks: [risk.rollingBlock(window)],
    call: ([returns, benchmark], [sharpe, alpha, beta], from, to) =>
      risk.rollingPerformance(
        context.arena.block(rollingPerformanceBlock, { returns, benchmark, window, perYear: 252, riskFree: 0.03, sharpe, alpha, beta }),
        from,
        to,
      ),
    expected: rollingPerformanceTwin(x, y, window, 252, 0.03),
  });
}

describe("the kernel against its plain twin", () => {
  it("for windows of any length, in one call and in chunks", () => {
    for (const window of [3, 63, 126, 700]) expectAsTwin(X, Y, window);
  });

  it("while strategy or benchmark are constant, and after a shock has left the window", () => {
    const still = X.map((value, t) => (t > 500 && t < 900 ? 0 : value));
    expectAsTwin(still, Y, 63);
    expectAsTwin(Y, still, 63);
    expectAsTwin(
      X.map((value, t) => (t === 1100 ? 1e6 : value)),
      Y.map((value, t) => (t === 1110 ? 1e5 : value)),
      63,
    );
  });
});

const [strategy, benchmark] = [5, 6].map((seed) => randomWalk(70_000, seed));
async function answer(input: Partial<RollingPerformanceInput> = {}) {
  return resultOf(await rollingPerformance({ strategy, benchmark, ...input }, context));
}

describe("the job", () => {
  it("matches the screens' Sharpe ratio at the last row of each window, also beyond the first chunk", async () => {
    const { sharpe, alpha, beta, volatility, sortino } = await answer({ window: 126, periodsPerYear: 252, riskFree: 0.02 });
    for (const column of [sharpe, alpha, beta, volatility, sortino]) {
      expect(column.subarray(0, 126).every(Number.isNaN)).toBe(true);
      expect(column.subarray(126).every(Number.isFinite)).toBe(true);
    }
    for (const t of [126, 5000, 32_767, 32_768, 69_999]) {
      const part = returnsOf(strategy.slice(t - 126, t + 1)).subarray(1);
      const figures = context.arena.scope(() =>
        performanceOfReturns(context, risk, context.arena.put(part), 126, { perYear: 252, riskFree: 0.02 }),
      );
      expect(sharpe[t]).toBeCloseTo(figures.sharpe!, 9);
      expect(volatility[t]).toBeCloseTo(figures.volatility!, 10);
      expect(sortino[t]).toBeCloseTo(figures.sortino!, 9);
    }
  });

  it("has no Sortino ratio if no return in the window is below the target, whatever has just left it", async () => {
    // A loss of 10%, then only gains: running sums keep a rounding error of its square.
    const values = Float64Array.from({ length: 400 }, (_, t) => 100 * 1.001 ** t * (t < 50 ? 1 : 0.9) * (1 + 1e-5 * (t % 3)));
    const { sharpe, sortino } = await answer({ strategy: values, benchmark: benchmark.slice(0, 400), window: 63, riskFree: 0 });
    expect([sharpe[112], sortino[112], sharpe[113]].every(Number.isFinite)).toBe(true);
    expect(sortino.subarray(113).every(Number.isNaN)).toBe(true);
  });

  it("beta is 1 and alpha 0 for the benchmark itself, and beta doubles with twice its returns", async () => {
    const own = await answer({ strategy: benchmark });
    for (const t of [126, 40_000, 69_999]) {
      expect(own.beta[t]).toBeCloseTo(1, 12);
      expect(own.alpha[t]).toBeCloseTo(0, 12);
    }
    const twice = Float64Array.from(benchmark);
    for (let t = 1; t < twice.length; t++) twice[t] = twice[t - 1] * (1 + 2 * (benchmark[t] / benchmark[t - 1] - 1));
    const found = await answer({ strategy: twice, riskFree: 0 });
    expect(found.beta[69_999]).toBeCloseTo(2, 9);
    expect(found.alpha[69_999]).toBeCloseTo(0, 9);
  });

  it("each refusal names the cause, and canceling stops the job", async () => {
    const refusal = async (input: Partial<RollingPerformanceInput>) => {
      const outcome = await rollingPerformance({ strategy, benchmark, ...input }, context);
      return outcome.ok ? null : told(outcome.failure).message;
    };
    expect(await refusal({ window: 2 })).toBe(says("backtest/rollingWindow"));
    expect(await refusal({ benchmark: benchmark.subarray(1) })).toBe(says("backtest/uneven"));
    expect(await refusal({ strategy: strategy.slice(0, 9), benchmark: benchmark.slice(0, 9), window: 9 })).toBe(
      says("backtest/fewRows", { least: 10, given: 9 }),
    );
    const canceled = await testContext(1);
    const mark = canceled.kernels.arenaMark();
    await expect(rollingPerformance({ strategy, benchmark }, canceled)).rejects.toThrow(Canceled);
    expect(canceled.kernels.arenaMark()).toBe(mark);
  });
});
