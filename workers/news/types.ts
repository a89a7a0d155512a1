import type { Count, Fraction } from "../contract";

export type Direction = "LONG" | "SHORT" | "NEUTRAL";
export type ContextRegime = "bullish" | "bearish" | "volatile" | "neutral" | "unknown";
export type Timeframe = "1D" | "1W" | "1M";

/** A word that counted, and where it is in the text. */
export interface SentimentHit {
  word: string;
  start: number;
  end: number;
  polarity: "positive" | "negative";
  /** 1, or the weight of the word behind it. */
  weight: number;
  /** The amplifier or dampener behind it; null without one. */
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
  /** The same of each side. */
  counts: Record<"positive" | "negative", Count>;
  /** Their weights. */
  positive: number;
  negative: number;
  /** The first thousand, for highlighting and for the reasoning. */
  hits: SentimentHit[];
  /** What was counted: words of the lists unless a model marked passages. */
  unit?: "word" | "passage";
}

export interface TopicFound {
  topic: string;
  weight: Fraction;
  /** How often its keywords occur. */
  count: Count;
  /** Where they stand; the first thousand of the text. */
  hits: { keyword: string; start: number; end: number }[];
}

export interface BaseSignal {
  direction: Direction;
  confidence: Fraction;
}

export interface TradingSignals {
  direction: Direction;
  /** 0.4 sentiment + 0.3 topics + 0.3 context, times the regime's factor, between 0 and 1. */
  strength: Fraction;
  timeframe: Timeframe;
  /** The base confidence times the regime's factor, at most 1. */
  confidence: Fraction;
  metadata: { regime: ContextRegime; baseSignal: BaseSignal; adjustmentFactor: number };
}

export interface MarketImpact {
  /** Strength times confidence of the signal. */
  immediate: Fraction;
  /** Mean weight of the topics by their keywords; slow topics count double. */
  longTerm: Fraction;
  volatility: "High" | "Normal";
}

/** The specification's news analysis result; `sentimentWords`, `topics`, `parts` and `belowThreshold` explain it. */
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
  /** The three parts of the strength before the regime's factor, each 0 to 1. */
  parts: { sentiment: Fraction; topics: Fraction; context: Fraction };
  /** The signal's confidence is below the threshold asked for. */
  belowThreshold: boolean;
}
