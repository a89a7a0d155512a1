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

/** One factor and its test results. Fields up to `sharpe` are the specification's. */
export interface FactorResult {
  /** 1 to 5 are the specification's factors; formulas follow. */
  id: Count;
  name: string;
  /** The factor at each step; across assets, the information coefficient of each date. NaN if missing. */
  values: Float64Array;
  /** Cumulative return of holding its sign (across assets: of the long-short portfolio of its ranks), lagged by one step, without costs. */
  performance: Fraction;
  /** Mean over standard deviation of the information coefficients. */
  informationRatio: number | null;
  /** Of the strategy, annualized. */
  mean: Fraction | null;
  volatility: Fraction | null;
  sharpe: number | null;
  category: FactorCategory;
  /** Text of a formula as parsed; null for the specification's factors. */
  formula: string | null;
  strategy: FactorStrategy;
  /** At the main horizon. In short windows, slow factors are biased towards reversal by construction: judge by `p`. */
  information: Information;
  /** Information coefficient of the window that ends at each step; null across assets, where `values` contains it. */
  informationPath: Float64Array | null;
  decay: FactorDecay[];
  buckets: FactorBucket[];
  /** Mean forward return of the top bucket minus that of the bottom one. */
  spread: number | null;
  /** First-order rank autocorrelation of the factor (across assets: the mean over dates). */
  rankAutocorrelation: number | null;
  /** Share of steps on which the position changed; across assets, the mean share of new names in the top group. */
  turnover: Fraction | null;
  /** Null across assets, where the dates' t-statistic is used instead. */
  permutation: PermutationTest | null;
  /** The uncorrected p-value: of the permutations or, across assets, of Newey and West's t. */
  p: number | null;
  bonferroni: number | null;
  benjaminiHochberg: number | null;
  /** Steps without a value, and why. */
  dropped: { count: Count; reason: string };
}

/** A factor that could not be computed. */
export interface FactorUnavailable {
  id: Count;
  name: string;
  reason: string;
}

/** Everything except multiple-testing corrections and other horizons. */
export type RawFactor = Omit<FactorResult, "bonferroni" | "benjaminiHochberg" | "decay">;

/** A factor, with cumulative returns of its last steps; or why it could not be computed. */
export type MinedFactor = { factor: RawFactor; chart: number[] } | { factor: null; reason: string };

/** What to compute for a factor. */
export interface FactorQuestion {
  /** Everything at the main horizon. */
  whole: boolean;
  /** Other horizons for its information coefficient. */
  horizons: readonly Count[];
}

export interface FactorAnswer {
  /** Null if not everything was requested. */
  mined: MinedFactor | null;
  /** In the order of the requested horizons; null if the factor could not be computed. */
  information: (Information | null)[];
}
