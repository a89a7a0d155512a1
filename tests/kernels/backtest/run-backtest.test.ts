import { beforeAll, describe, expect, it } from "vitest";
import { type BacktestInput, runBacktest } from "../../../workers/backtest/jobs/run-backtest";
import { RULES_DEFAULT, STRATEGY_TYPES, type StrategyType } from "../../../workers/backtest/schema";
import { ADJUSTMENT } from "../../../workers/backtest/scores";
import { because, DAY } from "../../../workers/contract";
import { Canceled, type JobContext } from "../../../workers/runtime/job";
import { failureText, resultOf, says, told } from "../../fixtures/failure-text";
import { goldenText } from "../../fixtures/golden";
import { testContext } from "../context";
import { type Bar, type PlainRules, plainBacktest } from "../reference/backtest";
import { plainMomentum, plainPressure, plainReversion, plainSentiment, plainTargetWeight } from "../reference/backtest-scores";
import { plainBlock } from "../reference/blocks";
import { generator, RULES, randomBars } from "./backtest-run";

let context: JobContext;
beforeAll(async () => {
  context = await testContext();
});

const N = 700;
const BARS = randomBars(N, generator(5));
const column = (key: keyof Bar) => Float64Array.from(BARS, (bar) => bar[key] ?? Number.NaN);
const bars = { open: column("open"), high: column("high"), low: column("low"), close: column("close") };
const times = Float64Array.from({ length: N }, (_, t) => Date.UTC(2021, 0, 4) + (Math.floor(t / 5) * 7 + (t % 5)) * DAY);
const sentiment = Float64Array.from({ length: N }, (_, t) => (t % 3 === 0 ? Number.NaN : 0.5 + 0.4 * Math.sin(t / 9)));
/** Avoids transcendental functions, which differ between engines. */
const SENTIMENT = Float64Array.from({ length: N }, (_, t) => ((t * 7919) % 101) / 101);

async function report(input: Partial<BacktestInput> & { type?: StrategyType } = {}) {
  const { type = "momentum", ...rest } = input;
  return resultOf(await runBacktest({ bars, times, strategy: { type }, ...rest }, context));
}
async function failure(input: Partial<BacktestInput>) {
  const outcome = await runBacktest({ bars, times, strategy: { type: "momentum" }, ...input }, context);
  return outcome.ok ? null : told(outcome.failure);
}

/** Rules equivalent to the specification's defaults. */
const DEFAULT_RULES: PlainRules = {
  ...RULES,
  capital: 1_000_000,
  fee: 0.001,
  slippage: 0.001,
  enter: 1.5,
  exit: 0,
  stopLoss: 0.02,
  takeProfit: 0.05,
  band: 0.1,
};
const rows = Array.from({ length: N }, (_, t) => t);

