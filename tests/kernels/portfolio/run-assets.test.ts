import { beforeAll, describe, expect, it } from "vitest";
import { type BacktestInput, runBacktest } from "../../../workers/backtest/jobs/run-backtest";
import { stressBacktest } from "../../../workers/backtest/jobs/stress-backtest";
import { sweepBacktest } from "../../../workers/backtest/jobs/sweep-backtest";
import { STRATEGY_TYPES } from "../../../workers/backtest/schema";
import { DAY } from "../../../workers/contract";
import { Canceled, type JobContext } from "../../../workers/runtime/job";
import { resultOf, says, told } from "../../fixtures/failure-text";
import { generator, randomBars } from "../backtest/backtest-run";
import { testContext } from "../context";
import { plainTargetWeight } from "../reference/backtest-scores";

let context: JobContext;
beforeAll(async () => {
  context = await testContext();
});

const N = 600;
const times = Float64Array.from({ length: N }, (_, t) => Date.UTC(2020, 0, 1) + t * DAY);
const walk = (seed: number, scale: number) => Float64Array.from(randomBars(N, generator(seed), "closes", scale), ({ close }) => close);
const ASSETS = [
  { name: "Delta", close: walk(11, 0.8) },
  { name: "Alpha", close: walk(12, 1.4) },
  { name: "Gamma", close: walk(13, 0.5) },
  { name: "Beta", close: walk(14, 1) },
];
/** One starts late, one ends early, one has gaps. */
const PATCHY = ASSETS.map(({ name, close }, k) => ({
  name,
  close: close.map((value, t) => ((k === 0 && t < 150) || (k === 1 && t > 500) || (k === 2 && t % 7 === 3) ? Number.NaN : value)),
}));
const bars = { close: ASSETS[0].close };

async function report(input: Partial<BacktestInput> = {}) {
  return resultOf(await runBacktest({ bars, times, strategy: { type: "momentum" }, ...input }, context));
}
async function failure(input: Partial<BacktestInput>) {
  const outcome = await runBacktest({ bars, times, strategy: { type: "momentum" }, ...input }, context);
  return outcome.ok ? null : told(outcome.failure);
}

describe("one asset is the single backtest", () => {
  for (const type of STRATEGY_TYPES) {
    for (const direction of ["long-only", "long-short"] as const) {
      it(`${type}, ${direction}: the same bits, adjusted and not, also for the benchmark`, async () => {
        for (const changes of [{}, { tradeOnClose: true }, { closeAtEnd: true, wholeUnits: true }, { behavioralAdjustment: false }]) {
          const strategy = { type, parameters: { threshold: 0.5 } };
          const { assets: _, ...single } = await report({ strategy, direction, ...changes });
          const { assets, ...shared } = await report({ strategy, direction, ...changes, assets: [{ name: "Delta", close: bars.close }] });
          expect(shared.equity).toEqual(single.equity);
          expect(shared.benchmark).toEqual(single.benchmark);
          expect(shared.unadjusted).toEqual(single.unadjusted);
          expect(shared.weight).toEqual(single.weight);
          expect(shared.statistics).toEqual(single.statistics);
          expect(shared.account).toEqual(single.account);
          expect(shared.trades.map(({ asset: __, ...trade }) => trade)).toEqual(single.trades);
          expect(assets).toHaveLength(1);
          const { asset: own, ...open } = assets?.[0].openTrade ?? { asset: undefined };
          expect(own === undefined ? null : open).toEqual(single.openTrade);
        }
      });
    }
  }
});

