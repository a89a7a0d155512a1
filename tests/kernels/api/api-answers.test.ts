import { beforeAll, expect, it } from "vitest";
import { answerBacktest, type BacktestAnswer } from "../../../workers/api/answers/backtest";
import { answerHistorical } from "../../../workers/api/answers/historical";
import { answerPortfolio } from "../../../workers/api/answers/portfolio";
import { answerSummary } from "../../../workers/api/answers/summary";
import { answerVolatility } from "../../../workers/api/answers/volatility";
import type { DatasetSource } from "../../../workers/api/dataset-source";
import { runBacktest } from "../../../workers/backtest/jobs/run-backtest";
import { operand, type Strategy } from "../../../workers/backtest/schema";
import { DAY, failBecause, type Series, succeed, verbatim } from "../../../workers/contract";
import type { JobContext } from "../../../workers/runtime/job";
import { datasetOf, entryOf } from "../../../workers/storage/dataset";
import { fitGarchJob } from "../../../workers/volatility/jobs/fit-garch";
import { DEFAULT_FIT_OPTIONS } from "../../../workers/volatility/search";
import { failureText, resultOf, toldOutcome } from "../../fixtures/failure-text";
import { testSeries } from "../../fixtures/series";
import { testContext } from "../context";
import { randomWalk } from "../reference/random";

let context: JobContext;
beforeAll(async () => {
  context = await testContext();
});

function sourceOf(...series: Series[]): DatasetSource {
  return {
    list: async () => succeed({ datasets: series.map((one) => datasetOf(entryOf(one, one.hash, 0))), unreadable: 0 }),
    load: async (hash) => {
      const found = series.find((one) => one.hash === hash);
      return found ? succeed(found) : failBecause("storage", verbatim("gone"));
    },
  };
}

const named = (name: string, values: number[]): Series => ({ ...testSeries(name, values), name });
const wave = (n: number, phase: number) => Array.from({ length: n }, (_, i) => 100 + 10 * ((i * phase) % 17) * 0.1 + 0.05 * i);

it("returns rows as daily bars, aggregated to weeks from Monday and to months on request", async () => {
  // 1970-01-01 was a Thursday, so the first week has only four days.
  const oil = named("Oil.csv", [1, 5, 3, 4, 2, 9, 7, 8, 6, 10, 11, 12].concat(Array.from({ length: 30 }, (_, i) => 20 + i)));
  const source = sourceOf(oil);
  const ask = (interval: "1d" | "1w" | "1mo", from: number | null = null, to: number | null = null) =>
    answerHistorical({ symbol: "OIL", from, to, interval }, context, source).then(resultOf);
  expect(await ask("1d", DAY, 3 * DAY - 1)).toEqual([
    { timestamp: "1970-01-02T00:00:00.000Z", open: null, high: null, low: null, close: 5, volume: 500 },
    { timestamp: "1970-01-03T00:00:00.000Z", open: null, high: null, low: null, close: 3, volume: 300 },
  ]);
  const weeks = await ask("1w");
  expect(weeks[0]).toMatchObject({ timestamp: "1969-12-29T00:00:00.000Z", close: 4, volume: 1300 });
  expect(weeks[1]).toMatchObject({ timestamp: "1970-01-05T00:00:00.000Z", close: 11, volume: 5300 });
  const months = await ask("1mo");
  expect(months.map(({ timestamp, close }) => [timestamp.slice(0, 10), close])).toEqual([
    ["1970-01-01", 38],
    ["1970-02-01", 49],
  ]);
  expect(months.reduce((sum, { volume }) => sum + (volume ?? 0), 0)).toBe(oil.columns[1].values.reduce((sum, one) => sum + one, 0));
});

