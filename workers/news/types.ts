import type { Count, Fraction } from "../contract";

export type Direction = "LONG" | "SHORT" | "NEUTRAL";
export type ContextRegime = "bullish" | "bearish" | "volatile" | "neutral" | "unknown";
export type Timeframe = "1D" | "1W" | "1M";

/** A sentiment word and its position in the text. */
export interface SentimentHit {
  word: string;
  start: number;
  end: number;
  polarity: "positive" | "negative";
  /** 1, or the weight of the word after it. */
  weight: number;
  /** The amplifier or dampener after it; null without one. */
  weightedBy: string | null;
  negated: boolean;
}

export interface Sentiment {
  /** Weight of the positive words over that of all sentiment words; 0.5 if there are none. */
  score: Fraction;
  /** Sentiment words divided by 10, at most 1. */
  confidence: Fraction;
  /** Number of sentiment words. */
  wordCount: Count;
  /** Number of words on each side. */
  counts: Record<"positive" | "negative", Count>;
  /** Total weight on each side. */
  positive: number;
  negative: number;
  /** The first thousand, for highlighting and for the reasoning. */
  hits: SentimentHit[];
  /** What was counted: words of the lists, or passages marked by a model. */
  unit?: "word" | "passage";
}

export interface TopicFound {
  topic: string;
  weight: Fraction;
  /** Number of occurrences of its keywords. */
  count: Count;
  /** Their positions; only the first thousand of the text. */
  hits: { keyword: string; start: number; end: number }[];
}

export interface BaseSignal {
  direction: Direction;
  confidence: Fraction;
}

export interface TradingSignals {
  direction: Direction;
  /** 0.4 sentiment + 0.3 topics + 0.3 context, times the regime multiplier, clamped to 0–1. */
  strength: Fraction;
  timeframe: Timeframe;
  /** Base confidence times the regime multiplier, at most 1. */
  confidence: Fraction;
  metadata: { regime: ContextRegime; baseSignal: BaseSignal; adjustmentFactor: number };
}

export interface MarketImpact {
  /** Strength times confidence of the signal. */
  immediate: Fraction;
  /** Mean weight of the topics, weighted by number of keywords; slow topics count double. */
  longTerm: Fraction;
  volatility: "High" | "Normal";
}

/** The specification's news analysis result; `sentimentWords`, `topics`, `parts` and `belowThreshold` are additions that explain it. */
export interface NewsAnalysisResult {
  sentiment: Fraction;
  confidence: Fraction;
  keyTopics: string[];
  tradingSignals: TradingSignals;
  reasoning: string[];
  marketImpact: MarketImpact;
  metadata: { timestamp: string; analysisVersion: string; dataPoints: { sentiment: Count; topics: Count; context: Count } };
  sentimentWords: SentimentHit[];
  topics: TopicFound[];
  /** The three components of the strength before the regime multiplier, each 0 to 1. */
  parts: { sentiment: Fraction; topics: Fraction; context: Fraction };
  /** Whether the signal's confidence is below the threshold of the settings. */
  belowThreshold: boolean;
}