describe("every kind of strategy against plain twins, with and without the behavioral adjustment", () => {
  const scores: Record<StrategyType, (t: number) => number> = {
    momentum: (t) => plainMomentum(bars.close, t, 20),
    "mean-reversion": (t) => plainReversion(bars.close, t, 20),
    behavioral: (t) =>
      0.3 * plainMomentum(bars.close, t, 20) + 0.3 * plainReversion(bars.close, t, 20) + 0.4 * plainSentiment(sentiment, t, 20),
    "smart-beta": () => 1,
    rules: (t) => plainBlock(RULES_DEFAULT, bars.close, t),
  };
  for (const type of STRATEGY_TYPES) {
    for (const direction of ["long-only", "long-short"] as const) {
      it(`${type}, ${direction}`, async () => {
        const threshold = type === "behavioral" ? 0.5 : 1.5;
        const own = await report({ strategy: { type, parameters: { threshold } }, direction, sentiment });
        const always = type === "smart-beta";
        // For rules, the score is the requested weight: any nonzero weight is held.
        const [enter, exit] = type === "rules" ? [1e-9, 1e-9] : [always ? 0 : threshold, 0];
        const rules = { ...DEFAULT_RULES, shorts: direction === "long-short", reentry: always ? 20 : 0, enter, exit };
        const base = rows.map((t) => (always ? plainTargetWeight(bars.close, t, 20, 0.15) : 1)).map((weight) => weight || 0);
        const score = rows.map(scores[type]);
        let side = 0;
        const kept = rows.map((t) => {
          side = score[t] > rules.enter ? 1 : score[t] < -rules.enter ? -1 : side;
          return base[t] * plainPressure(bars.close, t, side || 1);
        });
        const plain = plainBacktest(BARS, score, kept, rules);
        const bare = plainBacktest(BARS, score, base, rules);
        for (const t of rows) {
          expect(Math.abs(own.equity[t] / plain.equity[t] - 1), `row ${t}`).toBeLessThan(1e-9);
          expect(Math.abs(own.unadjusted!.equity[t] / bare.equity[t] - 1), `row ${t}`).toBeLessThan(1e-9);
        }
        expect(own.trades.length).toBe(plain.trades.length);
        expect(plain.trades.length).toBeGreaterThan(3);
        expect(own.account.costs).toBeCloseTo(plain.costs, 3);
        expect(own.equity).not.toEqual(own.unadjusted!.equity);
        const wins = plain.trades.filter(({ gross, costs }) => gross > costs).length;
        expect(own.metrics.winRate).toBeCloseTo(wins / plain.trades.length, 12);
      });
    }
  }

  it("without the adjustment, the weight is 1", async () => {
    const off = await report({ behavioralAdjustment: false });
    expect(off.unadjusted).toBeNull();
    expect(off.equity).toEqual((await report()).unadjusted!.equity);
    expect(ADJUSTMENT).toEqual({ window: 22, lossAversion: 2.25, strength: 0.5 });
  });

  it("without news, Behavioral Alpha redistributes the weights, and a note says so", async () => {
    const own = await report({ type: "behavioral" });
    expect(own.notes).toContain(says("backtest/noSentiment"));
    const whole = await report({
      strategy: { type: "behavioral", behavioralFactors: { momentum: 0.5, meanReversion: 0.5, sentiment: 0 } },
    });
    expect(own.equity).toEqual(whole.equity);
    expect(whole.notes).not.toContain(says("backtest/noSentiment"));
  });
});

describe("desk costs", () => {
  const desk = { unitCommission: 0.01, minimumCommission: 500, borrowFee: 0.06 };
  const none = { unitCommission: 0, minimumCommission: 0, borrowFee: 0 };
  const shorts = { type: "mean-reversion", direction: "long-short" } as const;

  it("are 0 by default, and then change no bit", async () => {
    const [usual, told] = [await report(shorts), await report({ ...shorts, ...none })];
    expect(told).toEqual(usual);
    expect(usual.settings).toMatchObject(none);
    expect(usual.account).not.toHaveProperty("borrow");
    expect(usual.account.costs).toBe(usual.account.fees + usual.account.slippage);
  });

  it("are charged in full on a sale worth less than they are: an account they wipe out is refused", async () => {
    const close = Float64Array.from({ length: 120 }, (_, t) => (t < 60 ? 100 + t : 0.5 - t / 1000));
    const ask = { bars: { close }, times: null, behavioralAdjustment: false, initialCapital: 1000, minimumCommission: 400 };
    const crash = { ...ask, strategy: { type: "momentum", parameters: { stopLoss: 0, takeProfit: 0 } } } as const;
    expect((await failure(crash))?.message).toMatch(/Strategy test failed: the account was wiped out at row \d+/);
    expect((await report({ ...crash, minimumCommission: 0 })).trades.length).toBeGreaterThan(0);
  });

  it("are reported separately, add up, and are borne by the trades", async () => {
    const instruments = [1, 2].map((seed) => ({
      name: `${seed}`,
      close: Float64Array.from(randomBars(N, generator(seed)), ({ close }) => close),
    }));
    for (const assets of [null, instruments]) {
      const run = await report({ ...shorts, ...desk, assets, closeAtEnd: true });
      const { fees, slippage, borrow = 0, costs, orders } = run.account;
      expect(borrow).toBeGreaterThan(0);
      expect(fees).toBeGreaterThanOrEqual(500 * orders);
      expect(costs).toBeCloseTo(fees + slippage + borrow, 6);
      const sum = (of: (trade: (typeof run.trades)[number]) => number) => run.trades.reduce((all, trade) => all + of(trade), 0);
      expect(sum((trade) => trade.fees)).toBeCloseTo(fees + borrow, 4);
      expect(1_000_000 + sum(({ profit }) => profit)).toBeCloseTo(run.equity[run.rows - 1], 3);
      const free = await report({ ...shorts, ...desk, borrowFee: 0, assets, closeAtEnd: true });
      expect(free.account).not.toHaveProperty("borrow");
      expect(run.equity[run.rows - 1]).toBeLessThan(free.equity[run.rows - 1]);
    }
  });

  it("the annual borrow rate is charged per bar as that bar's fraction of a year", async () => {
    const yearly = async (periodsPerYear: number) =>
      (await report({ ...shorts, borrowFee: 0.01, periodsPerYear, positionSize: 0.01, behavioralAdjustment: false })).account.borrow ?? 0;
    expect((await yearly(252)) / (await yearly(504))).toBeCloseTo(2, 2);
  });
});

