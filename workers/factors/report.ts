import type { Count, Fraction } from "../contract";
import type { FactorBucket } from "./buckets";
import type { Information } from "./information";
import type { PermutationTest } from "./permutation";
import type { FactorCategory } from "./schema";
import type { FactorStrategy } from "./strategy";

/** Information at one of several horizons. */
export interface FactorDecay {
  horizon: Count;
  information: Information;
}

/** One factor and what became of it. Fields up to `sharpe` are the specification's. */
export interface FactorResult {
  /** 1 to 5 are the specification's factors; formulas follow. */
  id: Count;
  name: string;
  /** The factor at each step; across assets the information coefficient of each date. NaN where not known. */
  values: Float64Array;
  /** Cumulative return of holding its sign (across assets: of the long-short portfolio of its ranks), one step late, without costs. */
  performance: Fraction;
  /** Mean over deviation of the information coefficients. */
  informationRatio: number | null;
  /** Of the strategy, per year. */
  mean: Fraction | null;
  volatility: Fraction | null;
  sharpe: number | null;
  category: FactorCategory;
  /** Of a formula, as it was read; null for the specification's factors. */
  formula: string | null;
  strategy: FactorStrategy;
  /** At the horizon of the settings. In short windows slow factors lean towards reversal by construction: judge by `p`. */
  information: Information;
  /** Information coefficient of the window that ends at each step; null across assets, where `values` has it. */
  informationPath: Float64Array | null;
  decay: FactorDecay[];
  buckets: FactorBucket[];
  /** Mean forward return of the top bucket less that of the bottom one. */
  spread: number | null;
  /** Spearman's correlation of the factor with itself one step before (across assets: the mean over dates). */
  rankAutocorrelation: number | null;
  /** Share of the steps on which the position changed; across assets the mean share of new names in the top group. */
  turnover: Fraction | null;
  /** Null across assets, where the dates' own t-statistic takes its place. */
  permutation: PermutationTest | null;
  /** The p the corrections start from: of the permutations, or of Newey and West's t across assets. */
  p: number | null;
  bonferroni: number | null;
  benjaminiHochberg: number | null;
  /** Steps without a value, and why. */
  dropped: { count: Count; reason: string };
}

/** A factor that could not be made. */
export interface FactorUnavailable {
  id: Count;
  name: string;
  reason: string;
}

/** Everything but the corrections for how many factors were tried, and other horizons. */
export type RawFactor = Omit<FactorResult, "bonferroni" | "benjaminiHochberg" | "decay">;

/** A factor, with cumulative returns of its last steps; or why it could not be made. */
export type MinedFactor = { factor: RawFactor; chart: number[] } | { factor: null; reason: string };

/** What to compute for a factor. */
export interface FactorQuestion {
  /** Everything at the horizon of the settings. */
  whole: boolean;
  /** Other horizons for its information coefficient. */
  horizons: readonly Count[];
}

export interface FactorAnswer {
  /** Null where not everything was asked. */
  mined: MinedFactor | null;
  /** In the order of the horizons asked; null where the factor could not be made. */
  information: (Information | null)[];
}
