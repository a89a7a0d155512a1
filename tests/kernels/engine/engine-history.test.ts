import * as fc from "fast-check";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { Outcome } from "../../../workers/contract";
import { analyzeMarket } from "../../../workers/engine/jobs/analyze-market";
import { decideColumns } from "../../../workers/engine/jobs/decide-columns";
import { decideStep } from "../../../workers/engine/jobs/decide-step";
import { proveReplay } from "../../../workers/engine/jobs/prove-replay";
import { replayMarket } from "../../../workers/engine/jobs/replay-market";
import { clauseAction } from "../../../workers/engine/rules";
import { REGIME_THRESHOLDS } from "../../../workers/engine/schema";
import { Canceled } from "../../../workers/runtime/job";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { testContext } from "../context";
import { randomWalk } from "../reference/random";

const context = await testContext();
const SETTINGS = { rsiPeriod: 14, annualization: 252 };
const silent = vi.spyOn(console, "error").mockImplementation(() => {});
afterAll(() => silent.mockRestore());

const replayed = (prices: Float64Array, settings: object = {}) =>
  resultOf(replayMarket({ prices, settings: { ...SETTINGS, ...settings } }, context));

describe("replay over history", () => {
  it("makes at each step the decision the screen makes on the prices up to it", () => {
    const prices = randomWalk(260, 5);
    const { columns, first } = replayed(prices);
    expect(first).toBe(19);
    expect(columns.clause.slice(0, 19).every(Number.isNaN)).toBe(true);
    for (let step = first; step < prices.length; step += 17) {
      // A text without sentiment words is as neutral as that day's unknown news.
      const settings = { ...SETTINGS, smaPeriod: null, emaPeriod: null };
      const alone = resultOf(analyzeMarket({ prices: prices.slice(0, step + 1), times: null, news: "-", settings }, context));
      const clause = columns.clause[step];
      expect(alone.result.action).toBe(clause < 0 ? "Hold" : clauseAction(clause));
      expect(alone.trace?.combined).toBe(columns.combined[step]);
      expect(alone.trace?.limits.buy).toBe(columns.buyLimit[step]);
      expect(alone.trace?.limits.sell).toBe(columns.sellLimit[step]);
    }
  });

  it("has no look-ahead: later data leave the bits of earlier decisions unchanged", () => {
    const past = randomWalk(120, 9);
    const before = replayed(past).columns;
    fc.assert(
      fc.property(fc.array(fc.double({ min: 1e-3, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 40 }), (future) => {
        const { columns } = replayed(Float64Array.of(...past, ...future));
        for (const name of ["clause", "combined", "buyLimit", "sellLimit", "regime"] as const) {
          expect(columns[name].slice(0, past.length)).toEqual(before[name]);
        }
      }),
      { numRuns: 25, seed: 3 },
    );
  });

  it("shows at each bar, in every column, the replay of the series truncated at that bar", () => {
    const prices = Float64Array.from(randomWalk(700, 14), (price, t) => (t === 400 ? -price : price));
    const whole = replayed(prices).columns;
    for (const bar of [19, 20, 57, 333, 400, 401, 698]) {
      const cut = replayed(prices.slice(0, bar + 1)).columns;
      for (const [name, column] of Object.entries(cut)) expect(whole[name as keyof typeof whole].slice(0, bar + 1), name).toEqual(column);
    }
  });

  it("self-check: random steps recomputed from prefixes have the same bits, also around prices at or below 0", () => {
    for (const prices of [randomWalk(1200, 31), Float64Array.from(randomWalk(400, 8), (price, t) => (t % 90 === 50 ? -price : price))]) {
      const proof = resultOf(proveReplay({ prices, settings: SETTINGS, seed: 7 }, context));
      expect(proof).toMatchObject({ differing: 0, first: null, seed: 7 });
      expect(proof.checked).toBeGreaterThan(100);
    }
    expect(resultOf(proveReplay({ prices: randomWalk(25, 1), settings: SETTINGS, seed: 1 }, context)).checked).toBe(6);
  });

  it("explains one step with its trace, using past data only", () => {
    const prices = randomWalk(300, 12);
    const { columns } = replayed(prices, { limits: REGIME_THRESHOLDS });
    for (const step of [1, 19, 150, 299]) {
      const poisoned = prices.slice();
      poisoned.fill(Number.NaN, step + 1);
      const settings = { ...SETTINGS, limits: REGIME_THRESHOLDS };
      const { trace, used, price } = resultOf(decideStep({ prices: poisoned, step, settings }, context));
      expect([used, price]).toEqual([step + 1, prices[step]]);
      if (step < 19) continue;
      expect(trace?.combined).toBe(columns.combined[step]);
      expect(trace?.clauses.findIndex(({ fired }) => fired)).toBe(columns.clause[step]);
    }
  });

  it("marks each change to Buy or Sell at its price", () => {
    const prices = randomWalk(400, 3);
    const { clause, buys, sells } = replayed(prices).columns;
    const action = (t: number) => (clause[t] >= 0 ? clauseAction(clause[t]) : null);
    for (let t = 20; t < prices.length; t++) {
      const turned = action(t) !== action(t - 1) ? action(t) : null;
      expect([buys[t], sells[t]]).toEqual([turned === "Buy" ? prices[t] : Number.NaN, turned === "Sell" ? prices[t] : Number.NaN]);
    }
  });
});

describe("the rule-following account", () => {
  const ratioOf = (prices: Float64Array, t: number) => prices[t] / prices[t - 1];

  it("is invested after Buy, out after Sell, unchanged on Hold, and earns from the decision's price on", () => {
    const prices = randomWalk(500, 3);
    const { columns, first } = replayed(prices);
    let [value, bought] = [1, Number.NaN];
    for (let t = first; t < prices.length; t++) {
      if (!Number.isNaN(bought)) value *= ratioOf(prices, t);
      const action = columns.clause[t] < 0 ? null : clauseAction(columns.clause[t]);
      if (action === "Sell") bought = Number.NaN;
      if (action === "Buy" && Number.isNaN(bought)) bought = prices[t];
      expect([columns.position[t], columns.entry[t]]).toEqual([Number.isNaN(bought) ? 0 : 1, bought]);
      expect(columns.profit[t]).toBe(100 * (value - 1));
      expect(columns.held[t]).toBe(100 * (prices[t] / prices[first] - 1));
    }
    expect(columns.profit.slice(0, first).every(Number.isNaN)).toBe(true);
    expect(new Set(columns.position.slice(first))).toEqual(new Set([0, 1]));
  });

  it("is wiped out for good if a held price falls to 0 or below", () => {
    const prices = randomWalk(300, 3);
    const before = replayed(prices).columns;
    const held = before.position.findIndex((position, t) => position === 1 && t > 100);
    const { position, profit } = replayed(Float64Array.from(prices, (price, t) => (t === held + 1 ? -price : price))).columns;
    expect([position[held], profit[held]]).toEqual([1, before.profit[held]]);
    expect(new Set(position.slice(held + 1))).toEqual(new Set([0]));
    expect(new Set(profit.slice(held + 1))).toEqual(new Set([-100]));
  });
});

describe("limits by regime", () => {
  it("are those the trace and the explanation name, and only the first clauses depend on them", () => {
    const prices = randomWalk(200, 21);
    const settings = { ...SETTINGS, smaPeriod: null, emaPeriod: null };
    const rules = resultOf(analyzeMarket({ prices, times: null, news: "growth", settings }, context));
    const own = resultOf(
      analyzeMarket({ prices, times: null, news: "growth", settings: { ...settings, limits: REGIME_THRESHOLDS } }, context),
    );
    const base = REGIME_THRESHOLDS[own.result.regime];
    expect(rules.trace?.limits.base).toEqual({ buy: 0.55, sell: 0.45 });
    expect(own.trace?.limits.base).toEqual(base);
    expect(own.trace?.limits.buy).toBe(base.buy + (own.trace?.limits.adjustment ?? 0));
    expect(own.trace?.combined).toBe(rules.trace?.combined);
    const never = Object.fromEntries(Object.keys(REGIME_THRESHOLDS).map((regime) => [regime, { buy: 1, sell: 0 }]));
    const strict = replayed(prices, { limits: never });
    expect([strict.clauses[0].count, strict.clauses[3].count]).toEqual([0, 0]);
  });

  it("are refused where Sell is not below Buy or a limit is not between 0 and 1", () => {
    for (const normal of [
      { buy: 0.4, sell: 0.4 },
      { buy: 1.1, sell: 0.4 },
      { buy: 0.5, sell: -0.1 },
      { buy: Number.NaN, sell: 0.4 },
    ]) {
      const limits = { ...REGIME_THRESHOLDS, normal };
      const outcome = replayMarket({ prices: randomWalk(50, 1), settings: { ...SETTINGS, limits } }, context);
      expect(outcome.ok ? "" : failureText(outcome.failure)).toMatch(/^Score thresholds/);
    }
  });
});

describe("decisions for every column", () => {
  it("match the screen's for each column alone, skipping missing values", () => {
    const names = ["A", "B", "C"];
    const columns = names.map((name, index) => ({ name, values: randomWalk(150, 40 + index) }));
    columns[1].values[70] = Number.NaN;
    const rows = resultOf(decideColumns({ columns, news: "strong growth", settings: SETTINGS }, context));
    expect(rows.map(({ name, count, missing }) => [name, count, missing])).toEqual([
      ["A", 150, 0],
      ["B", 149, 1],
      ["C", 150, 0],
    ]);
    rows.forEach(({ result, trace }, index) => {
      const prices = columns[index].values.filter((value) => !Number.isNaN(value));
      const settings = { ...SETTINGS, smaPeriod: null, emaPeriod: null };
      const alone = resultOf(analyzeMarket({ prices, times: null, news: "strong growth", settings }, context));
      expect({ ...result, timestamp: "" }).toEqual({ ...alone.result, timestamp: "" });
      expect(trace).toEqual(alone.trace);
    });
  });

  it("report a column with too few values, and continue", () => {
    const columns = [
      { name: "empty", values: Float64Array.of(Number.NaN, Number.NaN, 3) },
      { name: "whole", values: randomWalk(30, 2).slice(0, 3) },
    ];
    const [empty, whole] = resultOf(decideColumns({ columns, news: "", settings: SETTINGS }, context));
    expect(empty).toMatchObject({ result: null, trouble: "At least 2 market data points required", count: 1, missing: 2 });
    expect(whole.result?.newsAnalysis).toEqual({ score: 0.5, confidence: 0, wordCount: 0 });
  });
});

describe("invalid requests", () => {
  it("are refused with a message", () => {
    const message = (outcome: Outcome<unknown>) => (outcome.ok ? "" : failureText(outcome.failure));
    const prices = randomWalk(30, 4);
    expect(message(replayMarket({ prices: prices.slice(0, 19), settings: SETTINGS }, context))).toBe(
      "A replay needs at least 20 prices; 19 given",
    );
    expect(message(decideStep({ prices, step: 30, settings: SETTINGS }, context))).toMatch(/one of the 30 prices/);
    expect(message(decideStep({ prices, step: 0, settings: SETTINGS }, context))).toMatch(/after the first/);
    expect(message(decideColumns({ columns: [], news: "", settings: SETTINGS }, context))).toMatch(/^Choose from 1/);
    expect(message(replayMarket({ prices, settings: { rsiPeriod: 0, annualization: 252 } }, context))).toMatch(/period/);
    expect(message(proveReplay({ prices, settings: SETTINGS, seed: Number.NaN }, context))).not.toBe("");
  });

  it("can be canceled and free their memory", async () => {
    const canceled = await testContext(4);
    const mark = canceled.kernels.arenaMark();
    const prices = randomWalk(5000, 6);
    expect(() => proveReplay({ prices, settings: SETTINGS, seed: 1 }, canceled)).toThrow(Canceled);
    expect(() => replayMarket({ prices, settings: SETTINGS }, canceled)).toThrow(Canceled);
    expect(canceled.kernels.arenaMark()).toBe(mark);
  });
});