describe("figures", () => {
  it("the specification's block, and trade statistics by their definitions", async () => {
    const own = await report({ strategy: { type: "mean-reversion", parameters: { threshold: 1 } }, direction: "long-short" });
    const { metrics, statistics, account } = own;
    const end = own.equity[N - 1];
    expect(metrics.returns).toBeCloseTo(end / 1_000_000 - 1, 12);
    expect(metrics.trades).toBe(own.trades.length);
    const returns = rows.slice(1).map((t) => own.equity[t] / own.equity[t - 1] - 1);
    const mean = returns.reduce((a, b) => a + b) / returns.length;
    const sd = Math.sqrt(returns.reduce((sum, r) => sum + (r - mean) ** 2, 0) / (returns.length - 1));
    expect(metrics.sharpeRatio).toBeCloseTo(((mean - 0.02 / 252) / sd) * Math.sqrt(252), 9);
    expect(metrics.maxDrawdown).toBeCloseTo(Math.min(...own.drawdown), 12);
    const profits = own.trades.map(({ profit }) => profit);
    const [won, lost] = [profits.filter((p) => p > 0), profits.filter((p) => p <= 0)];
    const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
    const average = sum(profits) / profits.length;
    const spread = Math.sqrt(sum(profits.map((p) => (p - average) ** 2)) / (profits.length - 1));
    const payoff = sum(won) / won.length / (-sum(lost) / lost.length);
    const winRate = won.length / profits.length;
    expect(statistics.profitFactor).toBeCloseTo(sum(won) / -sum(lost), 9);
    expect(statistics.expectancy).toBeCloseTo(average, 6);
    expect(statistics.payoff).toBeCloseTo(payoff, 9);
    expect(statistics.kelly).toBeCloseTo(winRate - (1 - winRate) / payoff, 9);
    expect(statistics.sqn).toBeCloseTo((Math.sqrt(profits.length) * average) / spread, 9);
    expect(statistics.meanReturn).toBeCloseTo(sum(own.trades.map((trade) => trade.return)) / profits.length, 12);
    expect(statistics.averageDuration).toBeCloseTo(sum(own.trades.map(({ bars }) => bars)) / profits.length, 12);
    const sides = {
      all: own.trades,
      long: own.trades.filter(({ side }) => side === "long"),
      short: own.trades.filter(({ side }) => side === "short"),
    };
    for (const [side, trades] of Object.entries(sides)) {
      const told = side === "all" ? statistics : own.sides[side as "long" | "short"];
      const gains = trades.filter(({ profit }) => profit > 0);
      const others = trades.filter(({ profit }) => profit <= 0);
      expect(gains.length, side).toBeGreaterThan(1);
      expect(others.length, side).toBeGreaterThan(1);
      const profit = (list: typeof trades) => sum(list.map((trade) => trade.profit));
      const duration = (list: typeof trades) => sum(list.map((trade) => trade.bars)) / list.length;
      const close = (value: number | null, plain: number) => expect(Math.abs(value! / plain - 1), side).toBeLessThan(1e-9);
      expect([told.trades, told.wins]).toEqual([trades.length, gains.length]);
      close(told.netProfit, profit(trades));
      close(told.grossProfit, profit(gains));
      close(told.grossLoss, -profit(others));
      close(told.profitFactor, profit(gains) / -profit(others));
      close(told.largestWin, Math.max(...gains.map((trade) => trade.profit)));
      close(told.largestLoss, -Math.min(...others.map((trade) => trade.profit)));
      close(told.averageDuration, duration(trades));
      close(told.averageDurationWon, duration(gains));
      close(told.averageDurationLost, duration(others));
    }
    for (const [equity, growth] of [
      [own.equity, own.growth],
      [own.benchmark, own.benchmarkGrowth],
      [own.unadjusted!.equity, own.unadjusted!.growth],
    ] as const) {
      const upTo = (t: number) => equity.slice(0, t + 1);
      expect(growth).toEqual({
        profit: equity[N - 1] - 1_000_000,
        maxRunUp: Math.max(...rows.map((t) => equity[t] - Math.min(...upTo(t)))),
        maxRunUpShare: Math.max(...rows.map((t) => equity[t] / Math.min(...upTo(t)) - 1)),
        maxFall: Math.max(...rows.map((t) => Math.max(...upTo(t)) - equity[t])),
      });
    }
    expect(account.exposure).toBeCloseTo(own.weight.filter((weight) => weight !== 0).length / N, 12);
    const open = own.openTrade?.profit ?? 0;
    expect(Math.abs((1_000_000 + sum(profits) + open) / end - 1)).toBeLessThan(1e-9);
    const gross = sum(own.trades.map(({ grossProfit }) => grossProfit)) + (own.openTrade?.grossProfit ?? 0);
    expect(Math.abs((1_000_000 + gross - account.costs) / end - 1)).toBeLessThan(1e-9);
    expect(account.costs).toBeCloseTo(account.fees + account.slippage, 9);
  });

  it("buy and hold pays costs once, from the first fill on", async () => {
    const own = await report({ closeAtEnd: true });
    const units = 1_000_000 / (1.001 * 1.001 * BARS[1].open!);
    expect(own.benchmark[0]).toBe(1_000_000);
    expect(own.benchmark[N - 1]).toBeCloseTo(units * BARS[N - 1].close, 4);
    const other = Float64Array.from(bars.close, (close) => close * 2);
    const compared = await report({ benchmark: { times, values: other } });
    expect(compared.benchmark[N - 1]).toBeCloseTo((1_000_000 / (1.001 * 1.001 * other[1])) * other[N - 1], 4);
    expect(compared.equity).toEqual((await report()).equity);
  });

  it("months, open trades, fills", async () => {
    const own = await report({ type: "smart-beta", strategy: { type: "smart-beta", parameters: { stopLoss: 0, takeProfit: 0 } } });
    expect(own.performanceData[0]).toMatchObject({ date: "2021-01", portfolio: own.equity[19], benchmark: own.benchmark[19] });
    expect(own.performanceData.at(-1)).toMatchObject({
      date: new Date(times[N - 1]).toISOString().slice(0, 7),
      portfolio: own.equity[N - 1],
    });
    expect(own.metrics).toMatchObject({ trades: 0, winRate: null });
    expect(own.openTrade).toMatchObject({ side: "long", exit: "open", exitRow: null, entryTime: times[21] });
    expect(own.reasons.winRate).toBe(says("backtest/noTrades"));
    expect(own.fill).toBe("next open");
    const bare = await report({ bars: { close: bars.close }, times: null });
    expect(bare.fill).toBe("next close");
    expect(bare.notes).toContain(says("backtest/noOpens"));
    expect(bare.performanceData[0].date).toBe("row 21");
    const ahead = await report({ tradeOnClose: true });
    expect(ahead.fill).toBe("same close");
    expect(ahead.notes).toContain(says("backtest/lookAhead"));
  });

  it("scores use data before the start date, and trades lie within the dates", async () => {
    const [startDate, endDate] = [Date.UTC(2022, 0, 1), Date.UTC(2022, 11, 31)];
    const own = await report({ type: "smart-beta", startDate, endDate });
    expect(own.times![0]).toBeGreaterThanOrEqual(startDate);
    expect(own.times!.at(-1)).toBeLessThanOrEqual(endDate);
    expect(own.equity[0]).toBe(1_000_000);
    // No warm-up: the first close already gives a signal.
    expect(own.weight[1]).toBeGreaterThan(0);
    const wide = await report({ startDate: Date.UTC(2000, 0, 1), endDate });
    expect(wide.notes).toContain(says("series/clamped", { from: "2021-01-04", to: new Date(times[N - 1]).toISOString().slice(0, 10) }));
    expect((await failure({ startDate: Date.UTC(2040, 0, 1) }))?.message).toBe(says("series/noRowsBetween"));
  });

  it("a prefix of the data gives the same trades", async () => {
    for (const type of STRATEGY_TYPES) {
      const whole = await report({ type, direction: "long-short" });
      for (const length of [150, 431]) {
        const cut = (values: Float64Array) => values.slice(0, length);
        const part = await report({
          type,
          direction: "long-short",
          bars: { open: cut(bars.open), high: cut(bars.high), low: cut(bars.low), close: cut(bars.close) },
          times: cut(times),
        });
        expect(part.trades).toEqual(whole.trades.filter(({ exitRow }) => exitRow! < length));
        expect(part.equity).toEqual(whole.equity.slice(0, length));
      }
    }
  });
});

