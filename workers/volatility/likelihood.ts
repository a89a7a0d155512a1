import type { Count } from "../contract";
import type { Objective } from "../numerics/objective";
import type { StandardizedSeries } from "../series";
import type { GarchModel } from "./garch-model";
import type { NaturalPoint } from "./units";
import type { VolatilitySeries } from "./volatility-series";

/** Scores along the sample, by the free parameters: their sum, and the sums of s[t] s[t]' and of S[t] S[t]', S[t] = s[1] + … + s[t]. */
export interface ScoreHistory {
  total: Float64Array;
  scores: Float64Array;
  running: Float64Array;
}

/**
 * The log-likelihood of a volatility model on a standardized series: value, gradient and information, each in chunks with progress and
 * cancellation, and everything else a fit needs.
 */
export interface Likelihood extends Objective {
  readonly model: GarchModel;
  readonly series: StandardizedSeries;
  /** Names of the free parameters, in order. */
  readonly keys: string[];
  /** Names of the natural parameters, in which the model is written. */
  readonly naturalKeys: string[];
  /** Passes so far. */
  readonly evaluations: Count;
  /** The likelihood of a model of the same kind on the same series, or of the same model on another. */
  with(change: { model?: GarchModel; series?: VolatilitySeries }): Likelihood;
  /** A faster substitute for `value` that ranks starting points. */
  rank?(theta: Float64Array): number;
  /** The natural parameters at given free ones, with their derivatives. */
  naturalAt(theta: Float64Array): NaturalPoint;
  /** At the parameters of the last `value`: sum of the outer products of the scores, and the gradient of ln h[n] by the natural parameters. */
  finalScores(): { scores: Float64Array; nextLogSlopes: Float64Array };
  /** The scores along the sample, at the parameters of the last `value`. */
  scoreHistory(): ScoreHistory;
  /** e^x as computed by the kernels, for a model whose constant does not scale with the square of the unit of the returns. */
  exponential?(x: number): number;
  /** h[n] and the pre-sample variance, in standardized units. */
  nextVariance(): number;
  presampleVariance(): number;
  /** Writes sigma[t] in the units of the returns, and the standardized residuals, of the last `value`. Must be the last call. */
  columns(volatility: Float64Array, residuals: Float64Array | null): void;
}
