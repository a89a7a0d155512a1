import type { Count, Fraction } from "../contract";

export type Action = "Hold" | "Buy" | "Sell";

export type Regime = "unknown" | "trending_bullish" | "trending_bearish" | "volatile_uncertain" | "ranging_consolidation" | "normal";

/** Limits of the combined score: Buy above, Sell below. */
export interface ScoreLimits {
  buy: number;
  sell: number;
}

export interface NewsAnalysis {
  /** Positive words divided by sentiment words; 0.5 if there are none. */
  score: Fraction;
  /** Sentiment words divided by 10, at most 1. */
  confidence: Fraction;
  /** Number of sentiment words. */
  wordCount: Count;
}

export interface MarketFeatures {
  /** Relative change of the 5-point average over the latest 20 points. */
  trend: Fraction;
  /** Annualized standard deviation of the log returns among these points. */
  volatility: Fraction;
  /** 0 to 100. */
  rsi: number;
  /** Last price − price 10 steps earlier, in units of the price. */
  momentum: number;
}

/** The market as seen by the engine. */
export interface MarketState extends MarketFeatures {
  price: number;
  /** Normalized permutation entropy of the latest 20 points, 0 to 1. */
  complexity: Fraction;
}

/** The quantities used by the rules. */
export interface Quantities {
  trend: number;
  momentum: number;
  /** RSI / 100. */
  rsi: Fraction;
  sentiment: Fraction;
  combined: number;
  /** Limits of the combined score, adjusted for volatility. */
  buyLimit: number;
  sellLimit: number;
}

export interface Condition {
  quantity: "trend" | "momentum" | "rsi" | "sentiment" | "combined";
  comparison: "above" | "below";
  value: number;
  threshold: number;
  met: boolean;
}

/** One clause of the rules: its action applies if all conditions are met. */
export interface Clause {
  action: "Buy" | "Sell";
  /** 1 to 3 within its action, in the order of the specification. */
  number: Count;
  conditions: Condition[];
  met: boolean;
  /** True for the clause that decided: the first one met. */
  fired: boolean;
}

/** Terms of the combined score: the sum of value x weight. */
export interface ScorePart {
  part: "market" | "sentiment" | "curiosity";
  value: Fraction;
  weight: number;
}

export interface Trace {
  /** All six clauses in the order of evaluation. */
  clauses: Clause[];
  parts: ScorePart[];
  combined: number;
  /** Limits used by the rules, those before the volatility adjustment, and the adjustment. */
  limits: ScoreLimits & { base: ScoreLimits; adjustment: number };
  /** The specification's limits for this regime, for comparison only: the rules use `limits`. */
  regimeLimits: ScoreLimits;
}

/** The specification's analysis result, without its lists (they are columns of the job's result). */
export interface AnalysisResult {
  action: Action;
  /** Hold, Buy, Sell. */
  decisionScores: readonly [number, number, number];
  /** The clause that fired, with each number and its threshold. */
  explanation: string;
  /** The highest decision score. */
  confidence: Fraction;
  /** The market score: 0 if all signals fall, 0.5 neutral, 1 if all rise. */
  marketConfidence: Fraction;
  /** Confidence of the news analysis. */
  sentimentConfidence: Fraction;
  curiosityScore: Fraction;
  technicalIndicators: { volatility: number; momentum: number };
  marketFeatures: MarketFeatures;
  newsAnalysis: NewsAnalysis;
  /** ISO 8601. */
  timestamp: string;
  regime: Regime;
}
