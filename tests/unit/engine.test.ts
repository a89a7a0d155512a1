import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { decide, defaultResult } from "../../workers/engine/decide";
import { combinedScore, curiosityOf, marketScore } from "../../workers/engine/score";
import type { MarketState } from "../../workers/engine/types";
import { wilsonInterval } from "../../workers/numerics/wilson";

const NOW = "2026-01-02T03:04:05.000Z";
const rising: MarketState = { price: 104, trend: 0.03, momentum: 3, rsi: 62, volatility: 0.22, complexity: 0.5 };
const news = "Strong growth and record profits";

describe("decision engine", () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  beforeEach(() => {
    logged.mockClear();
  });
  afterAll(() => logged.mockRestore());

  it("buys a rising market, with each number against its threshold as the reason", () => {
    const { result, trace, fallbacks } = decide(rising, news, NOW);
    expect(result).toMatchObject({
      action: "Buy",
      decisionScores: [0.1, 0.8, 0.1],
      confidence: 0.8,
      sentimentConfidence: 0.3,
      newsAnalysis: { score: 1, confidence: 0.3, wordCount: 3 },
      marketFeatures: { trend: 0.03, volatility: 0.22, rsi: 62, momentum: 3 },
      technicalIndicators: { volatility: 0.22, momentum: 3 },
      timestamp: NOW,
      regime: "normal",
    });
    expect(result.curiosityScore).toBeCloseTo(0.4 * 0.22 + 0.3 * 0.03 + 0.3 * 0.5, 15);
    const combined = 0.5 * ((1 + 1 + 0.62) / 3) + 0.35 * 1.2 * 1 + 0.15 * result.curiosityScore;
    expect(trace?.combined).toBeCloseTo(combined, 15);
    expect(result.explanation).toBe(
      `Buy rule 1: trend 0.03 is above 0, RSI 0.62 is below 0.8 and combined score ${combined.toFixed(3)} is above 0.561 (0.55 + 0.05 × volatility 0.22).`,
    );
    expect(fallbacks).toEqual([]);
    expect(logged).not.toHaveBeenCalled();
  });

  it("sells a falling one, with a true minus sign", () => {
    const { result } = decide({ ...rising, trend: -0.03, momentum: -3, rsi: 35 }, "weak decline", NOW);
    expect(result).toMatchObject({ action: "Sell", decisionScores: [0.1, 0.1, 0.8], confidence: 0.8 });
    expect(result.explanation).toMatch(
      /^Sell rule 1: trend −0\.03 is below 0, RSI 0\.35 is above 0\.2 and combined score .* is below 0\.439 \(0\.45 − /,
    );
  });

  it("holds otherwise, and states what was missing", () => {
    const { result } = decide({ ...rising, trend: 0, momentum: 0, rsi: 50 }, "nothing to report", NOW);
    expect(result).toMatchObject({ action: "Hold", decisionScores: [0.6, 0.2, 0.2], confidence: 0.6 });
    expect(result.explanation).toMatch(
      /^No Buy or Sell rule is met\. For Buy \(rule \d\) .* is not .*\. For Sell \(rule \d\) .* is not .*\.$/,
    );
  });

  it("gives a neutral score to neutral inputs", () => {
    const neutral = { ...rising, trend: 0, momentum: 0, rsi: 50 };
    expect(marketScore(neutral)).toBe(0.5);
    expect(combinedScore(0.5, 0.5, 0.5, 0)).toBeCloseTo(0.5, 15);
  });

  it("clamps curiosity to 0 to 1", () => {
    expect(curiosityOf({ volatility: 5, trend: -3, complexity: 1 })).toBe(1);
    expect(curiosityOf({ volatility: 0, trend: 0, complexity: 0 })).toBe(0);
  });

  it("uses a volatility of 0 if it cannot be computed, and logs it", () => {
    const { result, fallbacks } = decide({ ...rising, volatility: Number.NaN }, news, NOW);
    expect(result.marketFeatures.volatility).toBe(0);
    expect(fallbacks).toEqual([{ part: "volatility", reason: "log returns need prices above 0" }]);
    expect(logged).toHaveBeenCalledTimes(1);
  });

  it("uses score 0.5, confidence 0 and no words if the news cannot be read, and logs it", () => {
    const unreadable = null as unknown as string;
    const { result, fallbacks } = decide(rising, unreadable, NOW);
    expect(result.newsAnalysis).toEqual({ score: 0.5, confidence: 0, wordCount: 0 });
    expect(fallbacks.map(({ part }) => part)).toEqual(["news"]);
    expect(logged).toHaveBeenCalledTimes(1);
  });

  it("uses a curiosity of 0.5 if its computation fails, and logs it", () => {
    const { result, fallbacks } = decide({ ...rising, complexity: Number.NaN }, news, NOW);
    expect(result.curiosityScore).toBe(0.5);
    expect(fallbacks.map(({ part }) => part)).toEqual(["curiosity"]);
  });

  it("falls back to the default safe position when the decision fails, and logs it", () => {
    const { result, trace, fallbacks } = decide({ ...rising, rsi: Number.NaN }, news, NOW);
    expect(result).toEqual(defaultResult(NOW));
    expect(result).toEqual({
      action: "Hold",
      decisionScores: [0.33, 0.33, 0.34],
      explanation: "Analysis unavailable - using default safe position",
      confidence: 0.34,
      marketConfidence: 0.5,
      sentimentConfidence: 0.5,
      curiosityScore: 0.5,
      regime: "unknown",
      technicalIndicators: { volatility: 0, momentum: 0 },
      marketFeatures: { trend: 0, volatility: 0, rsi: 50, momentum: 0 },
      newsAnalysis: { score: 0.5, confidence: 0, wordCount: 0 },
      timestamp: NOW,
    });
    expect(trace).toBeNull();
    expect(fallbacks.map(({ part }) => part)).toEqual(["decision"]);
    expect(logged).toHaveBeenCalled();
  });
});

describe("Wilson interval", () => {
  it("agrees with the published values for 10 of 20 and 0 of 10", () => {
    const [low, high] = wilsonInterval(0.5, 20);
    expect(low).toBeCloseTo(0.2993, 4);
    expect(high).toBeCloseTo(0.7007, 4);
    expect(wilsonInterval(0, 10)[0]).toBe(0);
    expect(wilsonInterval(0, 10)[1]).toBeCloseTo(0.2775, 4);
  });
});
