import type { Fraction } from "../contract";
import { CONTEXT_VALUE, CONTEXT_WORDS } from "./constants";
import { BASE_SIGNAL, REGIME_MULTIPLIERS, STRENGTH_WEIGHTS, VOLATILITY_THRESHOLD } from "./schema";
import { longTermRelevance, timeframeOf, topicRelevance } from "./topics";
import type { BaseSignal, ContextRegime, MarketImpact, TopicFound, TradingSignals } from "./types";
import { wordsOf } from "./words";

const clamp = (value: number): Fraction => Math.min(1, Math.max(0, value));

/**
 * Signal from the sentiment alone.
 * @formula score > 0.7: LONG, (score - 0.7) / 0.3; score < 0.3: SHORT, (0.3 - score) / 0.3; else NEUTRAL, 1 - 2 |score - 0.5|
 * @source product specification, base signal rule
 * @tolerance exact
 */
export function baseSignal(score: Fraction): BaseSignal {
  const { long, short, span } = BASE_SIGNAL;
  if (score > long) return { direction: "LONG", confidence: clamp((score - long) / span) };
  if (score < short) return { direction: "SHORT", confidence: clamp((short - score) / span) };
  return { direction: "NEUTRAL", confidence: clamp(1 - 2 * Math.abs(score - 0.5)) };
}

/**
 * The market regime named by a context: the one with the most words, in a tie the first in the specification's order; neutral if it names none,
 * unknown without context.
 */
export function contextRegime(context: string): ContextRegime {
  if (context.trim() === "") return "unknown";
  const regimes = Object.keys(CONTEXT_WORDS) as (keyof typeof CONTEXT_WORDS)[];
  const counts = regimes.map(() => 0);
  for (const { text } of wordsOf(context)) {
    const index = regimes.findIndex((regime) => (CONTEXT_WORDS[regime] as readonly string[]).includes(text));
    if (index >= 0) counts[index]++;
  }
  const most = Math.max(...counts);
  return most === 0 ? "neutral" : regimes[counts.indexOf(most)];
}

export interface StrengthParts {
  sentiment: Fraction;
  topics: Fraction;
  context: Fraction;
}

/** The three components of the strength: twice the distance of the score from 0.5, relevance of the topics, clarity of the context. */
export const strengthParts = (score: Fraction, topics: readonly TopicFound[], regime: ContextRegime): StrengthParts => ({
  sentiment: 2 * Math.abs(score - 0.5),
  topics: topicRelevance(topics),
  context: CONTEXT_VALUE[regime],
});

/**
 * The signal: direction of the base signal; confidence and strength times the regime multiplier, clamped to 0–1.
 * @term Trading signal
 * @formula strength = (0.4 |2 score - 1| + 0.3 topics + 0.3 context) x multiplier; confidence = base confidence x multiplier
 * @source product specification, regime multipliers and strength weights
 * @tolerance exact
 */
export function tradingSignal(score: Fraction, topics: readonly TopicFound[], regime: ContextRegime): TradingSignals {
  const base = baseSignal(score);
  const factor = REGIME_MULTIPLIERS[regime][base.direction];
  const parts = strengthParts(score, topics, regime);
  const { sentiment, topics: weight, context } = STRENGTH_WEIGHTS;
  return {
    direction: base.direction,
    strength: clamp((sentiment * parts.sentiment + weight * parts.topics + context * parts.context) * factor),
    timeframe: regime === "volatile" ? "1D" : timeframeOf(topics),
    confidence: clamp(base.confidence * factor),
    metadata: { regime, baseSignal: base, adjustmentFactor: factor },
  };
}

/**
 * Immediate: strength times confidence. Long-term: relevance of the topics, slow ones doubled. Volatility: high in a volatile regime or with
 * extreme sentiment.
 */
export function marketImpact(
  score: Fraction,
  topics: readonly TopicFound[],
  { strength, confidence, metadata }: TradingSignals,
): MarketImpact {
  const shock = 2 * Math.abs(score - 0.5) * STRENGTH_WEIGHTS.context;
  return {
    immediate: strength * confidence,
    longTerm: longTermRelevance(topics),
    volatility: metadata.regime === "volatile" || shock > VOLATILITY_THRESHOLD ? "High" : "Normal",
  };
}