describe("determinism", () => {
  it("the same bits in every engine: a digest of the four strategy families", async () => {
    let digest = 0;
    for (const type of STRATEGY_TYPES.filter((one) => one !== "rules")) {
      const { equity, benchmark, drawdown, metrics } = await report({ type, direction: "long-short", sentiment: SENTIMENT });
      for (const values of [equity, benchmark, drawdown, Float64Array.of(metrics.sharpeRatio ?? 0, metrics.returns)]) {
        for (const byte of new Uint8Array(values.buffer, values.byteOffset, values.byteLength)) digest = (Math.imul(digest, 31) + byte) | 0;
      }
    }
    expect(digest).toBe(-1329192221);
  });
});

describe("edge cases", () => {
  it("constant prices: no trades, no ratios, and the reasons", async () => {
    const flat = new Float64Array(100).fill(50);
    const own = await report({ bars: { close: flat }, times: null });
    expect(own.metrics).toEqual({ returns: 0, sharpeRatio: null, maxDrawdown: 0, trades: 0, winRate: null });
    expect(own.reasons).toMatchObject({
      sharpe: says("series/noVariation"),
      calmar: says("performance/noDrawdown"),
      kelly: says("backtest/noTrades"),
    });
    expect(own.notes).toContain(says("backtest/neverTraded"));
  });

  it("reports whether prices are too small or too large", async () => {
    const walk = Float64Array.from({ length: 60 }, (_, t) => 1 + t / 100);
    const tells = async (close: Float64Array, others: Partial<BacktestInput> = {}) => {
      const outcome = await runBacktest({ bars: { close }, times: null, strategy: { type: "momentum" }, ...others }, context);
      return outcome.ok ? "read" : failureText(outcome.failure);
    };
    const small = walk.map((price) => price * 1e-310);
    const said = (reason: "series/tooSmallValues" | "series/tooLargeValues") => says("backtest/testFailed", { cause: because(reason) });
    expect(await tells(small)).toBe(said("series/tooSmallValues"));
    expect(
      await tells(walk, {
        assets: [
          { name: "one", close: walk },
          { name: "other", close: small },
        ],
      }),
    ).toBe(said("series/tooSmallValues"));
    expect(await tells(Float64Array.from({ length: 90 }, (_, t) => [1e-300, 1, 1e300][t % 3] * (1 + t / 100)))).toBe(
      said("series/tooLargeValues"),
    );
    expect(await tells(walk)).toBe("read");
  });

  it("no figure is ever NaN", async () => {
    const steps = [1e-300, 1, 1e300];
    const wild = Float64Array.from({ length: 90 }, (_, t) => steps[t % 3] * (1 + t / 100));
    for (const close of [wild, Float64Array.of(1, 2, 3), Float64Array.from({ length: 60 }, (_, t) => 1.01 ** t)]) {
      for (const type of STRATEGY_TYPES) {
        const outcome = await runBacktest({ bars: { close }, times: null, strategy: { type } }, context);
        if (!outcome.ok) {
          expect([close, failureText(outcome.failure)]).toEqual([
            wild,
            says("backtest/testFailed", { cause: because("series/tooLargeValues") }),
          ]);
          continue;
        }
        const own = outcome.value;
        const figures = [own.performance, own.benchmarkPerformance, own.statistics, own.account].flatMap((block) => Object.values(block));
        expect(
          figures.filter((value) => Number.isNaN(value)),
          type,
        ).toEqual([]);
        expect(own.equity.some(Number.isNaN)).toBe(false);
      }
    }
  });

  it("incomplete bars are completed, and notes count them", async () => {
    const open = bars.open.slice();
    open[30] = Number.NaN;
    const high = bars.high.slice();
    high[40] = 1;
    const own = await report({ bars: { ...bars, open, high } });
    expect(own.notes).toEqual(expect.arrayContaining([says("backtest/missing", { rows: 1 }), says("backtest/narrow", { rows: 1 })]));
    open[50] = -1;
    expect(await failure({ bars: { ...bars, open } })).toMatchObject({
      code: "bad-input",
      message: says("backtest/bar", { row: 51 }),
      row: 51,
    });
  });

  it("each refusal names the cause", async () => {
    const wrapped = (cause: string) => says("backtest/testFailed", { cause: because("runtime/said", { text: cause }) });
    const strategy = (parameters: object, type: StrategyType = "momentum") => ({ strategy: { type, parameters } });
    expect((await failure({ bars: { close: new Float64Array() }, times: null }))?.message).toBe("Please enter market data");
    expect((await failure(strategy({ lookback: 0 })))?.message).toBe(wrapped(says("backtest/lookback")));
    expect((await failure(strategy({ threshold: -1 })))?.message).toBe(wrapped(says("backtest/threshold")));
    expect((await failure(strategy({ exitThreshold: 2 })))?.message).toBe(wrapped(says("backtest/exit")));
    expect((await failure(strategy({ stopLoss: 1.2 })))?.message).toBe(wrapped(says("backtest/stops")));
    expect((await failure(strategy({ targetVolatility: 0 })))?.message).toBe(wrapped(says("backtest/target")));
    expect((await failure(strategy({}, "other" as StrategyType)))?.message).toBe(wrapped(says("backtest/strategyType")));
    const factors = { momentum: 0, meanReversion: 0, sentiment: 0 };
    expect((await failure({ strategy: { type: "behavioral", behavioralFactors: factors } }))?.message).toBe(
      wrapped(says("backtest/weights")),
    );
    expect((await failure({ initialCapital: 0 }))?.message).toBe(wrapped(says("portfolio/rebalanceCapital")));
    expect((await failure({ slippage: -1 }))?.message).toBe(wrapped(says("portfolio/rebalanceCosts")));
    expect((await failure({ fixedCosts: -1 }))?.message).toBe(wrapped(says("backtest/fixedCosts")));
    expect((await failure({ unitCommission: -1 }))?.message).toBe(wrapped(says("backtest/fixedCosts")));
    expect((await failure({ minimumCommission: Number.NaN }))?.message).toBe(wrapped(says("backtest/fixedCosts")));
    expect((await failure({ borrowFee: -0.1 }))?.message).toBe(wrapped(says("backtest/borrowFee")));
    expect((await failure({ positionSize: 2 }))?.message).toBe(wrapped(says("backtest/size")));
    expect((await failure({ resizeBand: 2 }))?.message).toBe(wrapped(says("backtest/band")));
    expect((await failure({ riskFree: -2 }))?.message).toBe(wrapped(says("performance/riskFree")));
    expect((await failure({ periodsPerYear: 0 }))?.message).toBe(wrapped(says("numerics/annualization")));
    expect((await failure({ times: times.slice(1) }))?.message).toBe(says("backtest/uneven"));
    const holed = bars.close.slice();
    holed[9] = Number.NaN;
    expect(await failure({ bars: { close: holed } })).toMatchObject({ message: says("series/notFinite", { row: 10 }), row: 10 });
    holed[9] = 0;
    expect(await failure({ bars: { close: holed } })).toMatchObject({
      message: says("series/nonPositivePrice", { row: 10, value: 0 }),
      row: 10,
    });
    expect((await failure({ bars: { close: Float64Array.of(1, 2) }, times: null }))?.message).toBe(
      says("backtest/fewRows", { least: 3, given: 2 }),
    );
    const rising = Float64Array.from({ length: 120 }, (_, t) => (t < 60 ? 100 - t + (t % 2) : t * t));
    const ruin = { direction: "long-short", bars: { close: rising }, times: null, behavioralAdjustment: false } as const;
    const short = await failure({ ...ruin, strategy: { type: "momentum", parameters: { stopLoss: 0, takeProfit: 0 } } });
    expect(short).toMatchObject({ code: "bad-input", row: expect.any(Number) });
    expect(short?.message).toBe(wrapped(says("backtest/ruined", { row: short!.row! })));
  });

  it("can be canceled, and frees its memory", async () => {
    for (const after of [0, 3, 9]) {
      const canceling = await testContext(after);
      await canceling.load("backtest");
      const mark = canceling.kernels.arenaMark();
      await expect(runBacktest({ bars, times, strategy: { type: "behavioral" } }, canceling)).rejects.toThrow(Canceled);
      expect(canceling.kernels.arenaMark()).toBe(mark);
    }
  });
});

