import { beforeAll, describe, expect, it } from "vitest";
import { blockColumn } from "../../../workers/backtest/block-columns";
import { type BacktestInput, runBacktest } from "../../../workers/backtest/jobs/run-backtest";
import { prefixesOf } from "../../../workers/backtest/jobs/stress-backtest";
import { type Block, COMPARISONS, MAX_DEPTH, MEASURES, type Operand, RULES_DEFAULT } from "../../../workers/backtest/schema";
import { basicsOf } from "../../../workers/backtest/scores";
import { because } from "../../../workers/contract";
import type { JobContext } from "../../../workers/runtime/job";
import { failureText, resultOf, says } from "../../fixtures/failure-text";
import { runs } from "../../fixtures/in-all";
import { testContext } from "../context";
import { plainBlock } from "../reference/blocks";
import { generator, randomBars } from "./backtest-run";

let context: JobContext;
beforeAll(async () => {
  context = await testContext();
});

const N = 240;
const CLOSES = Float64Array.from(randomBars(N, generator(21), "closes"), ({ close }) => close);
const column = async (block: Block, closes = CLOSES, own = context) => {
  const [kernels, factors] = [await own.load("backtest"), await own.load("factors")];
  return own.arena.scope(() => {
    const n = closes.length;
    const close = own.arena.put(closes);
    const market = { n, close, open: 0, high: 0, low: 0, sentiment: 0, benchmark: 0, first: 0, times: null, notes: [] };
    const out = own.arena.take(n);
    blockColumn(own, { kernels, factors, market, ...basicsOf(own, factors, market), periodsPerYear: 252 }, block, out);
    return own.arena.view(out, n).slice();
  });
};

const operand = (measure: Operand["measure"], window = 1, value = 0): Operand => ({ measure, window, value });
const hold = (weight: number): Block => ({ kind: "hold", weight });
/** Levels near typical values of each measure, so that comparisons come out both ways. */
const LEVELS: Partial<Record<Operand["measure"], number[]>> = {
  price: [90, 110],
  average: [90, 110],
  exponential: [90, 110],
  strength: [40, 60],
  highest: [90, 110],
  lowest: [90, 110],
  change: [-2, 3],
  volatility: [20, 40],
  momentum: [-0.5, 0.5],
  distance: [-0.5, 0.5],
};

/** A separate tree for each seed. The first draws of nearby seeds are similar, so they are discarded. */
function tree(seed: number): Block {
  const random = generator(2_654_435_761 * seed);
  for (let k = 0; k < 8; k++) random();
  return randomBlock(random, 3, true);
}

function randomBlock(random: () => number, depth: number, asks = false): Block {
  const one = <T>(values: readonly T[]): T => values[Math.floor(values.length * random())];
  if (!asks && (depth === 0 || random() < 0.2)) return hold(one([-1, -0.5, 0, 0.25, 0.5, 1]));
  const conditions = Array.from({ length: 1 + Math.floor(3 * random()) }, () => {
    const measure = one(MEASURES.filter((name) => name !== "number"));
    // The reference needs at least 20 returns for momentum.
    const left = operand(measure, measure === "momentum" ? 20 + Math.floor(20 * random()) : 2 + Math.floor(25 * random()));
    const prices = ["price", "average", "exponential", "highest", "lowest"].includes(measure);
    const right =
      prices && random() < 0.5
        ? operand(one(["average", "exponential", "highest", "lowest"]), 5 + Math.floor(30 * random()))
        : operand("number", 1, one(LEVELS[measure] ?? [0]));
    return { left, is: one(COMPARISONS), right };
  });
  return { kind: "if", match: one(["all", "any"]), conditions, yes: randomBlock(random, depth - 1), no: randomBlock(random, depth - 1) };
}

