import type { Fraction } from "../contract";

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

/** Known values from which a z-score is given. */
export const MIN_SCORED = 20;
