import * as v from "valibot";
import { seedOf, seedSetting, yearEntries } from "../performance/schema";
import { type NumberFacts, numeric, refuses } from "../runtime/schema";

export type FactorId = 1 | 2 | 3 | 4 | 5;

/** Inputs of a factor besides prices. */
export type FactorNeed = "volume" | "news";

export interface FactorDefinition {
  id: FactorId;
  name: string;
  category: "Technical" | "Alternative" | "Risk";
  /** The specification's sample value, shown with a "Sample" chip until a real one is available. */
  sample: number;
  needs: FactorNeed | null;
}

export const FACTORS: readonly FactorDefinition[] = [
  { id: 1, name: "Price Momentum", category: "Technical", sample: 0.85, needs: null },
  { id: 2, name: "Volume Trend", category: "Technical", sample: 0.78, needs: "volume" },
  { id: 3, name: "Sentiment Score", category: "Alternative", sample: 0.92, needs: "news" },
  { id: 4, name: "News Impact", category: "Alternative", sample: 0.88, needs: "news" },
  { id: 5, name: "Volatility Regime", category: "Risk", sample: 0.82, needs: null },
];

/** Category of a factor; formulas of the user have their own. */
export type FactorCategory = FactorDefinition["category"] | "Formula";

/** Minimum number of values for a z-score. */
export const MIN_SCORED = 20;

const counted = (label: string, facts: Pick<NumberFacts, "min" | "max" | "unit">, refusal: string) =>
  numeric({ label, whole: true, ...facts, refusal });
const periods = refuses("factors/factorPeriods");
const step = counted("Steps", { min: 1 }, periods);
/** More take minutes of every factor, whatever the series. */
const MAX_LISTED = 100;
const steps = v.pipe(v.array(step), v.maxLength(MAX_LISTED, refuses("factors/factorLists", { most: MAX_LISTED })), v.readonly());

export const factorEntries = {
  /** Window of the z-score. */
  lookback: v.optional(counted("Lookback", { min: MIN_SCORED, unit: "steps" }, periods), 252),
  volatilityWindow: v.optional(counted("Volatility window", { min: 2, unit: "steps" }, periods), 22),
  momentumPeriods: v.optional(
    v.pipe(
      steps,
      v.check((all) => all.length > 0, periods),
    ),
    [5, 10, 21, 63, 126],
  ),
  volumeWindow: v.optional(counted("Volume window", { min: 2, unit: "steps" }, periods), 20),
  /** Half-life of news in steps. */
  newsHalfLife: v.optional(numeric({ label: "Half-life of news", unit: "steps", above: 0, refusal: refuses("factors/factorPoints") }), 5),
  /** Forecast horizon in steps on which the factors are tested. */
  horizon: v.optional(counted("Horizon", { min: 1, unit: "steps" }, periods), 5),
  /** Horizons of the decay table, in steps. */
  horizons: v.optional(steps, [1, 5, 10, 21]),
  /** Pairs per rank correlation of a single series. */
  window: v.optional(counted("IC window", { min: 5, unit: "steps" }, periods), 63),
  buckets: v.optional(counted("Quantiles", { min: 2 }, periods), 5),
  correlationThreshold: v.optional(
    numeric({ label: "Correlation threshold", above: 0, max: 1, refusal: refuses("factors/factorThreshold") }),
    0.7,
  ),
  permutations: v.optional(counted("Permutations", { min: 1 }, refuses("factors/factorPermutations")), 999),
  seed: seedSetting,
  annualization: yearEntries.periodsPerYear,
  /** Minimum length of a series. */
  fewestPoints: v.optional(counted("Minimum data points", { min: 2 }, refuses("factors/factorPoints")), 100),
  chartPoints: v.optional(counted("Points of the performance chart", { min: 2 }, refuses("factors/factorPoints")), 30),
};
export const factorsSchema = v.object(factorEntries);
export type FactorSettings = v.InferOutput<typeof factorsSchema>;
export const FACTOR_DEFAULTS: FactorSettings = v.getDefaults(factorsSchema);

const MAX_TRIALS = 100_000;
const trials = refuses("factors/searchTrials", { most: MAX_TRIALS });

/** Settings of the formula search; tests use the factors' settings, within the limits of a search. */
export const METHODS = [
  { value: "genetic", label: "Genetic", note: "good formulas are recombined and mutated" },
  { value: "random", label: "Random", note: "random formulas" },
] as const;

export const searchEntries = {
  trials: v.optional(counted("Trials", { min: 1, max: MAX_TRIALS }, trials), 500),
  seed: seedOf("Search seed"),
  /** Share of the rows, the latest, that the search does not see. */
  holdout: v.optional(numeric({ label: "Holdout", unit: "%", min: 0.1, max: 0.6, refusal: refuses("factors/searchLimits") }), 0.3),
  /** Maximum nesting depth. */
  depth: v.optional(counted("Depth", { min: 1, max: 5 }, refuses("factors/searchLimits")), 3),
};
export const searchSchema = v.object({
  ...searchEntries,
  horizon: counted("Horizon", { min: 1, max: 250, unit: "steps" }, periods),
  lookback: counted("Lookback", { min: MIN_SCORED, max: 5000, unit: "steps" }, periods),
});