it("uses the same bars as the screens: open, high and low adjusted like the close, and scores from a column named Sentiment", async () => {
  const adjusted = Array.from(randomWalk(300, 4));
  const raw = adjusted.map((price, row) => price * (row < 150 ? 2 : 1));
  const column = (name: string, role: Series["columns"][number]["role"], values: number[]) => ({
    name,
    role,
    values: Float64Array.from(values),
  });
  const spy: Series = {
    ...named("SPY", adjusted),
    columns: [
      column("Adj Close", "adjusted-close", adjusted),
      column("Close", "close", raw),
      ...(["open", "high", "low"] as const).map((role, k) =>
        column(
          role,
          role,
          raw.map((price) => price * (1 + 0.01 * (k % 3 === 2 ? -1 : k))),
        ),
      ),
      column(
        "Sentiment",
        "value",
        adjusted.map((_, row) => (row % 7) / 7),
      ),
    ],
    primary: 0,
  };
  const source = sourceOf(spy);
  const bars = resultOf(await answerHistorical({ symbol: "SPY", from: null, to: null, interval: "1d" }, context, source));
  expect(bars).toHaveLength(300);
  for (const { open, high, low, close } of bars) {
    for (const [price, factor] of [
      [open, 1],
      [high, 1.01],
      [low, 0.99],
    ] as const)
      expect((price ?? 0) / close).toBeCloseTo(factor, 12);
  }
  const summary = resultOf(await answerSummary({ symbols: ["SPY"] }, context, source)).SPY;
  expect(summary.high_24h / summary.last_price).toBeCloseTo(1.01, 12);
  const question = {
    strategy: { type: "behavioral", parameters: { lookback: 5, threshold: 0.1 } } as Strategy,
    startDate: null,
    endDate: null,
    initialCapital: 10_000,
    positionSize: 1,
    instruments: ["SPY"],
    costs: true,
    frequency: "monthly" as const,
    valueAtRisk: false,
  };
  const { metrics } = resultOf(await answerBacktest(question, context, source));
  const [, , open, high, low, sentiment] = spy.columns.map(({ values }) => values);
  const screen = { bars: { close: Float64Array.from(adjusted), open, high, low, unadjusted: Float64Array.from(raw) }, sentiment };
  const asked = { times: spy.times, strategy: question.strategy, initialCapital: 10_000, positionSize: 1 };
  const run = resultOf(await runBacktest({ ...screen, ...asked }, context));
  expect(run.metrics.trades).toBeGreaterThan(0);
  expect([metrics.total_return, metrics.sharpe_ratio]).toEqual([run.metrics.returns, run.metrics.sharpeRatio]);
});

it("finds a dataset by name in any case, its column by Dataset/Column, and names the symbol it does not know", async () => {
  const source = sourceOf(named("Oil.csv", [1, 2, 3]), named("SPY", [4, 5, 6]));
  const summaries = resultOf(await answerSummary({ symbols: ["spy", "oil/volume"] }, context, source));
  expect(summaries).toEqual({
    spy: { last_price: 6, daily_change: 1, daily_change_percent: 20, high_24h: 6, low_24h: 6, volume_24h: 600 },
    "oil/volume": { last_price: 300, daily_change: 100, daily_change_percent: 50, high_24h: 300, low_24h: 300, volume_24h: null },
  });
  expect(toldOutcome(await answerSummary({ symbols: ["Gold"] }, context, source))).toMatchObject({
    ok: false,
    failure: { column: "symbol", message: 'No dataset "Gold" on this device' },
  });
});

