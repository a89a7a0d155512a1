import { beforeAll, describe, expect, it } from "vitest";
import { sharedBacktestBlock } from "../../../assembly/build/backtest-layouts.js";
import { ACCOUNT, type BacktestKernels, BOOK, COLUMNS, STATE, TRADE_RECORD } from "../../../workers/backtest/layout";
import type { JobContext } from "../../../workers/runtime/job";
import { testContext } from "../context";
import type { PlainRules } from "../reference/backtest";
import { plainShared } from "../reference/shared-backtest";
import { generator, lineOf, RULES, runKernel } from "./backtest-run";

let context: JobContext;
let kernels: BacktestKernels;
beforeAll(async () => {
  context = await testContext();
  kernels = await context.load("backtest");
});

/** Runs the engine over several instruments in chunks of the given length. */
function runShared(closes: number[][], scores: number[][], weights: number[][], rules: PlainRules, chunk = closes[0].length, end = false) {
  const { arena } = context;
  const n = closes[0].length;
  const count = closes.length;
  return arena.scope(() => {
    const put = (values: ArrayLike<number>) => arena.put(Float64Array.from(values));
    const tables = put(
      closes.flatMap((close, k) => {
        const weight = put(weights[k]);
        return [put(close), 0, 0, 0, put(scores[k]), weight, weight];
      }),
    );
    expect(arena.view(tables, COLUMNS)[4]).toBeGreaterThan(0);
    const settings = put(lineOf(rules));
    const [states, account, book, equity, weight] = [count * STATE, ACCOUNT, count * BOOK, n, n].map((length) => arena.take(length));
    const records = arena.take(count * n * TRADE_RECORD);
    const results = { equity, weight, records, room: n };
    const block = arena.block(sharedBacktestBlock, { tables, settings, count, states, account, book, rejected: 0, ...results });
    kernels.sharedStart(block);
    let ruined = -1;
    for (let from = 0; from < n; from += chunk) {
      const to = Math.min(n, from + chunk);
      ruined = kernels.sharedRun(block, from, to);
    }
    if (end) kernels.sharedEnd(block, n - 1);
    return {
      equity: arena.view(equity, n).slice(),
      weight: arena.view(weight, n).slice(),
      cash: arena.read(account),
      states: Array.from({ length: count }, (_, k) => arena.view(states + k * STATE * 8, STATE).slice()),
      ruined,
    };
  });
}

/** Random walks with untraded periods, and slowly changing scores. */
function randomAssets(seed: number, count: number, n: number, gaps: boolean) {
  const random = generator(seed);
  const closes = Array.from({ length: count }, () => {
    let price = 20 + 80 * random();
    let asleep = 0;
    return Array.from({ length: n }, () => {
      price *= 1 + 0.06 * (random() - 0.5);
      if (gaps && random() < 0.05) asleep = Math.ceil(4 * random());
      return asleep-- > 0 ? Number.NaN : price;
    });
  });
  const scores = closes.map(() => {
    let last = 0;
    return Array.from({ length: n }, () => (last = 0.9 * last + 0.8 * (random() - 0.5)));
  });
  const weights = closes.map((close) => close.map(() => 0.4 + 0.6 * random()));
  return { closes, scores, weights };
}

function randomRules(seed: number): PlainRules {
  const random = generator(1000 + seed);
  const one = (values: number[]) => values[Math.floor(values.length * random())];
  return {
    ...RULES,
    capital: 100_000,
    fee: one([0, 0.001, 0.01]),
    fixed: one([0, 0, 3]),
    slippage: one([0, 0.002]),
    size: one([0.2, 0.25, 0.5, 1]),
    enter: one([0.2, 0.4]),
    exit: one([-0.1, 0, 0.2]),
    stopLoss: one([0, 0.03]),
    takeProfit: one([0, 0.06]),
    trailing: one([0, 0.04]),
    band: one([0, 0.1]),
    shorts: random() < 0.5,
    onClose: random() < 0.3,
    whole: random() < 0.3,
    reentry: one([0, 0, 7]),
    unit: one([0, 0, 0.02]),
    least: one([0, 0, 25]),
    borrow: one([0, 0.0004]),
  };
}

