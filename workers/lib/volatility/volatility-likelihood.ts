import type { Count } from "../../contract";
import { type PreparedSeries, standardise, stretchOf } from "../garch/series";
import type { GarchModel } from "../garch-model";
import type { JobContext } from "../job";
import type { Climbable, ScoreHistory } from "./climbable";
import type { LinearConstraints } from "./linear-constraints";

/** A standardised series, and what stands before its first value. */
export interface VolatilitySeries extends PreparedSeries {
  /** The mean where it is not estimated: the standardised 0. */
  fixedMean: number;
  /** Exponentially weighted mean of the first 75 squared residuals. */
  backcast: number;
  /** Pre-sample variance at a mean, with its derivative: the mean squared residual, or what is given. */
  presample(mu: number, given: number | null): { variance: number; slope: number };
}

/** The log-likelihood of a volatility model on a standardised series, with all a fit asks of it. */
export interface VolatilityLikelihood extends Climbable<LinearConstraints> {
  readonly series: VolatilitySeries;
  readonly model: GarchModel;
  /** Names of the estimated parameters, in order. */
  readonly keys: string[];
  evaluations: Count;
  /** What is said where a constraint between several parameters holds. */
  readonly faceSentence: string;
  /** The same likelihood on another series. */
  onSeries(series: VolatilitySeries): VolatilityLikelihood;
  /** Sum of the outer products of the scores, and the gradient of ln h[n], at the parameters of the last `forward`. */
  outerProduct(): { scores: Float64Array; nextLogSlopes: Float64Array };
  /** The scores along the sample, at the parameters of the last `forward`. */
  scoreHistory(): ScoreHistory;
  /** h[n] and the pre-sample variance, in standardised units. */
  nextVariance(): number;
  presampleVariance(): number;
  /** Writes sigma[t] in the units of the returns, and the standardised residuals, of the last `forward`. The last thing asked. */
  columns(volatility: Float64Array, residuals: Float64Array | null): void;
}

const BACKCAST = { length: 75, decay: 0.94 } as const;

function described(context: JobContext, series: PreparedSeries, model: GarchModel): VolatilitySeries {
  const fixedMean = -series.mean / series.scale;
  const { sum, sumOfSquares, n, address } = series;
  const centre = model.mean === "zero" ? fixedMean : 0;
  const first = context.arena.view(address, Math.min(BACKCAST.length, n));
  let weight = 1;
  let weights = 0;
  let total = 0;
  for (const value of first) {
    total += weight * (value - centre) * (value - centre);
    weights += weight;
    weight *= BACKCAST.decay;
  }
  return {
    ...series,
    fixedMean,
    backcast: total / weights,
    presample: (mu, given) =>
      given === null
        ? { variance: sumOfSquares / n - (2 * mu * sum) / n + mu * mu, slope: 2 * (mu - sum / n) }
        : { variance: given, slope: 0 },
  };
}

/** Standardises a series for a model; null where it does not vary. Call inside a scope. */
export function prepareSeries(context: JobContext, returns: Float64Array, model: GarchModel): VolatilitySeries | null {
  const series = standardise(context, returns);
  return series && described(context, series, model);
}

/** The middle `length` rows of a series. */
export function middleOf(context: JobContext, series: VolatilitySeries, model: GarchModel, length: Count): VolatilitySeries {
  const part = stretchOf(context, series, 8 * Math.floor((series.n - length) / 16), length);
  return { ...described(context, { ...series, ...part }, model), fixedMean: series.fixedMean };
}
