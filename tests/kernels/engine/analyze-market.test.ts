import { afterAll, describe, expect, it, vi } from "vitest";
import { type AnalyzeMarketInput, analyzeMarket, type MarketAnalysis } from "../../../workers/engine/jobs/analyze-market";
import { makeSamplePrices } from "../../../workers/engine/jobs/make-sample-prices";
import { Canceled, type JobContext } from "../../../workers/runtime/job";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { expectColumn } from "../columns";
import { testContext } from "../context";
import { emaTwin, rsiTwin, smaTwin } from "../reference/indicators";
import { complexityTwin, trendTwin } from "../reference/patterns";
import { randomWalk } from "../reference/random";
import { drawdownTwin, logReturnsTwin, volatilityTwin } from "../reference/series-statistics";

const context = await testContext();
const SETTINGS: AnalyzeMarketInput["settings"] = { smaPeriod: null, emaPeriod: null, rsiPeriod: 14, annualization: 252 };
const silent = vi.spyOn(console, "error").mockImplementation(() => {});
afterAll(() => silent.mockRestore());

const run = (prices: Float64Array, news = "nothing to report", settings = SETTINGS, within: JobContext = context): MarketAnalysis => {
  return resultOf(analyzeMarket({ prices, times: null, news, settings }, within));
};

