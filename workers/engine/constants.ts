import { type RegimeLimits, RULE_THRESHOLDS } from "./schema";

/** The decision engine's constants; the values are the specification's unless a comment says otherwise. */

/** Number of latest points the engine uses. */
export const SEQUENCE_LENGTH = 20;
export const MINIMUM_SEQUENCE_LENGTH = 2;

/** RSI if there are too few points to compute it. */
export const RSI_NEUTRAL = 50;
export const MOMENTUM_WINDOW = 10;
export const TREND_AVERAGE = 5;

export const CURIOSITY_WEIGHTS = { volatility: 0.4, trend: 0.3, complexity: 0.3 } as const;

/** Thresholds of the rules for the normalized RSI (0 to 1) and the sentiment score. */
export const SIGNAL = {
  buyRsi: 0.8,
  buyMomentumRsi: 0.7,
  oversoldRsi: 0.3,
  buySentiment: 0.6,
  sellRsi: 0.2,
  sellMomentumRsi: 0.3,
  overboughtRsi: 0.7,
  sellSentiment: 0.4,
} as const;

/** The limits of the combined score widen by 0.05 times the volatility, at most by 1. */
export const VOLATILITY_ADJUSTMENT = 0.05;
export const MAX_ADJUSTMENT = 1;

export const REGIME_LIMITS = { trendingVolatility: 0.3, uncertainVolatility: 0.25, strongTrend: 0.02, weakTrend: 0.01 } as const;

/** The same limits in every regime: those of the specification's rules. */
export const RULE_LIMITS: RegimeLimits = {
  unknown: RULE_THRESHOLDS,
  trending_bullish: RULE_THRESHOLDS,
  trending_bearish: RULE_THRESHOLDS,
  volatile_uncertain: RULE_THRESHOLDS,
  ranging_consolidation: RULE_THRESHOLDS,
  normal: RULE_THRESHOLDS,
};

/**
 * Weights of the combined score. The specification gives 0.5 and 0.35 and calls curiosity's weight "small": it is the remainder to 1, so that
 * three neutral inputs (0.5 each) give a neutral score.
 */
export const SCORE_WEIGHTS = { market: 0.5, sentiment: 0.35, curiosity: 0.15 } as const;
/**
 * The specification's "scaled by trend direction" does not give factors for the sentiment weight: these are the ones it uses for signals with
 * and against a regime.
 */
export const SENTIMENT_DIRECTION = { rising: 1.2, flat: 1, falling: 0.8 } as const;

/** In the order Hold, Buy, Sell. */
export const DECISION_SCORES = {
  Hold: [0.6, 0.2, 0.2],
  Buy: [0.1, 0.8, 0.1],
  Sell: [0.1, 0.1, 0.8],
  unavailable: [0.33, 0.33, 0.34],
} as const;

/** Values used if a part of the engine fails. */
export const FALLBACK = { curiosity: 0.5, volatility: 0, confidence: 0.34, score: 0.5 } as const;

export const SAMPLE_PRICES = { count: 10, center: 100, spread: 10, decimals: 2 } as const;