describe("blocks", () => {
  it("random rule trees: the same weights as the plain twin on every row", async () => {
    let asked = 0;
    for (let seed = 1; seed <= runs(200); seed++) {
      const block = tree(seed);
      const own = await column(block);
      for (let t = 0; t < N; t += 3) {
        const plain = plainBlock(block, CLOSES, t);
        expect(own[t], `seed ${seed}, row ${t}: ${JSON.stringify(block)}`).toBe(plain);
        // Weights that change from row to row show that the conditions matter.
        if (t > 0 && !Object.is(plain, plainBlock(block, CLOSES, t - 1))) asked++;
      }
    }
    expect(asked).toBeGreaterThan(runs(1000));
  });

  it("a measure is undefined until enough rows precede it", async () => {
    for (const measure of MEASURES) {
      const block: Block = {
        ...(RULES_DEFAULT as Extract<Block, { kind: "if" }>),
        conditions: [{ left: operand(measure, 30), is: "above", right: operand("number", 1, 1e9) }],
      };
      const own = await column(block);
      const known = own.findIndex((weight) => !Number.isNaN(weight));
      const first = { price: 0, number: 0, average: 29, exponential: 29, distance: 29 } as Partial<Record<Operand["measure"], number>>;
      expect(known, measure).toBe(first[measure] ?? 30);
      expect(own.slice(known).every((weight) => weight === 0)).toBe(true);
    }
  });

  it("all and any: an undefined condition leaves the result undefined unless another one settles it", async () => {
    const unknown = { left: operand("average", 200), is: "above", right: operand("number", 1, 0) } as const;
    const no = { left: operand("price"), is: "below", right: operand("number", 1, 0) } as const;
    const yes = { ...no, is: "above" } as const;
    const at = async (match: "all" | "any", conditions: (typeof unknown | typeof no | typeof yes)[]) =>
      (await column({ kind: "if", match, conditions: [...conditions], yes: hold(1), no: hold(-1) }))[50];
    expect(await at("all", [unknown, no])).toBe(-1);
    expect(await at("all", [unknown, yes])).toBeNaN();
    expect(await at("any", [unknown, yes])).toBe(1);
    expect(await at("any", [unknown, no])).toBeNaN();
    expect(await at("all", [yes, yes])).toBe(1);
  });

  it("a rise through a level crosses it once, even after a row exactly at the level", async () => {
    const closes = Float64Array.of(1, 2, 2, 3, 4, 2, 1, 3);
    const crossing = (is: "crosses-above" | "crosses-below"): Block => ({
      kind: "if",
      match: "all",
      conditions: [{ left: operand("price"), is, right: operand("number", 1, 2) }],
      yes: hold(1),
      no: hold(0),
    });
    expect([...(await column(crossing("crosses-above"), closes))]).toEqual([Number.NaN, 0, 0, 1, 0, 0, 0, 1]);
    expect([...(await column(crossing("crosses-below"), closes))]).toEqual([Number.NaN, 0, 0, 0, 0, 0, 1, 0]);
  });
});

const LONG = 500;
const MARKET = Float64Array.from(randomBars(LONG, generator(22), "closes"), ({ close }) => close);
const input = (rules: Block, changes: Partial<BacktestInput> = {}): BacktestInput => ({
  bars: { close: MARKET },
  times: null,
  strategy: { type: "rules", rules, parameters: { stopLoss: 0, takeProfit: 0 } },
  direction: "long-short",
  ...changes,
});
async function report(rules: Block, changes: Partial<BacktestInput> = {}) {
  return resultOf(await runBacktest(input(rules, changes), context));
}