const goog = await goldenText("series/goog_2004_2013.csv");

describe.skipIf(!goog)(`Google 2004-2013, daily bars${goog ? "" : " (skipped: golden series not present)"}`, () => {
  it("equals the plain twin, and the accounts add up", async () => {
    const table = goog!
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(","));
    const read = (index: number) => Float64Array.from(table, (cells) => Number(cells[index]));
    const prices = { open: read(1), high: read(2), low: read(3), close: read(4) };
    const moments = Float64Array.from(table, ([date]) => Date.parse(date));
    const own = await report({ bars: prices, times: moments, behavioralAdjustment: false, direction: "long-short" });
    const list = table.map((_, t) => ({ open: prices.open[t], high: prices.high[t], low: prices.low[t], close: prices.close[t] }));
    const plain = plainBacktest(
      list,
      list.map((_, t) => plainMomentum(prices.close, t, 20)),
      list.map(() => 1),
      DEFAULT_RULES,
    );
    expect(own.trades.map(({ entryRow, exitRow, exit }) => [entryRow, exitRow, exit])).toEqual(
      plain.trades.map(({ entryRow, exitRow, exit }) => [entryRow, exitRow, exit]),
    );
    expect(Math.abs(own.equity.at(-1)! / plain.equity.at(-1)! - 1)).toBeLessThan(1e-9);
    expect(own.trades.length).toBeGreaterThan(30);
  });
});

