import type { Count, Fraction } from "../contract";
import { ANNUALIZATION } from "../performance";

export type FactorId = 1 | 2 | 3 | 4 | 5;

/** What a factor is made of beside prices. */
export type FactorNeed = "volume" | "news";

export interface FactorDefinition {
  id: FactorId;
  name: string;
  category: "Technical" | "Alternative" | "Risk";
  /** The specification's sample figure, shown with a "Sample" chip until there is a real one. */
  sample: Fraction;
  needs: FactorNeed | null;
}

export const FACTORS: readonly FactorDefinition[] = [
  { id: 1, name: "Price Momentum", category: "Technical", sample: 0.85, needs: null },
  { id: 2, name: "Volume Trend", category: "Technical", sample: 0.78, needs: "volume" },
  { id: 3, name: "Sentiment Score", category: "Alternative", sample: 0.92, needs: "news" },
  { id: 4, name: "News Impact", category: "Alternative", sample: 0.88, needs: "news" },
  { id: 5, name: "Volatility Regime", category: "Risk", sample: 0.82, needs: null },
];

/** What a factor is filed under; formulas of the person's own are a category by themselves. */
export type FactorCategory = FactorDefinition["category"] | "Formula";

export interface FactorSettings {
  /** Values a z-score looks back over. */
  lookback: Count;
  volatilityWindow: Count;
  momentumPeriods: readonly Count[];
  volumeWindow: Count;
  /** Steps after which half of an item of news is left. */
  newsHalfLife: number;
  /** Steps ahead the factors are tested on. */
  horizon: Count;
  /** Steps ahead of the decay table. */
  horizons: readonly Count[];
  /** Pairs per rank correlation of a single series. */
  window: Count;
  buckets: Count;
  correlationThreshold: number;
  permutations: Count;
  seed: number;
  annualization: Count;
  /** Points a series must have. */
  fewestPoints: Count;
  /** Points of the performance chart. */
  chartPoints: Count;
}

export const FACTOR_DEFAULTS: FactorSettings = {
  lookback: 252,
  volatilityWindow: 22,
  momentumPeriods: [5, 10, 21, 63, 126],
  volumeWindow: 20,
  newsHalfLife: 5,
  horizon: 5,
  horizons: [1, 5, 10, 21],
  window: 63,
  buckets: 5,
  correlationThreshold: 0.7,
  permutations: 999,
  seed: 1,
  annualization: ANNUALIZATION,
  fewestPoints: 100,
  chartPoints: 30,
};

/** Known values from which a z-score is given. */
export const MIN_SCORED = 20;