const SEEDS = Array.from({ length: 40 }, (_, seed) => seed + 1);

describe("several instruments with shared cash", () => {
  it("40 random markets and rules: equity and profits within 1e-9 of the capital of the plain twin", () => {
    for (const seed of SEEDS) {
      const { closes, scores, weights } = randomAssets(seed, 1 + (seed % 6), 150, seed % 3 > 0);
      const rules = randomRules(seed);
      const run = runShared(closes, scores, weights, rules);
      const plain = plainShared(closes, scores, weights, rules);
      if (run.ruined >= 0) continue;
      for (const [t, value] of plain.equity.entries()) {
        expect(Math.abs(run.equity[t] - value), `seed ${seed}, row ${t}`).toBeLessThan(1e-9 * rules.capital);
      }
      const profit = plain.profits.reduce((sum, value) => sum + value, rules.capital);
      expect(Math.abs(run.equity[149] - profit), `seed ${seed}`).toBeLessThan(1e-9 * rules.capital);
    }
  });

  it("a single instrument has the bits of the single-asset engine", () => {
    for (const seed of SEEDS) {
      const { closes, scores, weights } = randomAssets(seed, 1, 200, false);
      const rules = randomRules(seed);
      const bars = closes[0].map((close) => ({ open: null, high: null, low: null, close }));
      const single = runKernel(context, kernels, bars, scores[0], weights[0], rules);
      const run = runShared(closes, scores, weights, rules);
      expect(run.equity, `seed ${seed}`).toEqual(single.equity);
      expect(run.weight, `seed ${seed}`).toEqual(single.weight);
      expect(run.ruined).toBe(single.ruined);
    }
  });

  it("rows without a price do not affect the result", () => {
    for (const seed of SEEDS) {
      const { closes, scores, weights } = randomAssets(seed, 1, 200, true);
      // The re-entry delay and borrow fees count all rows, priced or not, so both are off.
      const rules = { ...randomRules(seed), reentry: 0, borrow: 0 };
      const traded = closes[0].flatMap((close, t) => (Number.isNaN(close) ? [] : [t]));
      const own = (values: number[]) => [traded.map((t) => values[t])];
      const run = runShared(closes, scores, weights, rules);
      const packed = runShared(own(closes[0]), own(scores[0]), own(weights[0]), rules);
      expect(
        traded.map((t) => run.equity[t]),
        `seed ${seed}`,
      ).toEqual([...packed.equity]);
    }
  });

  it("any chunking and any prefix give the same bits", () => {
    for (const seed of SEEDS.slice(0, 12)) {
      const { closes, scores, weights } = randomAssets(seed, 4, 120, true);
      const rules = randomRules(seed);
      const whole = runShared(closes, scores, weights, rules);
      expect(runShared(closes, scores, weights, rules, 7).equity).toEqual(whole.equity);
      const cut = (columns: number[][]) => columns.map((values) => values.slice(0, 70));
      expect(runShared(cut(closes), cut(scores), cut(weights), rules).equity).toEqual(whole.equity.slice(0, 70));
    }
  });

  it("long only: cash is never negative, and the positions never exceed the account", () => {
    for (const seed of SEEDS) {
      const { closes, scores, weights } = randomAssets(seed, 5, 150, true);
      const run = runShared(closes, scores, weights, { ...randomRules(seed), shorts: false });
      expect(run.cash).toBeGreaterThanOrEqual(-1e-6);
      for (const weight of run.weight) expect(weight).toBeLessThanOrEqual(1 + 1e-9);
    }
  });

  it("twice the capital gives twice the profit, without fixed costs and whole units", () => {
    for (const seed of SEEDS.slice(0, 12)) {
      const { closes, scores, weights } = randomAssets(seed, 3, 120, true);
      const rules = { ...randomRules(seed), fixed: 0, least: 0, whole: false };
      const [once, twice] = [1, 2].map((times) => runShared(closes, scores, weights, { ...rules, capital: times * rules.capital }));
      for (const [t, value] of once.equity.entries()) expect(twice.equity[t]).toBeCloseTo(2 * value, 5);
    }
  });

  it("closing at the end leaves only cash, less the costs of the last sales", () => {
    const { closes, scores, weights } = randomAssets(3, 4, 100, false);
    const rules = { ...randomRules(3), fee: 0, slippage: 0, fixed: 0, unit: 0, least: 0 };
    const open = runShared(closes, scores, weights, rules);
    const closed = runShared(closes, scores, weights, rules, 100, true);
    expect(closed.cash).toBe(closed.equity[99]);
    expect(closed.equity[99]).toBeCloseTo(open.equity[99], 6);
  });
});

