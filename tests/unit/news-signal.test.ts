import { describe, expect, it } from "vitest";
import { REGIME_MULTIPLIERS, STRENGTH_WEIGHTS } from "../../workers/news/schema";
import { baseSignal, contextRegime, marketImpact, strengthParts, tradingSignal } from "../../workers/news/signal";
import { findTopics } from "../../workers/news/topics";

describe("news signal", () => {
  it.each([
    // Exactly at the thresholds 0.7 and 0.3 the signal is neutral.
    [1, "LONG", 1],
    [0.85, "LONG", 0.5],
    [0.7 + 1e-9, "LONG", 1e-9 / 0.3],
    [0.7, "NEUTRAL", 0.6],
    [0.6, "NEUTRAL", 0.8],
    [0.5, "NEUTRAL", 1],
    [0.4, "NEUTRAL", 0.8],
    [0.3, "NEUTRAL", 0.6],
    [0.3 - 1e-9, "SHORT", 1e-9 / 0.3],
    [0.15, "SHORT", 0.5],
    [0, "SHORT", 1],
  ])("a score of %f is %s with confidence %f", (score, direction, confidence) => {
    expect(baseSignal(score).direction).toBe(direction);
    expect(baseSignal(score).confidence).toBeCloseTo(confidence, 9);
  });

  it.each([
    ["", "unknown"],
    ["  \n", "unknown"],
    ["earnings season", "neutral"],
    ["neutral", "neutral"],
    ["a bullish market", "bullish"],
    ["BEARISH.", "bearish"],
    ["volatile trading", "volatile"],
    ["bearish, bearish, bullish", "bearish"],
    ["sideways and calm, once bullish", "neutral"],
    // Ties follow the specification's order.
    ["bearish or bullish", "bullish"],
    ["volatile but bearish", "bearish"],
  ])("reads %j as %s", (context, regime) => expect(contextRegime(context)).toBe(regime));

  it("has the specification's multipliers and weights", () => {
    expect(REGIME_MULTIPLIERS).toEqual({
      bullish: { LONG: 1.2, SHORT: 0.8, NEUTRAL: 1 },
      bearish: { LONG: 0.8, SHORT: 1.2, NEUTRAL: 1 },
      volatile: { LONG: 0.7, SHORT: 0.7, NEUTRAL: 1.2 },
      neutral: { LONG: 1, SHORT: 1, NEUTRAL: 1 },
      unknown: { LONG: 1, SHORT: 1, NEUTRAL: 1 },
    });
    expect(STRENGTH_WEIGHTS).toEqual({ sentiment: 0.4, topics: 0.3, context: 0.3 });
  });

  const cases = (["bullish", "bearish", "volatile", "neutral", "unknown"] as const).flatMap((regime) =>
    [0.85, 0.15, 0.5, 1, 0].map((score) => [regime, score] as const),
  );
  it.each(cases)("multiplies confidence and strength in a %s regime at a score of %f", (regime, score) => {
    const topics = findTopics("fed, macd");
    const signal = tradingSignal(score, topics, regime);
    const base = baseSignal(score);
    const factor = REGIME_MULTIPLIERS[regime][base.direction];
    const context = { bullish: 1, bearish: 1, volatile: 1, neutral: 0.5, unknown: 0 }[regime];
    const strength = 0.4 * Math.abs(2 * score - 1) + (0.3 * (0.9 + 0.65)) / 2 + 0.3 * context;
    expect(signal.direction).toBe(base.direction);
    expect(signal.confidence).toBeCloseTo(Math.min(1, base.confidence * factor), 12);
    expect(signal.strength).toBeCloseTo(Math.min(1, strength * factor), 12);
    expect(signal.metadata).toEqual({ regime, baseSignal: base, adjustmentFactor: factor });
    expect(signal.timeframe).toBe(regime === "volatile" ? "1D" : "1M");
  });

  it("gives no strength without sentiment, topics and context", () => {
    expect(tradingSignal(0.5, [], "unknown")).toMatchObject({ strength: 0, confidence: 1, direction: "NEUTRAL", timeframe: "1D" });
    expect(strengthParts(0.5, [], "unknown")).toEqual({ sentiment: 0, topics: 0, context: 0 });
  });

  it.each([
    // 0.3 x |2 score - 1| against the volatility threshold 0.15.
    [0.75, "neutral", "Normal"],
    [0.76, "neutral", "High"],
    [0.24, "neutral", "High"],
    [0.5, "neutral", "Normal"],
    [0.5, "volatile", "High"],
  ] as const)("expects volatility for a score of %f in a %s market: %s", (score, regime, volatility) => {
    const topics = findTopics("fed");
    const signal = tradingSignal(score, topics, regime);
    const impact = marketImpact(score, topics, signal);
    expect(impact.volatility).toBe(volatility);
    expect(impact.immediate).toBe(signal.strength * signal.confidence);
    expect(impact.longTerm).toBeCloseTo(0.9, 12);
  });
});