describe("several assets", () => {
  it("profits of all assets add up to the change of the account, to 1e-9 of the capital; so do trades and costs", async () => {
    for (const type of STRATEGY_TYPES) {
      for (const allocation of ["equal", "first-come"] as const) {
        for (const direction of ["long-only", "long-short"] as const) {
          const positionSize = allocation === "equal" ? 1 : 0.4;
          const own = await report({
            assets: PATCHY,
            strategy: { type, parameters: { threshold: 0.5 } },
            allocation,
            direction,
            positionSize,
          });
          const assets = own.assets ?? [];
          const sum = (of: (asset: (typeof assets)[number]) => number) => assets.reduce((total, asset) => total + of(asset), 0);
          const change = own.equity[N - 1] - own.settings.initialCapital;
          expect(Math.abs(sum(({ profit }) => profit) - change), `${type} ${allocation} ${direction}`).toBeLessThan(1e-9 * 1e6);
          expect(sum(({ statistics }) => statistics.trades)).toBe(own.statistics.trades);
          expect(sum(({ account }) => account.costs)).toBeCloseTo(own.account.costs, 6);
          expect(own.trades).toHaveLength(own.statistics.trades);
          const profits = own.trades.map(({ profit }) => profit);
          const mean = profits.reduce((total, value) => total + value, 0) / profits.length;
          const spread = Math.sqrt(profits.reduce((total, value) => total + (value - mean) ** 2, 0) / (profits.length - 1));
          if (own.statistics.sqn !== null) expect(own.statistics.sqn).toBeCloseTo((Math.sqrt(profits.length) * mean) / spread, 9);
          if (direction === "long-only") for (const weight of own.weight) expect(weight).toBeLessThanOrEqual(1 + 1e-9);
        }
      }
    }
  });

  it("the order of the columns does not matter, to the last bit", async () => {
    for (const type of STRATEGY_TYPES) {
      const strategy = { type, parameters: { threshold: 0.5 } };
      const settings = { strategy, allocation: "first-come", positionSize: 0.4 } as const;
      const one = await report({ ...settings, assets: PATCHY });
      const other = await report({ ...settings, assets: PATCHY.toReversed() });
      expect(other).toEqual(one);
      expect(one.assets?.map(({ name }) => name)).toEqual(["Alpha", "Beta", "Delta", "Gamma"]);
    }
  });

  it("an asset is scored and traded only on its own rows; row counts include those with a price", async () => {
    const own = await report({ assets: PATCHY, strategy: { type: "momentum", parameters: { threshold: 0.3 } } });
    const priced = new Map(PATCHY.map(({ name, close }) => [name, close]));
    expect(own.trades.length).toBeGreaterThan(10);
    for (const { asset = "", entryRow, exitRow } of own.trades) {
      expect(priced.get(asset)?.[entryRow]).not.toBeNaN();
      expect(priced.get(asset)?.[exitRow ?? 0]).not.toBeNaN();
    }
    for (const { name, rows } of own.assets ?? []) expect(rows).toBe(priced.get(name)?.filter((value) => !Number.isNaN(value)).length);
    expect(own.notes).toContain(
      says("backtest/untraded", { rows: PATCHY.reduce((sum, { close }) => sum + close.filter(Number.isNaN).length, 0), assets: 3 }),
    );
  });

  it("buying and holding without costs is the mean of the price ratios, to 1e-12", async () => {
    const { benchmark } = await report({ assets: ASSETS, transactionCosts: 0, slippage: 0 });
    for (let t = 1; t < N; t += 37) {
      const mean = ASSETS.reduce((sum, { close }) => sum + close[t] / close[1], 0) / ASSETS.length;
      expect(Math.abs(benchmark[t] / (1e6 * mean) - 1)).toBeLessThan(1e-12);
    }
  });

  it("equal shares: no position exceeds its share when opened; first come: the position size, or the remaining cash", async () => {
    const strategy = { type: "momentum", parameters: { threshold: 0.3, stopLoss: 0, takeProfit: 0 } } as const;
    const rules = { assets: ASSETS, strategy, behavioralAdjustment: false };
    const part = await report(rules);
    for (const { entryRow, quantity, entryPrice, orders } of part.trades) {
      if (orders === 2) expect(quantity * entryPrice).toBeLessThanOrEqual((0.25 + 1e-3) * part.equity[entryRow] * 1.01);
    }
    const first = await report({ ...rules, allocation: "first-come", positionSize: 0.5 });
    const opened = first.trades.map(({ entryRow, quantity, entryPrice }) => (quantity * entryPrice) / first.equity[entryRow]);
    expect(Math.max(...opened)).toBeGreaterThan(0.45);
  });

  it("Smart Beta: inverse-volatility shares scaled to the target, against the plain twin", async () => {
    const { trades, assets, equity } = await report({
      assets: ASSETS,
      strategy: { type: "smart-beta", parameters: { stopLoss: 0, takeProfit: 0, targetVolatility: 0.15 } },
      behavioralAdjustment: false,
      transactionCosts: 0,
      slippage: 0,
      closeAtEnd: true,
    });
    expect(trades).toHaveLength(4);
    const row = 20;
    // A single asset's weight for a volatility target is the target over its volatility.
    const deviations = ASSETS.map(({ close }) => 1e-6 / plainTargetWeight(close, row, 20, 1e-6 * Math.sqrt(252)));
    const inverse = deviations.map((value) => 1 / value);
    const total = inverse.reduce((sum, value) => sum + value, 0);
    const mean = deviations.reduce((sum, value, k) => sum + (inverse[k] / total) * value, 0);
    const scale = Math.min(1, 0.15 / Math.sqrt(252) / mean);
    for (const [k, { name, close }] of ASSETS.entries()) {
      const trade = trades.find(({ asset }) => asset === name);
      expect(trade?.entryRow).toBe(row + 1);
      const weight = (inverse[k] / total) * scale;
      expect((trade?.quantity ?? 0) * close[row + 1]).toBeGreaterThanOrEqual(weight * equity[row + 1] * (1 - 1e-9));
    }
    expect(assets).toHaveLength(4);
  });

  it("truncated data give the same trades: no look-ahead, and a planted look-ahead is detected", async () => {
    for (const type of STRATEGY_TYPES) {
      const found = resultOf(
        await stressBacktest({ bars, times, assets: PATCHY, strategy: { type, parameters: { threshold: 0.5 } } }, context),
      );
      expect(found.prefixes.lengths.length).toBeGreaterThan(3);
      expect(found.prefixes.firstDifference).toBeNull();
      expect(found.sensitivity.length).toBeGreaterThan(1);
    }
    const whole = await report({ assets: ASSETS });
    const bent = ASSETS.map(({ name, close }) => ({ name, close: close.map((value, t) => (t > 300 ? value * 1.5 : value)) }));
    const other = await report({ assets: bent });
    expect(other.equity.slice(0, 301)).toEqual(whole.equity.slice(0, 301));
    expect(other.equity.slice(301)).not.toEqual(whole.equity.slice(301));
  });

  it("every combination of a sweep equals a separate run", async () => {
    const axes = [
      { parameter: "lookback" as const, values: [10, 30] },
      { parameter: "threshold" as const, values: [0.3, 0.8] },
    ];
    const strategy = { type: "momentum" as const };
    const sweep = resultOf(await sweepBacktest({ bars, times, assets: PATCHY, strategy, axes, keep: 0 }, context));
    let place = 0;
    for (const lookback of axes[0].values) {
      for (const threshold of axes[1].values) {
        const own = await report({ assets: PATCHY, strategy: { ...strategy, parameters: { lookback, threshold } } });
        expect(sweep.figures.returns[place]).toBe(own.metrics.returns);
        expect(sweep.figures.sharpeRatio[place]).toBe(own.metrics.sharpeRatio);
        expect(sweep.figures.trades[place++]).toBe(own.metrics.trades);
      }
    }
  });

  it("dates, news and another benchmark work as for a single asset", async () => {
    const dates = { startDate: times[200], endDate: times[399] };
    const own = await report({ assets: PATCHY, ...dates });
    expect([own.firstRow, own.rows]).toEqual([200, 200]);
    const benchmark = { times, values: ASSETS[3].close };
    const [several, one] = [await report({ assets: ASSETS, benchmark }), await report({ benchmark })];
    expect(several.benchmark).toEqual(one.benchmark);
    const strategy = { type: "behavioral", parameters: { threshold: 0.3 } } as const;
    const silent = await report({ assets: PATCHY, strategy });
    expect(silent.notes).toContain(says("backtest/noSentiment"));
    const sentiment = Float64Array.from({ length: N }, (_, t) => ((t * 7919) % 101) / 101);
    const heard = await report({ assets: PATCHY, strategy, sentiment });
    expect(heard.notes).not.toContain(says("backtest/noSentiment"));
    expect(heard.equity).not.toEqual(silent.equity);
  });

  it("an asset without prices between the dates is skipped and reported", async () => {
    const none = { name: "None", close: new Float64Array(N).fill(Number.NaN) };
    const own = await report({ assets: [...ASSETS, none] });
    expect(own.assets).toHaveLength(4);
    expect(own.notes).toContain(says("backtest/noPrices", { names: ["None"] }));
  });
});

