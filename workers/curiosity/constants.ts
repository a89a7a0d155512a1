import type { Count, Fraction } from "../contract";

/** The curiosity analysis's own constants; the weights of its score are the decision engine's (`lib/constants.ts`). */

/** Steps of a month and of a year of trading. */
export const MONTH = 22;
export const YEAR = 252;
/** Ordinal patterns of the complexity: values per pattern, and returns looked at. */
export const PATTERN_ORDER = 4;
export const PATTERN_WINDOW = 128;
/** Shuffles the order of the returns is held against. */
export const SHUFFLES = 199;
/** Steps whose mean surprise is the novelty. */
export const NOVELTY_WINDOW = 10;
/** Returns from which a conditional density can be fitted. */
export const MIN_NOVELTY_RETURNS = 100;
/** Most the novelty adds to the score, as a share of what is left to 1. */
export const NOVELTY_WEIGHT = 0.2;
/** Steps within which a change of regime is news. */
export const SWITCH_WINDOW = 5;

/** When an alert is raised. */
export interface AlertLimits {
  /** Share of the history of the 22-day volatility that lies below. */
  volatility: Fraction;
  /** Standard errors of the drift of 22 days. */
  trend: number;
  /** Share of the shuffles whose entropy is as low. */
  entropy: Fraction;
  /** Probability of a change of regime. */
  switch: Fraction;
  /** Percentile of the surprise. */
  novelty: Fraction;
  /** Steps since the newest discord ended. */
  discord: Count;
  /** Standard deviations of a return of the last 22 days. */
  jump: number;
  /** Share of patterns with equal returns. */
  ties: Fraction;
}

export const DEFAULT_LIMITS: AlertLimits = {
  volatility: 0.95,
  trend: 2,
  entropy: 0.05,
  switch: 0.8,
  novelty: 0.95,
  discord: MONTH,
  jump: 4,
  ties: 0.05,
};

/** Points of the pattern chart. */
export const MAX_POINTS = 250;