describe("worked examples", () => {
  const rules = { ...RULES, capital: 1000, size: 0.5, shorts: false };
  const always = (values: number[]) => values.map(() => 1);

  it("three signals, cash for two: the strongest are bought, the third is listed and waits", () => {
    const closes = [
      [10, 10, 10, 10],
      [20, 20, 20, 20],
      [40, 40, 40, 40],
    ];
    const scores = [
      [0.6, 0.6, 0.6, 0.6],
      [0.9, 0.9, 0.9, 0.9],
      [0.7, 0.7, 0.7, 0.7],
    ];
    const { states, cash } = runShared(closes, scores, closes.map(always), rules);
    expect(states.map((state) => state[1])).toEqual([0, 25, 12.5]);
    expect(states.map((state) => state[34])).toEqual([1, 0, 0]);
    expect(cash).toBe(0);
  });

  it("equal scores are filled in the order of the instruments", () => {
    const closes = [
      [10, 10, 10],
      [20, 20, 20],
      [40, 40, 40],
    ];
    const scores = closes.map(() => [0.8, 0.8, 0.8]);
    const { states } = runShared(closes, scores, closes.map(always), rules);
    expect(states.map((state) => state[1])).toEqual([50, 25, 0]);
  });

  it("a sale funds a purchase on the same row", () => {
    const closes = [
      [10, 10, 12, 12],
      [20, 20, 20, 20],
    ];
    const scores = [
      [0.8, 0, 0, 0],
      [0, 0.8, 0.8, 0.8],
    ];
    const { states, equity } = runShared(closes, scores, closes.map(always), { ...rules, size: 1 });
    expect([...equity]).toEqual([1000, 1000, 1200, 1200]);
    expect(states.map((state) => state[1])).toEqual([0, 60]);
  });

  it("proceeds of short sales buy nothing: total positions stay within the account", () => {
    const closes = [
      [10, 10, 10],
      [20, 20, 20],
    ];
    const scores = [
      [-0.9, -0.9, -0.9],
      [0.8, 0.8, 0.8],
    ];
    const { states } = runShared(closes, scores, closes.map(always), { ...rules, size: 0.8, shorts: true });
    expect(states[0][1]).toBe(-80);
    expect(states[1][1]).toBeCloseTo(10, 12);
  });

  it("an account that reaches zero is closed", () => {
    const closes = [
      [10, 10, 25, 30],
      [20, 20, 20, 20],
    ];
    const scores = [
      [-0.9, -0.9, -0.9, -0.9],
      [0, 0, 0, 0],
    ];
    const { equity, ruined } = runShared(closes, scores, closes.map(always), { ...rules, size: 1, shorts: true });
    expect(ruined).toBe(2);
    expect([...equity.slice(2)]).toEqual([-500, -500]);
  });
});