describe("edge cases", () => {
  it("each refusal names the cause", async () => {
    const bad = ASSETS.map(({ name, close }, k) => ({ name, close: k === 1 ? close.map((value, t) => (t === 40 ? -3 : value)) : close }));
    expect((await failure({ assets: bad }))?.message).toBe(says("series/price", { name: "Alpha", value: -3 }));
    expect((await failure({ assets: [] }))?.message).toBe(says("backtest/noAssets", { most: 500 }));
    expect((await failure({ assets: [ASSETS[0], { name: "Short", close: new Float64Array(5).fill(1) }] }))?.message).toBe(
      says("backtest/uneven"),
    );
    const empty = [{ name: "None", close: new Float64Array(N).fill(Number.NaN) }];
    expect((await failure({ assets: empty }))?.message).toBe(says("backtest/fewRows", { least: 1, given: 0 }));
    expect((await failure({ assets: ASSETS, allocation: "other" as "equal" }))?.message).toContain(says("backtest/allocation"));
  });

  it("can be canceled, and frees its memory", async () => {
    for (const checkpoints of [2, 9, 25]) {
      const canceling = await testContext(checkpoints);
      const before = canceling.kernels.arenaMark();
      await expect(runBacktest({ bars, times, assets: PATCHY, strategy: { type: "behavioral" } }, canceling)).rejects.toThrow(Canceled);
      expect(canceling.kernels.arenaMark()).toBe(before);
    }
  });
});