describe("a strategy of blocks", () => {
  it("holds the weight the blocks ask for from the next fill on", async () => {
    let rows = 0;
    for (let seed = 1; seed <= runs(30); seed++) {
      const block = tree(700 + seed);
      const changes = { behavioralAdjustment: false, transactionCosts: 0, slippage: 0, resizeBand: 0 };
      const outcome = await runBacktest(input(block, changes), context);
      // A long short position may wipe out the account.
      if (!outcome.ok) continue;
      let before = Number.NaN;
      for (let t = 1; t < LONG; t++) {
        const asked = plainBlock(block, MARKET, t - 1);
        const stays = Object.is(asked, before);
        before = asked;
        // An unchanged weight drifts; a new one is held at the close of its fill.
        if (stays || Number.isNaN(asked)) continue;
        expect(outcome.value.weight[t], `seed ${seed}, row ${t}`).toBeCloseTo(asked, 9);
        rows++;
      }
    }
    expect(rows).toBeGreaterThan(runs(1000));
  });

  it("always 100% without costs is the ratio of prices, to 1e-12; long-only skips short weights", async () => {
    const own = await report(hold(1), { behavioralAdjustment: false, transactionCosts: 0, slippage: 0 });
    for (let t = 1; t < LONG; t += 50) expect(Math.abs(own.equity[t] / (1e6 * (MARKET[t] / MARKET[1])) - 1)).toBeLessThan(1e-12);
    const short = await report(hold(-1), { direction: "long-only" });
    expect(short.account.orders).toBe(0);
    const both = await report(hold(-1));
    expect(both.openTrade?.side).toBe("short");
  });

  it("no rule tree looks ahead: truncated data give the same account, bit for bit, for one asset and for several", async () => {
    const assets = [1, 2, 3].map((seed) => ({
      name: `Asset ${seed}`,
      close: Float64Array.from(randomBars(LONG, generator(30 + seed), "closes"), ({ close }, t) =>
        t % (6 + seed) === 2 ? Number.NaN : close,
      ),
    }));
    for (let seed = 1; seed <= runs(25); seed++) {
      const rules = tree(300 + seed);
      for (const changes of [{}, { assets }]) {
        const whole = await report(rules, changes);
        const prefixes = await prefixesOf(input(rules, changes), whole, context);
        expect(prefixes.lengths.length).toBeGreaterThan(3);
        expect(prefixes.firstDifference, `seed ${seed}`).toBeNull();
      }
    }
  });

  it("one asset with shared cash has the same bits as the single-asset backtest", async () => {
    for (let seed = 1; seed <= runs(10); seed++) {
      const rules = tree(500 + seed);
      const [one, shared] = [await report(rules), await report(rules, { assets: [{ name: "Only", close: MARKET }] })];
      expect(shared.equity).toEqual(one.equity);
      expect(shared.weight).toEqual(one.weight);
    }
  });

  it("each refusal names the cause", async () => {
    const refused = async (rules: Block) => {
      const outcome = await runBacktest(input(rules), context);
      return outcome.ok ? null : failureText(outcome.failure);
    };
    const of = (left: Operand): Block => ({
      ...(RULES_DEFAULT as Extract<Block, { kind: "if" }>),
      conditions: [{ left, is: "above", right: operand("price") }],
    });
    expect(await refused(hold(2))).toBe(says("backtest/testFailed", { cause: because("backtest/blocksWeight") }));
    expect(await refused(of(operand("average", 0)))).toBe(
      says("backtest/testFailed", { cause: because("backtest/blocksWindow", { most: 1000 }) }),
    );
    expect(await refused(of(operand("number", 1, Number.NaN)))).toBe(
      says("backtest/testFailed", { cause: because("backtest/blocksOperand") }),
    );
    expect(await refused({ ...(RULES_DEFAULT as Extract<Block, { kind: "if" }>), conditions: [] })).toBe(
      says("backtest/testFailed", { cause: because("backtest/blocksConditions", { most: 5 }) }),
    );
    let deep: Block = hold(1);
    for (let k = 0; k <= MAX_DEPTH; k++) deep = { ...(RULES_DEFAULT as Extract<Block, { kind: "if" }>), yes: deep };
    expect(await refused(deep)).toBe(says("backtest/testFailed", { cause: because("backtest/blocksDepth", { most: MAX_DEPTH }) }));
  });

  it("the rules stay the same while stops are swept", async () => {
    const { sweepBacktest } = await import("../../../workers/backtest/jobs/sweep-backtest");
    const rules = RULES_DEFAULT;
    const sweep = resultOf(
      await sweepBacktest({ ...input(rules), axes: [{ parameter: "stopLoss", values: [0, 0.01] }], keep: 0 }, context),
    );
    const own = await report(rules);
    expect(sweep.figures.returns[0]).toBe(own.metrics.returns);
    expect(sweep.figures.returns[1]).not.toBe(own.metrics.returns);
  });
});