describe("analyze-market", () => {
  it("returns indicators aligned with prices, and the engine's features computed from them", () => {
    const prices = randomWalk(300, 61);
    const { columns, result, periods, statistics, drawdown, warmUp } = run(prices);
    const returns = logReturnsTwin(prices);
    expect(periods).toEqual({ sma: 20, ema: 20, rsi: 14, volatility: 19 });
    expectColumn(columns.sma, smaTwin(prices, 20), 1e-12, 0);
    expectColumn(columns.ema, emaTwin(prices, 20), 1e-12, 0);
    expectColumn(columns.rsi, rsiTwin(prices, 14), 1e-12, 1e-11);
    expectColumn(columns.volatility, volatilityTwin(returns, 19, Math.sqrt(252)), 1e-11, 0);
    expect(columns.drawdown).toEqual(drawdownTwin(prices));
    expect(drawdown.depth).toBe(Math.min(...columns.drawdown));
    expect(prices[drawdown.trough] / prices[drawdown.peak] - 1).toBe(drawdown.depth);
    expect(statistics.count).toBe(300);
    expect(warmUp.rsi).toBe(125);
    expect(result.marketFeatures.trend).toBeCloseTo(trendTwin(prices, 5, 20)[299], 14);
    expect(result.marketFeatures.volatility).toBe(columns.volatility[299]);
    expect(result.marketFeatures.rsi).toBe(columns.rsi[299]);
    expect(result.marketFeatures.momentum).toBe(prices[299] - prices[289]);
    const complexity = complexityTwin(prices, 20)[299];
    const curiosity = 0.4 * result.marketFeatures.volatility + 0.3 * Math.abs(result.marketFeatures.trend) + 0.3 * complexity;
    expect(result.curiosityScore).toBeCloseTo(curiosity, 12);
  });

  it("analyzes appended prices as if given in one list, and describes only them", () => {
    const all = randomWalk(300, 63);
    const input: AnalyzeMarketInput = {
      prices: all.slice(0, 40),
      appended: all.slice(40),
      times: null,
      news: "growth",
      settings: SETTINGS,
    };
    const found = resultOf(analyzeMarket(input, context));
    const whole = run(all, "growth");
    const { appended, ...together } = found;
    const { appended: none, ...alone } = whole;
    together.result.timestamp = alone.result.timestamp;
    expect(together).toEqual(alone);
    expect(together.columns.prices).toEqual(all);
    expect(none).toBeNull();
    expect(appended).toMatchObject({ count: 260, minimum: Math.min(...all.slice(40)), maximum: Math.max(...all.slice(40)) });
  });

  it("uses averages of 5 below 60 points, and RSI 50 below 15", () => {
    const short = run(randomWalk(14, 62));
    expect(short.periods).toEqual({ sma: 5, ema: 5, rsi: 14, volatility: 13 });
    expect(short.result.marketFeatures.rsi).toBe(50);
    expect(short.replay).toBeNull();
    expect(run(randomWalk(59, 62)).periods.sma).toBe(5);
    expect(run(randomWalk(60, 62)).periods.sma).toBe(20);
    expect(run(randomWalk(60, 62), "news", { ...SETTINGS, smaPeriod: 7, emaPeriod: 9 }).periods).toMatchObject({ sma: 7, ema: 9 });
  });

  it("decides on two points, whose single return has no standard deviation", () => {
    const { result, fallbacks } = run(Float64Array.of(100, 103), "strong growth");
    expect(result).toMatchObject({ action: "Buy", marketFeatures: { trend: 0.03, volatility: 0, rsi: 50, momentum: 3 } });
    expect(fallbacks).toEqual([]);
  });

  it("replaces fewer than two points by two zeros, and logs it", () => {
    silent.mockClear();
    const { result, fallbacks } = run(Float64Array.of(100), "strong");
    expect(result).toMatchObject({ action: "Hold", marketFeatures: { trend: 0, volatility: 0, rsi: 50, momentum: 0 } });
    expect(fallbacks[0]).toEqual({ part: "market data", reason: "At least 2 market data points required" });
    expect(silent.mock.calls[0][0]).toContain("At least 2 market data points required");
  });

  it("reports when two zeros replace a text with fewer than two prices, and holds", () => {
    silent.mockClear();
    const input = { prices: Float64Array.of(0, 0), times: null, substituted: true, news: "strong growth", settings: SETTINGS };
    const answer = resultOf(analyzeMarket(input, context));
    expect(answer.result).toMatchObject({ action: "Hold", marketFeatures: { trend: 0, volatility: 0, rsi: 50, momentum: 0 } });
    expect(answer.fallbacks[0]).toEqual({ part: "market data", reason: "At least 2 market data points required" });
    expect(silent.mock.calls[0][0]).toContain("At least 2 market data points required");
  });

  it("refuses to start without prices or news, or with an invalid period", () => {
    const refused = (prices: Float64Array, news: string, settings = SETTINGS) => {
      const outcome = analyzeMarket({ prices, times: null, news, settings }, context);
      return outcome.ok ? null : failureText(outcome.failure);
    };
    const prices = randomWalk(30, 63);
    expect(refused(prices, "  \n ")).toBe("Both market data and news data are required");
    expect(refused(new Float64Array(0), "news")).toBe("Both market data and news data are required");
    for (const bad of [0, -1, 2.5, Number.NaN, 2 ** 31]) expect(refused(prices, "news", { ...SETTINGS, rsiPeriod: bad })).toMatch(/period/);
    expect(refused(prices, "news", { ...SETTINGS, annualization: 0 })).toMatch(/per year/);
  });

  it("replays the decisions made by analyzing every prefix with neutral news", () => {
    const prices = randomWalk(400, 64);
    const { replay } = run(prices);
    const counts = { Hold: 0, Buy: 0, Sell: 0 };
    let buyReturns = 0;
    let scored = 0;
    for (let length = 20; length <= prices.length; length++) {
      const { action } = run(prices.slice(0, length)).result;
      counts[action]++;
      if (action === "Buy" && length + 4 < prices.length) {
        buyReturns += prices[length + 4] / prices[length - 1] - 1;
        scored++;
      }
    }
    expect(replay?.decisions).toBe(381);
    expect({ Hold: replay?.actions.Hold.count, Buy: replay?.actions.Buy.count, Sell: replay?.actions.Sell.count }).toEqual(counts);
    expect(replay?.actions.Buy.scored).toBe(scored);
    expect(replay?.actions.Buy.meanReturn).toBeCloseTo(buyReturns / scored, 12);
    expect(replay?.clauses.reduce((sum, clause) => sum + clause.count, 0)).toBe(counts.Buy + counts.Sell);
    const [low, high] = replay?.actions.Buy.interval ?? [1, 0];
    expect(low).toBeLessThan(replay?.actions.Buy.hitRate ?? 0);
    expect(high).toBeGreaterThan(replay?.actions.Buy.hitRate ?? 1);
  });

  it("has no look-ahead: appended prices leave earlier columns unchanged", () => {
    const prices = randomWalk(3000, 65);
    const whole = run(prices).columns;
    const part = run(prices.slice(0, 1500)).columns;
    for (const key of ["sma", "ema", "rsi", "drawdown", "volatility"] as const) expect(whole[key].slice(0, 1500)).toEqual(part[key]);
  });

  it("falls back to volatility 0 on prices at or below 0", () => {
    const { result, fallbacks } = run(Float64Array.from({ length: 40 }, (_, t) => t - 20));
    expect(result.marketFeatures.volatility).toBe(0);
    expect(fallbacks.map(({ part }) => part)).toEqual(["volatility"]);
  });

  it("stops between two chunks when canceled, and frees its memory", async () => {
    const stopping = await testContext(4);
    const before = stopping.kernels.arenaMark();
    expect(() => run(randomWalk(400_000, 66), "news", SETTINGS, stopping)).toThrow(Canceled);
    expect(stopping.kernels.arenaMark()).toBe(before);
  });
});

describe("make-sample-prices", () => {
  it("makes ten prices within 100 ± 10, with two decimals, repeatable by seed", () => {
    const make = (seed: number) => {
      return resultOf(makeSamplePrices({ seed }, context));
    };
    const { prices, text } = make(1);
    expect(prices).toHaveLength(10);
    expect(text.split(", ").map(Number)).toEqual([...prices]);
    for (const price of text.split(", ")) expect(price).toMatch(/^\d+\.\d\d$/);
    expect(Math.min(...prices)).toBeGreaterThanOrEqual(90);
    expect(Math.max(...prices)).toBeLessThanOrEqual(110);
    expect(make(1)).toEqual(make(1));
    expect(make(2).text).not.toBe(text);
    expect(makeSamplePrices({ seed: Number.NaN }, context).ok).toBe(false);
  });
});
