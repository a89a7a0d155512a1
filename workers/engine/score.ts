import { CURIOSITY_WEIGHTS, REGIME_LIMITS, SCORE_WEIGHTS, SENTIMENT_DIRECTION } from "./constants";
import type { MarketState, ScorePart } from "./types";

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** Maps a relative change to 0 to 1: 0.5 for none, the ends at the change that counts as a strong trend. */
const lean = (change: number): number => clamp(0.5 + change / (2 * REGIME_LIMITS.strongTrend));

/** Curiosity = 0.4 volatility + 0.3 |trend| + 0.3 pattern complexity, clamped to 0 to 1; the volatility is annualized. */
export function curiosityOf({ volatility, trend, complexity }: Pick<MarketState, "volatility" | "trend" | "complexity">): number {
  const { volatility: a, trend: b, complexity: c } = CURIOSITY_WEIGHTS;
  return clamp(a * volatility + b * Math.abs(trend) + c * complexity);
}

/**
 * The market score, for which the specification has no formula: the mean of three signals between 0 and 1 - the trend, the momentum relative to
 * its starting price (both mapped from -2% to +2%), and RSI / 100.
 */
export function marketScore({ trend, momentum, rsi, price }: MarketState): number {
  const start = Math.abs(price - momentum);
  return (lean(trend) + lean(start > 0 ? momentum / start : 0) + rsi / 100) / 3;
}

/** The parts of the combined score: 0.5 market + 0.35 (1.2 in a rising, 0.8 in a falling trend) sentiment + 0.15 curiosity. */
export function scoreParts(market: number, sentiment: number, curiosity: number, trend: number): ScorePart[] {
  return [
    { part: "market", value: market, weight: SCORE_WEIGHTS.market },
    { part: "sentiment", value: sentiment, weight: sentimentWeight(trend) },
    { part: "curiosity", value: curiosity, weight: SCORE_WEIGHTS.curiosity },
  ];
}

export function combinedScore(market: number, sentiment: number, curiosity: number, trend: number): number {
  return SCORE_WEIGHTS.market * market + sentimentWeight(trend) * sentiment + SCORE_WEIGHTS.curiosity * curiosity;
}

function sentimentWeight(trend: number): number {
  const direction = trend > 0 ? "rising" : trend < 0 ? "falling" : "flat";
  return SCORE_WEIGHTS.sentiment * SENTIMENT_DIRECTION[direction];
}
