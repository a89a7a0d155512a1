import { describe, expect, it } from "vitest";
import { runBacktest } from "../../../workers/backtest/jobs/run-backtest";
import { operand, type Strategy } from "../../../workers/backtest/schema";
import type { Outcome } from "../../../workers/contract";
import { analyzeRisk } from "../../../workers/risk/jobs/analyze-risk";
import { Canceled } from "../../../workers/runtime/job";
import { histogramOf } from "../../../workers/validation/histogram";
import { type CandidatesInput, validateCandidates } from "../../../workers/validation/jobs/validate-candidates";
import { validateStrategy } from "../../../workers/validation/validate-strategy";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { goldenColumn } from "../../fixtures/golden";
import { testContext } from "../context";

const context = await testContext();
const closes = (await goldenColumn("series/eustockmarkets.csv", "DAX")) ?? new Float64Array();
const times = Float64Array.from(closes, (_, t) => Date.UTC(2010, 0, 1) + 86_400_000 * t);
const strategy = (type: Strategy["type"], lookback: number, threshold = 1): Strategy => ({ type, parameters: { lookback, threshold } });
const candidates = [
  { name: "M10", strategy: strategy("momentum", 10) },
  { name: "M40", strategy: strategy("momentum", 40) },
  { name: "R20", strategy: strategy("mean-reversion", 20) },
  { name: "S20", strategy: strategy("smart-beta", 20) },
];
const costs = { transactionCosts: 0.0005, slippage: 0 };
const base: CandidatesInput = { candidates, market: { bars: { close: closes }, times }, backtest: costs, record: null, iterations: 100 };

async function report(input: Partial<CandidatesInput> = {}, own = context) {
  return resultOf(await validateCandidates({ ...base, ...input }, own));
}
async function refusal(input: Partial<CandidatesInput>) {
  const outcome = await validateCandidates({ ...base, ...input }, context);
  return outcome.ok ? null : failureText(outcome.failure);
}
/** Computed as in the kernel, to the bit. */
const simple = (values: Float64Array) => values.slice(1).map((value, t) => (value - values[t]) / values[t]);
/** Simple returns of a single backtest's equity. */
async function returnsOf(one: Strategy, settings: object = {}) {
  return simple(resultOf(await runBacktest({ bars: { close: closes }, times, strategy: one, ...costs, ...settings }, context)).equity);
}

