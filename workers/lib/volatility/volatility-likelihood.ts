import type { Count } from "../../contract";
import { afterLags, momentsOfMean } from "../garch/gjr-series";
import { type PreparedSeries, standardise, stretchOf } from "../garch/series";
import { type GarchModel, meanLags } from "../garch-model";
import type { JobContext } from "../job";
import type { Climbable, ScoreHistory } from "./climbable";
import type { LinearConstraints } from "./linear-constraints";

/** A standardised series, and what stands before its first value. */
export interface VolatilitySeries extends PreparedSeries {
  /** The mean where it is not estimated: the standardised 0. */
  fixedMean: number;
  /** Exponentially weighted mean of the first 75 squared residuals. */
  backcast: number;
  /** Where the search for the constant and the weights of the mean begins: least squares. */
  meanStart: number[];
  /** Pre-sample variance at a mean (mu, ar 1..), with its derivatives: the mean squared residual, or what is given. */
  presample(mean: ArrayLike<number> & Iterable<number>, given: number | null): { variance: number; slopes: number[] };
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

/** The exponentially weighted mean of the first squared differences from a constant. */
function backcastOf(context: JobContext, { n, address }: PreparedSeries, centre: number): number {
  const first = context.arena.view(address, Math.min(BACKCAST.length, n));
  let weight = 1;
  let weights = 0;
  let total = 0;
  for (const value of first) {
    total += weight * (value - centre) * (value - centre);
    weights += weight;
    weight *= BACKCAST.decay;
  }
  return total / weights;
}

function described(context: JobContext, series: PreparedSeries, model: GarchModel): VolatilitySeries | null {
  const fixedMean = -series.mean / series.scale;
  const { sum, sumOfSquares, n } = series;
  if (meanLags(model) > 0) {
    const moments = momentsOfMean(context, series, model);
    if (!moments) return null;
    const { start, backcast, meanSquare } = moments;
    const presample: VolatilitySeries["presample"] = (mean, given) => {
      if (given !== null) return { variance: given, slopes: start.map(() => 0) };
      const { value, slopes } = meanSquare(mean);
      return { variance: value, slopes: Array.from(slopes) };
    };
    return { ...series, fixedMean, meanStart: start, backcast, presample };
  }
  return {
    ...series,
    fixedMean,
    meanStart: [0],
    backcast: backcastOf(context, series, model.mean === "zero" ? fixedMean : 0),
    presample: ([mu], given) =>
      given === null
        ? { variance: sumOfSquares / n - (2 * mu * sum) / n + mu * mu, slopes: [2 * (mu - sum / n)] }
        : { variance: given, slopes: [0] },
  };
}

/**
 * Standardises a series for a model, whose first returns are given where its mean looks back; null where it does not vary, or those do not.
 * Call inside a scope.
 */
export function prepareSeries(context: JobContext, returns: Float64Array, model: GarchModel): VolatilitySeries | null {
  const series = standardise(context, returns);
  return series && described(context, { ...series, ...afterLags(series, model) }, model);
}

/** The middle `length` rows of a series. */
export function middleOf(context: JobContext, series: VolatilitySeries, model: GarchModel, length: Count): VolatilitySeries {
  const part = stretchOf(context, series, 8 * Math.floor((series.n - length) / 16), length);
  return { ...(described(context, { ...series, ...part }, model) ?? { ...series, ...part }), fixedMean: series.fixedMean };
}