describe("a benchmark from another dataset", () => {
  it("is matched by date: the latest known value at each row, and its first value before it starts", async () => {
    const every = [5, 9, 10, 400, 640].map((row) => row);
    const benchmark = { times: Float64Array.from(every, (row) => times[row] + 3_600_000), values: Float64Array.of(10, 11, 12, 15, 30) };
    const known = Float64Array.from(
      times,
      (time) =>
        benchmark.values[
          Math.max(
            0,
            benchmark.times.findLastIndex((moment) => moment <= time),
          )
        ],
    );
    const matched = await report({ benchmark });
    const given = await report({ benchmark: { times, values: known } });
    expect(matched.benchmark).toEqual(given.benchmark);
    expect(matched.equity).toEqual(given.equity);
    const day = (row: number) => new Date(times[row]).toISOString().slice(0, 10);
    expect(matched.notes).toContain(says("performance/benchmarkLate", { day: day(5) }));
    expect(matched.notes).toContain(says("performance/benchmarkEarly", { day: day(640) }));
  });

  it("refuses benchmark dates out of order or without overlap, and ignores the benchmark if the data have no dates", async () => {
    const benchmark = { times: Float64Array.of(times[3], times[2]), values: Float64Array.of(1, 2) };
    expect((await failure({ benchmark }))?.message).toBe(says("performance/benchmarkDates"));
    const later = { times: Float64Array.of(times[N - 1] + 10 * DAY), values: Float64Array.of(1) };
    expect((await failure({ benchmark: later }))?.message).toBe(says("performance/benchmarkApart"));
    const undated = await report({ times: null, benchmark: { times, values: bars.close } });
    expect(undated.notes).toContain(says("performance/benchmarkUndated"));
    expect(undated.benchmark).toEqual((await report({ times: null })).benchmark);
  });
});