describe("validate-candidates", () => {
  it("validates the same returns as single backtests, purged by the longest lookback", async () => {
    const found = await report();
    const strategies = await Promise.all(candidates.map(async ({ name, strategy: one }) => ({ name, returns: await returnsOf(one) })));
    const embargo = Math.round(0.01 * strategies[0].returns.length);
    const direct = resultOf(
      await validateStrategy(
        { strategies, times: times.subarray(1), iterations: 100, purge: 40, embargoRows: embargo, trials: 4 },
        context,
      ),
    );
    expect(found.selection).toEqual(direct.selection);
    expect(found.crossValidation).toEqual(direct.crossValidation);
    expect(found.bootstrap).toEqual(direct.bootstrap);
    expect(found.superiorAbility).toEqual(direct.superiorAbility);
    expect(found.walkForward?.metrics).toEqual(direct.walkForward?.metrics);
    const windows = direct.walkForward?.returns ?? [];
    expect(Array.from(found.walkForward?.choice ?? [])).toEqual(windows.map((window) => window.strategy));
    expect(Array.from(found.walkForward?.outOfSample ?? [])).toEqual(windows.map(({ outOfSample }) => 100 * outOfSample));
    expect(Array.from(found.walkForward?.times ?? [])).toEqual(windows.map((window) => times[window.windows.outOfSample.to]));
    expect(found.firstReturn).toBe(1);
  });

  it.each([
    ["overlapping", { windowSize: 252, stepSize: 21 }],
    ["with rows between them", { windowSize: 100, stepSize: 60 }],
    ["end to end", { windowSize: 250, stepSize: 75 }],
  ])("joins windows %s out of sample: the equity of the latest choices, with dates and figures of the Risk Manager", async (_, plan) => {
    const { walkForward: found } = await report({ ...plan, perYear: 260, riskFree: 0.03 });
    if (!found) throw new Error("no windows");
    const all = await Promise.all(candidates.map(({ strategy: one }) => returnsOf(one, { riskFree: 0.03, periodsPerYear: 260 })));
    // Of each row the latest window that has it out of sample; rows of returns begin a row after those of prices.
    const latest = new Map<number, number>();
    found.split.forEach((split, i) => {
      for (let row = split; row < found.to[i]; row++) latest.set(row, found.choice[i]);
    });
    const rows = [...latest.keys()].sort((a, b) => a - b);
    let wealth = 1;
    const equity = [1, ...rows.map((row) => (wealth *= 1 + all[latest.get(row) ?? -1][row]))];
    expect(found.equity.length).toBe(equity.length);
    equity.forEach((value, i) => {
      expect(found.equity[i]).toBeCloseTo(value, 12);
    });
    expect(Array.from(found.equityTimes ?? [])).toEqual([times[rows[0]], ...rows.map((row) => times[row + 1])]);

    const risk = resultOf(
      await analyzeRisk({ values: found.equity, kind: "values", iterations: 0, draws: 100, perYear: 260, riskFree: 0.03 }, context),
    );
    const { totalReturn, sharpe, maxDrawdown, annualReturn } = risk.metrics;
    expect(totalReturn.value).toBeCloseTo(found.performance.totalReturn, 12);
    expect(sharpe.value).toBeCloseTo(found.performance.sharpe ?? Number.NaN, 12);
    expect(maxDrawdown.value).toBeCloseTo(found.performance.maxDrawdown, 12);
    // Windows that neither overlap nor leave rows out: their mean is that of all rows.
    const byWindow = found.outOfSample.reduce((a, b) => a + b, 0) / found.outOfSample.length / 100;
    if (plan.stepSize === 75) expect(annualReturn.value).toBeCloseTo(byWindow, 12);
    expect((await report({ ...plan, market: { bars: { close: closes }, times: null } })).walkForward).toMatchObject({ equityTimes: null });
  });

  it("reports a tested strategy's backtest figures, with all its costs, sizes and fills", async () => {
    const settings = {
      initialCapital: 20_000,
      transactionCosts: 0.002,
      slippage: 0.0003,
      fixedCosts: 3,
      unitCommission: 0.01,
      minimumCommission: 5,
      borrowFee: 0.04,
      positionSize: 0.6,
      wholeUnits: true,
      closeAtEnd: true,
      tradeOnClose: true,
      behavioralAdjustment: false,
      direction: "long-short",
    } as const;
    const rules = { kind: "if", match: "all", conditions: [], yes: { kind: "hold", weight: 1 }, no: { kind: "hold", weight: -1 } } as const;
    const conditions = [{ left: operand("price"), is: "above", right: operand("average", 30) } as const];
    const period = { startDate: times[200], endDate: times[1700] };
    for (const one of [
      { type: "momentum", parameters: { lookback: 60, threshold: 0.8, stopLoss: 0.03 } },
      { type: "behavioral", parameters: { threshold: 0.5 }, behavioralFactors: { momentum: 0.7, meanReversion: 0.3, sentiment: 0 } },
      { type: "rules", rules: { ...rules, conditions } },
    ] satisfies Strategy[]) {
      const run = resultOf(
        await runBacktest(
          { bars: { close: closes }, times, strategy: one, ...settings, ...period, riskFree: 0.01, periodsPerYear: 260 },
          context,
        ),
      );
      const asked = { tested: true, candidates: [{ name: "T", strategy: one }, ...candidates], backtest: settings };
      const found = await report({ ...asked, ...period, riskFree: 0.01, perYear: 260 });
      expect(run.metrics).toMatchObject({ ...found.tested });
      expect(found.tested?.trades).toBeGreaterThan(10);
      expect(found.candidates[0].strategy).toEqual(run.strategy);
      const alone = await report({ ...asked, candidates: asked.candidates.slice(0, 1), ...period, riskFree: 0.01, perYear: 260 });
      expect(alone.selection.sharpe).toBeCloseTo(run.performance.sharpe!, 9);
      expect(alone.bootstrap.totalReturn.value).toBeCloseTo(run.performance.totalReturn, 9);
    }
    expect("tested" in (await report())).toBe(false);
  });

  it("counts each month once, as the mean of its windows", async () => {
    const { walkForward } = await report({ stepSize: 5 });
    if (!walkForward) throw new Error("no windows");
    const months = walkForward.returns.map(({ month }) => month);
    expect(new Set(months).size).toBe(months.length);
    const [first] = months;
    const inMonth = Array.from(walkForward.times ?? []).flatMap((time, i) =>
      new Date(time).toISOString().startsWith(first) ? [walkForward.outOfSample[i] / 100] : [],
    );
    expect(inMonth.length).toBeGreaterThan(1);
    expect(walkForward.returns[0].outOfSample).toBeCloseTo(inMonth.reduce((a, b) => a + b, 0) / inMonth.length, 12);
  });

  it("counts months of undated rows from the first row, by the steps per year", async () => {
    const { walkForward } = await report({ stepSize: 5, market: { bars: { close: closes }, times: null } });
    if (!walkForward) throw new Error("no windows");
    const { months, outOfSample, to, returns } = walkForward;
    // The first window ends with the return of row 252: 21 rows a month, so the first of the thirteenth.
    expect(walkForward.times).toBeNull();
    expect(Array.from(months ?? [])).toEqual(Array.from(to, (row) => 1 + row / 21));
    expect(returns.map(({ month }) => month)).toEqual(returns.map((_, i) => `${13 + i}`));
    const first = outOfSample.filter((_, i) => (months?.[i] ?? 0) < 14);
    expect(first.length).toBe(5);
    expect(returns[0].outOfSample).toBeCloseTo(first.reduce((a, b) => a + b, 0) / first.length / 100, 12);
    expect((await report()).walkForward?.months).toBeNull();
    // Monthly rows: every window ends in a month of its own.
    const monthly = await report({ stepSize: 5, perYear: 12, market: { bars: { close: closes }, times: null } });
    expect(monthly.walkForward?.returns.slice(0, 2).map(({ month }) => month)).toEqual(["253", "258"]);
  });

  it("includes earlier trials in the deflated Sharpe ratio, or an override", async () => {
    const [plain, more, said] = [
      await report(),
      await report({ earlierTrials: 96 }),
      await report({ earlierTrials: 96, trialOverride: 1000 }),
    ];
    expect([plain, more, said].map(({ selection }) => selection.trials)).toEqual([4, 100, 1000]);
    expect([plain, more, said].map(({ trialsFrom }) => trialsFrom)).toEqual(["count", "count", "override"]);
    const dsr = [plain, more, said].map(({ selection }) => selection.dsr ?? Number.NaN);
    expect(dsr[1]).toBeLessThan(dsr[0]);
    expect(dsr[2]).toBeLessThan(dsr[1]);
  });

  it("draws circular blocks or blocks of a given length, and counts every resample", async () => {
    const [stationary, circular, given] = [await report(), await report({ scheme: "circular" }), await report({ blockLength: 30 })];
    expect(circular.block).toBe(Math.max(1, Math.round(circular.blocks?.circular ?? 0)));
    expect(given.block).toBe(30);
    expect(circular.bootstrap.sharpe.value).toBe(stationary.bootstrap.sharpe.value);
    // The rule may choose 1 for both: blocks of 30 differ by scheme.
    const fixed = await report({ scheme: "circular", blockLength: 30 });
    expect(fixed.bootstrap.sharpe.lower).not.toBe(given.bootstrap.sharpe.lower);
    for (const { sharpeHistogram } of [stationary, circular, given]) expect(sharpeHistogram?.counts.reduce((a, b) => a + b, 0)).toBe(100);
    // Intervals lie among the resamples.
    const { middles } = stationary.sharpeHistogram ?? { middles: new Float64Array(2) };
    const half = (middles[1] - middles[0]) / 2;
    expect(middles[0] - half).toBeLessThanOrEqual(stationary.bootstrap.sharpe.lower ?? Number.NaN);
    expect((middles.at(-1) ?? Number.NaN) + half).toBeGreaterThanOrEqual(stationary.bootstrap.sharpe.upper ?? Number.NaN);
  });

  it("compares candidates with buy and hold", async () => {
    const found = await report({ beat: "hold" });
    expect(found.superiorAbility).not.toEqual((await report()).superiorAbility);
    const hold = simple(closes);
    const strategies = await Promise.all(candidates.map(async ({ name, strategy: one }) => ({ name, returns: await returnsOf(one) })));
    const direct = await validateStrategy({ strategies, benchmark: hold, iterations: 100 }, context);
    expect(direct.ok && direct.value.superiorAbility).toEqual(found.superiorAbility);
  });

  it("uses the rows between the dates, with lookback before the first", async () => {
    const found = await report({ startDate: times[500], endDate: times[1499] });
    expect(found.returns).toBe(999);
    expect(found.firstReturn).toBe(501);
    const own = await returnsOf(candidates[found.selection.strategy].strategy, { startDate: times[500], endDate: times[1499] });
    const direct = await validateStrategy({ strategies: [{ name: "one", returns: own }], iterations: 100 }, context);
    expect(direct.ok && direct.value.selection.sharpe).toBe(found.selection.sharpe);
  });

  it("excludes candidates that never traded, and says so", async () => {
    const never = { name: "Never", strategy: strategy("momentum", 20, 90) };
    const found = await report({ candidates: [...candidates, never] });
    expect(found.candidates.map(({ name }) => name)).toEqual(candidates.map(({ name }) => name));
    expect(found.notes).toContain("Never never traded and is excluded.");
    // It still counts as a trial.
    expect(found.selection.trials).toBe(5);
    expect(await refusal({ candidates: [never] })).toBe(
      "No strategy traded: nothing to validate. Choose a longer period or lower thresholds",
    );
    // Sold for less than the commission.
    const close = Float64Array.from({ length: 120 }, (_, t) => (t < 60 ? 100 + t : 0.5 - t / 1000));
    const market = { bars: { close }, times: null };
    const crash = { name: "Crash", strategy: { type: "momentum", parameters: { stopLoss: 0, takeProfit: 0 } } } as const;
    const backtest = { behavioralAdjustment: false, initialCapital: 1000, minimumCommission: 400 };
    expect(await refusal({ candidates: [crash], market, backtest })).toBe(
      "Every strategy was wiped out, or its values are too large to compute with: nothing to validate",
    );
  });

  it("gives the same figures for a track record of values, fractions or percentages", async () => {
    const returns = simple(closes);
    const record = (values: Float64Array, dates: Float64Array | null = null) =>
      report({ candidates: null, market: null, record: { name: "Account", values, times: dates } });
    const [values, fractions, percentages] = [
      await record(closes, times),
      await record(returns),
      await record(returns.map((value) => 100 * value)),
    ];
    expect(values.kind).toBe("record");
    expect(values.candidates).toEqual([{ name: "Account", strategy: null }]);
    expect([values.firstReturn, fractions.firstReturn]).toEqual([1, 0]);
    expect(fractions.selection).toEqual(values.selection);
    expect(percentages.selection.sharpe).toBeCloseTo(values.selection.sharpe, 10);
    expect(values.overfitting).toBeNull();
    expect(values.overfittingNote).toBe("not available: needs at least two strategies with varying returns and 40 returns");
    expect(values.settings.purge).toBe(0);
    const cut = await report({
      candidates: null,
      market: null,
      record: { name: "A", values: closes, times },
      startDate: times[101],
      endDate: times[600],
    });
    expect(cut.returns).toBe(500);
    expect(cut.firstReturn).toBe(101);
  });

  it("converts a track record of log returns to simple returns, in the given unit", async () => {
    const returns = simple(closes);
    const record = (values: Float64Array, told: Partial<NonNullable<CandidatesInput["record"]>> = {}) =>
      report({ candidates: null, market: null, record: { name: "A", values, times: null, ...told } });
    const given = await record(returns);
    expect(given.readAs).toEqual({ kind: "returns", unit: "fraction" });
    expect(await record(returns, { kind: "returns", unit: "fraction" })).toEqual(given);
    expect((await record(closes)).readAs).toEqual({ kind: "values", unit: null });
    expect(await report()).not.toHaveProperty("readAs");
    const percent = returns.map((r) => 100 * Math.log1p(r));
    const found = await record(percent, { kind: "log-returns", unit: "percent" });
    expect(found.readAs).toEqual({ kind: "log-returns", unit: "percent" });
    // A logarithm and its power round to 1e-16 of 1, in each of 1,859 rows.
    expect(found.selection.sharpe).toBeCloseTo(given.selection.sharpe, 10);
    expect(found.bootstrap.maxDrawdown.value).toBeCloseTo(given.bootstrap.maxDrawdown.value ?? Number.NaN, 10);
    expect((await record(percent)).selection.sharpe).not.toBeCloseTo(given.selection.sharpe, 4);
    // Calm returns in percent look like fractions by their size; said to be in percent they have the same ratio.
    const calm = returns.map((r) => 0.1 * r);
    const told = await record(
      calm.map((r) => 100 * r),
      { unit: "percent" },
    );
    expect(told.bootstrap.volatility.value).toBeCloseTo((await record(calm)).bootstrap.volatility.value ?? Number.NaN, 12);
  });

  it("refuses prices declared as a track record of log returns", async () => {
    for (const rows of [60, 252]) {
      const values = closes.slice(0, rows).map((close) => (100 * close) / closes[0]);
      expect(await refusal({ candidates: null, market: null, record: { name: "A", values, times: null, kind: "log-returns" } })).toMatch(
        /too large to compute with$/,
      );
    }
  });

  it("says that a fold is too short for the longest lookback", async () => {
    const few = { bars: { close: closes.slice(0, 150) }, times: null };
    const found = await report({ market: few });
    expect(found.settings.purge).toBe(Math.floor(149 / 6 / 4));
    expect(found.notes.join(" ")).toContain("A fold is short");
  });

  it("refuses invalid input, and excessive work", async () => {
    expect(await refusal({ candidates: [] })).toBe("Choose at least one strategy to validate");
    expect(await refusal({ candidates: null, market: null })).toBe("Please enter market data");
    expect(await refusal({ windowSize: 0 })).toBe("The window size must be a whole number of days, at least 1");
    expect(await refusal({ blockLength: 0 })).toBe("The block length must be at least 1");
    expect(await refusal({ candidates: [{ name: "Odd", strategy: strategy("momentum", 0) }] })).toMatch(/^Odd: /);
    const million = { bars: { close: new Float64Array(1_000_000).fill(1) }, times: null };
    expect(await refusal({ market: million, candidates: Array.from({ length: 13 }, () => candidates[0]) })).toMatch(
      /^13 candidates of 1,000,000 rows exceed the memory limit \(at most 12,000,000 values\)/,
    );
    expect(await refusal({ candidates: null, market: null, record: { name: "A", values: Float64Array.of(1, -200, 3), times: null } })).toBe(
      "a return of −100% or less wipes out the portfolio",
    );
  });

  it("gives the same bits whichever worker draws the resamples, in any order", async () => {
    const long = { market: { bars: { close: closes }, times }, iterations: 1000 };
    const alone = await report(long);
    const workers = await Promise.all([testContext(), testContext(), testContext()]);
    let parts = 0;
    const crew = {
      ...context,
      parallel: async (job: string, inputs: readonly unknown[]) => {
        parts = inputs.length;
        const outcomes: Outcome<unknown>[] = new Array(inputs.length);
        // The last part first, each on the next worker.
        for (let part = inputs.length - 1; part >= 0; part--) {
          [outcomes[part]] = await workers[part % workers.length].parallel(job, [inputs[part]], "");
        }
        return outcomes;
      },
    };
    expect(await report(long, crew)).toEqual(alone);
    expect(parts).toBeGreaterThan(2);
  });

  it("repeats with the same bits, and can be canceled anywhere", async () => {
    expect(await report()).toEqual(await report());
    for (const at of [0, 30, 200]) {
      const canceled = await testContext(at);
      for (const module of ["backtest", "factors", "risk", "portfolio", "validation"] as const) await canceled.load(module);
      const mark = canceled.kernels.arenaMark();
      await expect(validateCandidates(base, canceled)).rejects.toThrow(Canceled);
      expect(canceled.kernels.arenaMark()).toBe(mark);
    }
  });
});

it("a histogram counts every value once, including the ends", () => {
  const { middles, counts } = histogramOf(Array.from({ length: 41 }, (_, index) => index)) ?? { middles: [], counts: [] };
  expect(Array.from(middles)).toEqual(Array.from({ length: 40 }, (_, index) => index + 0.5));
  expect(Array.from(counts)).toEqual([...Array(39).fill(1), 2]);
  expect(histogramOf([7, 7])).toEqual({ middles: Float64Array.of(7), counts: Float64Array.of(2) });
  expect(histogramOf([])).toBeNull();
});