it("fits a volatility model with the figures of the screen's job, and refuses what the job refuses", async () => {
  const prices = named("Oil.csv", Array.from(randomWalk(600, 9)));
  const model = { variance: "gjr", p: 1, q: 1, distribution: "t", preSample: "sample", mean: { ar: 1 } } as const;
  const answer = resultOf(await answerVolatility({ symbol: "oil", model }, context, sourceOf(prices)));
  const input = { values: prices.columns[0].values, kind: "auto", unit: "auto", model, options: DEFAULT_FIT_OPTIONS } as const;
  const { fit, caution } = resultOf(await fitGarchJob(input, context));
  expect(answer).toEqual({
    model: "GJR-GARCH(1,1), Student's t",
    status: fit.status,
    status_text: fit.statusText,
    caution,
    unit: "percent",
    returns: 598,
    parameters: fit.estimates.map(({ key, value, robust, t, p }) => ({ name: key, value, standard_error: robust, t, p_value: p })),
    log_likelihood: fit.logLikelihood,
    aic: fit.aic,
    bic: fit.bic,
    persistence: fit.persistence,
    half_life: Number.isFinite(fit.halfLife) ? fit.halfLife : null,
    unconditional_variance: fit.unconditionalVariance,
    next_volatility: Math.sqrt(fit.nextVariance),
  });
  expect(answer.parameters.map(({ name }) => name)).toEqual(["mu", "ar1", "omega", "alpha1", "gamma1", "beta1", "nu"]);
  const short = named("Short", wave(50, 3));
  expect(toldOutcome(await answerVolatility({ symbol: "Short", model }, context, sourceOf(short)))).toMatchObject({ ok: false });
  expect(toldOutcome(await answerVolatility({ symbol: "Gold", model }, context, sourceOf(short)))).toMatchObject({
    ok: false,
    failure: { column: "symbol" },
  });
});

it("fits a volatility model to returns as given, in the unit the reader detected", async () => {
  const walk = randomWalk(600, 9);
  // The returns are so small that their size alone would suggest fractions.
  const values = Array.from(walk.subarray(1), (price, t) => Math.log(price / walk[t]));
  const told = testSeries("Returns", values);
  const model = { variance: "garch", p: 1, q: 1, distribution: "normal", preSample: "sample", mean: "constant" } as const;
  const ask = async (returns?: Series["quality"]["returns"]) => {
    const columns: Series["columns"] = [{ ...told.columns[0], name: "Return", role: "return" }];
    const series = { ...told, name: "Returns", columns, quality: { ...told.quality, returns } };
    return resultOf(await answerVolatility({ symbol: "Returns", model }, context, sourceOf(series)));
  };
  const percent = await ask({ column: "Return", unit: "percent", log: false, compounded: false });
  expect(percent).toEqual({ ...(await ask()), unit: "percent" });
  expect((await ask()).unit).toBe("fraction");
  expect(percent.returns).toBe(599);
});

it("sums the last 24 hours of hourly rows and compares with the price before them", async () => {
  const hourly = named(
    "Hourly",
    Array.from({ length: 50 }, (_, i) => 1 + i),
  );
  hourly.times?.set(Array.from({ length: 50 }, (_, i) => 3_600_000 * i));
  expect(resultOf(await answerSummary({ symbols: ["Hourly"] }, context, sourceOf(hourly))).Hourly).toEqual({
    last_price: 50,
    daily_change: 24,
    daily_change_percent: (100 * 24) / 26,
    high_24h: 50,
    low_24h: 27,
    // 24 rows, 27 to 50, times 100.
    volume_24h: 92_400,
  });
});

it("refuses an asset with repeated dates, naming the options, and keeps the rows the request asks for", async () => {
  const [spy, oil] = [named("SPY", wave(300, 5)), named("Oil", wave(300, 7))];
  const [times, { values }] = [oil.times as Float64Array, oil.columns[0]];
  // The last date again, with another value.
  const twice = {
    ...oil,
    length: 301,
    times: Float64Array.of(...times, times[299]),
    columns: [{ ...oil.columns[0], values: Float64Array.of(...values, 2 * values[299]) }],
  };
  const holdings = [
    { hash: "SPY", name: "SPY", weight: 0.5 },
    { hash: "Oil", name: "Oil", weight: 0.5 },
  ];
  const clients = [{ portfolios: [{ holdings }] }];
  const refused = await answerPortfolio({ clients }, context, sourceOf(spy, twice));
  expect(refused.ok ? "" : failureText(refused.failure)).toMatch(
    /1 row of Oil shares its date with another.*repeated=first, repeated=last or repeated=mean in the request/,
  );
  const whole = resultOf(await answerPortfolio({ clients }, context, sourceOf(spy, oil)));
  const kept = async (repeated: "first" | "last" | "mean") =>
    resultOf(await answerPortfolio({ clients, repeated }, context, sourceOf(spy, twice))).daily_pnl;
  expect(await kept("first")).toBe(whole.daily_pnl);
  const [last, mean] = [await kept("last"), await kept("mean")];
  expect(last).toBeGreaterThan(mean);
  // The mean of a value and its double is halfway between them.
  expect(mean - whole.daily_pnl).toBeCloseTo((last - whole.daily_pnl) / 2, 4);
});

