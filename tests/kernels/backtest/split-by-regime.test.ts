import { describe, expect, it } from "vitest";
import { type RegimeQuestion, splitByRegime } from "../../../workers/backtest/jobs/split-by-regime";
import { fitRegimesJob, modelOf } from "../../../workers/regimes";
import { Canceled } from "../../../workers/runtime/job";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { testContext } from "../context";
import { generator, randomBars } from "./backtest-run";

const context = await testContext();
const N = 1200;
const close = Float64Array.from(randomBars(N, generator(5)), (bar) => bar.close ?? Number.NaN);
const FIRST = 300;
/** An account with a weight of 50%, and its benchmark. */
const path = (weight: number) => {
  const values = new Float64Array(N - FIRST).fill(100);
  for (let t = 1; t < values.length; t++) values[t] = values[t - 1] * (1 + weight * (close[FIRST + t] / close[FIRST + t - 1] - 1));
  return values;
};
const QUESTION: RegimeQuestion = {
  close,
  firstRow: FIRST,
  equity: path(0.5),
  benchmark: path(1),
  states: 3,
  seed: 4,
  perYear: 252,
  riskFree: 0.02,
};

async function split(changes: Partial<RegimeQuestion> = {}) {
  return resultOf(await splitByRegime({ ...QUESTION, ...changes }, context));
}

/** The fit of the regime screen, which compares other numbers of regimes as well. */
async function fitOf(states: number, seed: number) {
  return resultOf(await fitRegimesJob({ values: close, kind: "prices", times: null, states, seed }, context));
}

/** Performance figures computed in plain sums. */
function figuresOf(returns: number[]) {
  const mean = returns.reduce((sum, r) => sum + r, 0) / returns.length;
  const sd = Math.sqrt(returns.reduce((sum, r) => sum + (r - mean) ** 2, 0) / (returns.length - 1));
  let [wealth, high, deepest] = [1, 1, 0];
  for (const r of returns) {
    wealth *= 1 + r;
    high = Math.max(high, wealth);
    deepest = Math.min(deepest, wealth / high - 1);
  }
  return { annualReturn: 252 * mean, volatility: Math.sqrt(252) * sd, sharpeRatio: ((mean - 0.02 / 252) / sd) * Math.sqrt(252), deepest };
}

describe("performance by regime", () => {
  it.each([2, 3, 4])(
    "%d regimes: the figures of a plain loop that assigns each return to the most probable filtered regime before it",
    async (states) => {
      const { filtered, regimes } = await fitOf(states, 4);
      const leader = Array.from(filtered[0], (_, j) => filtered.reduce((best, column, k) => (column[j] > filtered[best][j] ? k : best), 0));
      const found = await split({ states });
      expect(found.regimes.map(({ label }) => label)).toEqual(regimes.map(({ label }) => label));
      const { equity, benchmark } = QUESTION;
      // The account's return into row t ends at price FIRST + t, so its regime is known at price FIRST + t - 1, after return FIRST + t - 2
      // of the series.
      const rowsOf = (k: number) => Array.from({ length: N - FIRST - 1 }, (_, t) => t + 1).filter((t) => leader[FIRST + t - 2] === k);
      for (const [k, one] of found.regimes.entries()) {
        const rows = rowsOf(k);
        expect(one.rows).toBe(rows.length);
        expect(one.share).toBeCloseTo(rows.length / (N - FIRST - 1), 14);
        if (rows.length < 3) continue;
        const own = figuresOf(rows.map((t) => equity[t] / equity[t - 1] - 1));
        expect(one.annualReturn).toBeCloseTo(own.annualReturn, 10);
        expect(one.volatility).toBeCloseTo(own.volatility, 10);
        expect(one.sharpeRatio).toBeCloseTo(own.sharpeRatio, 8);
        expect(one.maxDrawdown).toBeCloseTo(own.deepest, 10);
        expect(one.benchmarkReturn).toBeCloseTo(figuresOf(rows.map((t) => benchmark[t] / benchmark[t - 1] - 1)).annualReturn, 10);
        for (const t of rows) expect(found.sides[k >> 1][t]).toBe(k % 2 === 0 ? 1 : -1);
      }
    },
  );

  it("finds the same regimes as the regime screen to the bit, and different ones for another number of regimes", async () => {
    const fitted = await fitRegimesJob(
      { values: close, kind: "prices", times: null, states: 3, seed: 4, compare: false, columns: false },
      context,
    );
    expect(fitted.ok && modelOf(fitted.value)).toEqual(modelOf(await fitOf(3, 4)));
    expect((await split({ states: 2 })).regimes).toHaveLength(2);
  });

  it("assigns no regime to rows before the first return", async () => {
    const equity = close.slice();
    const found = await split({ firstRow: 0, equity, benchmark: close, states: 2 });
    expect(Array.from(found.sides[0].subarray(0, 2))).toEqual([0, 0]);
    expect(found.regimes.reduce((sum, { rows }) => sum + rows, 0)).toBe(N - 2);
    expect(found.regimes.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 14);
  });

  it("reports no performance for a regime without rows", async () => {
    const [equity, benchmark] = [QUESTION.equity.slice(0, 3), QUESTION.benchmark.slice(0, 3)];
    const { regimes } = await split({ states: 4, equity, benchmark });
    const without = regimes.filter(({ rows }) => rows === 0);
    expect(without.length).toBeGreaterThanOrEqual(2);
    const nothing = { share: 0, annualReturn: null, volatility: null, sharpeRatio: null, maxDrawdown: null, benchmarkReturn: null };
    for (const one of without) expect(one).toEqual({ label: one.label, rows: 0, ...nothing });
  });

  it("refuses series in which no regimes can be found, with a message", async () => {
    const few = await splitByRegime(
      { ...QUESTION, close: close.slice(0, 60), firstRow: 0, equity: close.slice(0, 60), benchmark: close.slice(0, 60) },
      context,
    );
    expect(few.ok ? "" : failureText(few.failure)).toMatch(/59/);
    const five = await splitByRegime({ ...QUESTION, states: 5 }, context);
    expect(five.ok).toBe(false);
  });

  it("can be canceled at any point and frees its memory", async () => {
    for (const after of [0, 3, 10]) {
      const limited = await testContext(after);
      const mark = limited.kernels.arenaMark();
      await expect(splitByRegime(QUESTION, limited)).rejects.toThrow(Canceled);
      expect(limited.kernels.arenaMark()).toBe(mark);
    }
  });
});