describe("adjusted closes", () => {
  it("opens, highs and lows are adjusted like the closes", async () => {
    const factor = (t: number) => (t < 300 ? 0.5 : 1);
    const level = (values: Float64Array) => values.map((value, t) => (value * (bars.close[t] * factor(t))) / bars.close[t]);
    const close = bars.close.map((value, t) => value * factor(t));
    const given = { open: level(bars.open), high: level(bars.high), low: level(bars.low), close };
    const own = await report({ bars: { ...bars, close, unadjusted: bars.close } });
    const expected = await report({ bars: given });
    expect(own.equity).toEqual(expected.equity);
    expect(own.trades).toEqual(expected.trades);
  });
});

describe("chart markers", () => {
  it("are placed where trades were opened and closed", async () => {
    const own = await report({ direction: "long-short", startDate: times[100] });
    const { trades, firstRow, bought, sold, markedFrom } = own;
    const from = firstRow + markedFrom;
    expect(trades.length).toBeGreaterThan(3);
    for (const { side, entryRow, exitRow, entryPrice, exitPrice } of trades) {
      const [entries, exits] = side === "long" ? [bought, sold] : [sold, bought];
      expect(entries[entryRow - from]).toBe(entryPrice);
      expect(exits[exitRow! - from]).toBe(exitPrice);
    }
    const marked = [...bought, ...sold].filter((value) => !Number.isNaN(value)).length;
    expect(marked).toBe(
      new Set(trades.flatMap(({ side, entryRow, exitRow }) => [`${side} ${entryRow}`, `${side === "long" ? "short" : "long"} ${exitRow}`]))
        .size + (own.openTrade ? 1 : 0),
    );
  });
});