it("reports the risk of the first portfolio; beta is the slope on SPY; plain sums agree within 1e-12", async () => {
  const [spy, oil] = [named("SPY", wave(300, 5)), named("Oil", wave(300, 7))];
  const holdings = [
    { hash: "SPY", name: "SPY", weight: 0.5 },
    { hash: "Oil", name: "Oil", weight: 0.3 },
  ];
  const clients = [{ portfolios: [{ holdings: [] }] }, { portfolios: [{ holdings }] }];
  const answer = resultOf(await answerPortfolio({ clients }, context, sourceOf(spy, oil)));
  const returns = (series: Series) => Array.from(series.columns[0].values.slice(1), (price, i) => price / series.columns[0].values[i] - 1);
  const [a, b] = [returns(spy), returns(oil)];
  const own = a.map((x, i) => 0.5 * x + 0.3 * b[i]);
  const value = own.reduce((wealth, x) => wealth * (1 + x), 1_000_000);
  // With free daily rebalancing, values compound the weighted returns; the engine trades in units, hence 1e-9.
  expect(answer.total_value).toBeCloseTo(value, 2);
  expect(answer.daily_pnl).toBeCloseTo(value - value / (1 + (own.at(-1) ?? 0)), 2);
  const mean = (x: number[]) => x.reduce((sum, one) => sum + one, 0) / x.length;
  const slope = a.reduce((sum, x, i) => sum + (x - mean(a)) * (own[i] - mean(own)), 0) / a.reduce((sum, x) => sum + (x - mean(a)) ** 2, 0);
  expect(Math.abs((answer.beta_to_spy ?? 0) - slope)).toBeLessThan(1e-10);
  expect(answer.position_concentration).toBe(0.5);
  expect(answer.max_drawdown).toBeLessThanOrEqual(answer.current_drawdown);
  const without = resultOf(await answerPortfolio({ clients: [{ portfolios: [{ holdings: [holdings[1]] }] }] }, context, sourceOf(oil)));
  expect(without.beta_to_spy).toBeNull();
  expect(await answerPortfolio({ clients: [] }, context, sourceOf())).toMatchObject({ ok: false, failure: { column: "portfolio" } });
});

it("backtests one instrument like the Backtester's job, and several with equal shares of the capital", async () => {
  const [spy, oil] = [named("SPY", wave(300, 5)), named("Oil", wave(300, 7))];
  const strategy = { type: "mean-reversion", parameters: { lookback: 20, threshold: 1, stopLoss: 0.05, takeProfit: 0 } } as const;
  const whole = { startDate: null, endDate: null, positionSize: 1, valueAtRisk: false } as const;
  const shared = { ...whole, strategy, costs: true, frequency: "monthly" } as const;
  const source = sourceOf(spy, oil);
  const ask = (instruments: string[]) => answerBacktest({ ...shared, initialCapital: 1000, instruments }, context, source).then(resultOf);
  const alone = await ask(["SPY"]);
  const { times, columns } = spy;
  const report = resultOf(await runBacktest({ bars: { close: columns[0].values }, times, strategy, initialCapital: 1000 }, context));
  expect(alone.metrics.total_return).toBe(report.metrics.returns);
  expect(alone.trades.map(({ timestamp }) => timestamp)).toEqual([...alone.trades].map(({ timestamp }) => timestamp).sort());
  const both = await ask(["SPY", "Oil"]);
  const other = await ask(["Oil"]);
  const [low, high] = [alone, other].map(({ metrics }) => metrics.total_return).sort((x, y) => x - y);
  // Two accounts of equal size end between their separate results, apart from what monthly rebalancing adds.
  expect(both.metrics.total_return).toBeGreaterThan(low - 0.02);
  expect(both.metrics.total_return).toBeLessThan(high + 0.02);
  expect(both.trades.length).toBeGreaterThan(alone.trades.length + other.trades.length);
  const free = resultOf(await answerBacktest({ ...shared, costs: false, initialCapital: 1000, instruments: ["SPY"] }, context, source));
  expect(free.metrics.total_return).toBeGreaterThan(alone.metrics.total_return);
});

/** Final account implied by a list of orders: cash, and positions at the last closes. */
function accountOf({ trades }: BacktestAnswer, capital: number, fee: number, closes: Record<string, number>): number {
  return trades.reduce((sum, { instrument, side, quantity, price }) => {
    const bought = side === "buy" ? quantity : -quantity;
    return sum - bought * price - quantity * price * fee + bought * closes[instrument];
  }, capital);
}

const STRATEGIES: [string, Strategy][] = [
  ["momentum", { type: "momentum", parameters: { lookback: 10, threshold: 0.5, stopLoss: 0.03, takeProfit: 0.08, trailingStop: 0.05 } }],
  ["mean reversion", { type: "mean-reversion", parameters: { lookback: 20, threshold: 1, stopLoss: 0 } }],
  ["volatility-targeted", { type: "smart-beta", parameters: { lookback: 20, targetVolatility: 0.2, stopLoss: 0 } }],
  ["of blocks", { type: "rules", rules: { kind: "hold", weight: 0.7 } }],
];
it.each(STRATEGIES)("the orders of a strategy (%s) add up to its total return", async (_, strategy) => {
  const bars = (seed: number) => {
    const close = randomWalk(900, seed);
    const [open, high, low] = [
      close.map((price, t) => close[Math.max(0, t - 1)] * 0.5 + price * 0.5),
      close.map((price) => price * 1.04),
      close.map((price) => price * 0.96),
    ];
    const series = testSeries(`bars ${seed}`, Array.from(close));
    const columns = (["open", "high", "low"] as const).map((role, k) => ({ name: role, role, values: [open, high, low][k] }));
    return { ...series, name: `S${seed}`, columns: [series.columns[0], ...columns] };
  };
  const [one, two, three] = [bars(3), testSeries("closes", Array.from(randomWalk(800, 4))), bars(5)];
  // Of three instruments, one begins later and misses days, and another ends before the rest.
  const gaps = { ...two, name: "Gaps", times: two.times?.map((time, t) => time + DAY * (30 + Math.floor(t / 9))) ?? null };
  const short = {
    ...three,
    name: "Short",
    length: 700,
    times: three.times?.subarray(0, 700) ?? null,
    columns: three.columns.map((column) => ({ ...column, values: column.values.subarray(0, 700) })),
  };
  const source = sourceOf(one, gaps, short);
  const lastCommon = (short.times as Float64Array)[699];
  const closeAt = (series: Series, time: number) => series.columns[0].values[(series.times as Float64Array).lastIndexOf(time)];
  for (const costs of [true, false])
    for (const [instruments, frequency] of [
      [["S3"], "monthly"],
      [["S3", "Gaps", "Short"], "weekly"],
      [["Short", "S3"], "daily"],
    ] as const) {
      const asked = {
        strategy,
        startDate: null,
        endDate: null,
        initialCapital: 1000,
        positionSize: 0.9,
        costs,
        frequency,
        valueAtRisk: true,
      };
      const answer = resultOf(await answerBacktest({ ...asked, instruments: [...instruments] }, context, source));
      const end = instruments.length === 1 ? (one.times as Float64Array)[899] : lastCommon;
      // The last common date: the instrument with gaps may have no row on its own last day.
      const ends = instruments.length === 3 ? Math.max(...Array.from(gaps.times as Float64Array).filter((time) => time <= end)) : end;
      const closes = Object.fromEntries([one, gaps, short].map((series) => [series.name, closeAt(series, ends)]));
      const value = accountOf(answer, 1000, costs ? 0.001 : 0, closes);
      expect(Math.abs(value / 1000 - 1 - answer.metrics.total_return)).toBeLessThan(1e-9);
      expect(answer.trades.length).toBeGreaterThan(1);
      expect(answer.trades.every(({ quantity, price }) => quantity > 0 && price > 0)).toBe(true);
      expect(answer.largest.leverage).toBeGreaterThanOrEqual(answer.largest.share);
      expect(answer.largest.share).toBeLessThan(1);
      expect(answer.valueAtRisk).toBeGreaterThanOrEqual(0);
    }
});

const above = { left: operand("price"), is: "above", right: operand("number", 1, 100.5) } as const;
const [yes, no] = [1, 0].map((weight) => ({ kind: "hold" as const, weight }));
/** Orders at every close of alternating prices. */
const BUSY: Strategy = {
  type: "rules",
  rules: { kind: "if", match: "all", conditions: [above], yes, no },
  parameters: { stopLoss: 0, takeProfit: 0 },
};
const busyPrices = (name: string, rows: number, step = 1) =>
  named(
    name,
    Array.from({ length: rows }, (_, t) => 100 + step * (t % 2)),
  );
const WHOLE = { startDate: null, endDate: null, initialCapital: 1000, positionSize: 1, costs: false, valueAtRisk: false } as const;

it("refuses to answer with only some of the orders", async () => {
  const source = sourceOf(busyPrices("Noise", 100_003));
  const whole = { ...WHOLE, strategy: BUSY, frequency: "monthly", instruments: ["Noise"] } as const;
  const ask = (rows: number) => answerBacktest({ ...whole, endDate: DAY * (rows - 1), instruments: ["Noise"] }, context, source);
  // The first close has no signal, and the last signal is not filled.
  expect(resultOf(await ask(100_002)).trades).toHaveLength(100_000);
  expect(toldOutcome(await ask(100_003))).toMatchObject({
    ok: false,
    failure: {
      code: "too-large",
      message: "The backtest has at least 100,001 orders; at most 100,000 are returned per call: narrow start_date and end_date",
    },
  });
});

it("stops at the order limit before running the remaining accounts", async () => {
  const instruments = ["One", "Two", "Three", "Four"];
  const source = sourceOf(...instruments.map((name, k) => ({ ...busyPrices(name, 40_002, k + 1), hash: String(k).repeat(64) })));
  const ask = async (strategy: Strategy, frequency: "daily" | "monthly") => {
    const refused = await answerBacktest({ ...WHOLE, strategy, frequency, instruments }, context, source);
    return refused.ok ? null : refused.failure;
  };
  // Of four accounts with 40,000 orders each, the last is not run.
  expect(await ask(BUSY, "monthly")).toMatchObject({ code: "too-large", params: { found: 120_000, most: 100_000 } });
  // Holdings are rebalanced to equal values daily: the first chunks of the 40,000 days already exceed the limit.
  const held: Strategy = { type: "rules", rules: { kind: "hold", weight: 1 }, parameters: { stopLoss: 0, takeProfit: 0 } };
  const found = Number((await ask(held, "daily"))?.params?.found);
  expect(found).toBeGreaterThan(100_000);
  expect(found).toBeLessThan(140_000);
});
