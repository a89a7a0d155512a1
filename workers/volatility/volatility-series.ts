import { type Count, VALUE_BYTES } from "../contract";
import { regress } from "../numerics/least-squares";
import { inChunks, type JobContext } from "../runtime/job";
import { type StandardizedSeries, standardize, subsampleOf } from "../series";
import { type GarchModel, meanLags } from "./garch-model";

const CHUNK = 16_384;
/** The exponentially weighted pre-sample variance (Python arch): length and decay. */
const BACKCAST = { length: 75, decay: 0.94 } as const;

/** Properties of a standardized series that a model's mean needs. */
interface MeanMoments {
  /** Starting values of the mean: c, phi 1.. by least squares; the fixed c for a zero mean. */
  start: number[];
  /** Mean squared residual at these, or the 1 of a standardized series: the initial long-run variance. */
  variance: number;
  /** Exponentially weighted first 75 squared residuals at these. */
  backcast: number;
  /** Mean squared residual at c, phi 1.., with its derivatives. */
  meanSquare(mean: ArrayLike<number>): { value: number; slopes: number[] };
}

/** The rows of a standardized series in a likelihood; earlier rows, which the AR lags of the mean refer to, are conditioned on. */
export interface VolatilitySeries extends StandardizedSeries {
  kurtosis: number;
  moments: MeanMoments;
}

/** Pre-sample variance at given parameters of the mean, with its derivatives: the mean squared residual, or the fixed back-cast. */
export function presampleAt({ moments }: VolatilitySeries, { preSample }: Pick<GarchModel, "preSample">, mean: ArrayLike<number>) {
  if (preSample === "sample") return moments.meanSquare(mean);
  return { value: moments.backcast, slopes: Array.from(mean, () => 0) };
}

/**
 * Standardizes a series for a model; null if it does not vary, or the initial returns for the AR lags do not. Call inside a scope.
 * @param regressed true if a constant mean is estimated by the regression too
 */
export function prepareSeries(context: JobContext, returns: Float64Array, model: GarchModel, regressed = false): VolatilitySeries | null {
  const series = standardize(context, returns);
  if (!series) return null;
  const lags = meanLags(model);
  const rows = { ...series, address: series.address + lags * VALUE_BYTES, n: series.n - lags };
  const moments = momentsOf(context, rows, model, regressed);
  return moments && { ...rows, moments };
}

/** The middle `length` rows of a series, with moments of their own. */
export function middleOf(
  context: JobContext,
  series: VolatilitySeries,
  model: GarchModel,
  regressed: boolean,
  length: Count,
): VolatilitySeries {
  const rows = { ...series, ...subsampleOf(context, series, 8 * Math.floor((series.n - length) / 16), length) };
  return { ...rows, moments: momentsOf(context, rows, model, regressed) ?? series.moments };
}

function momentsOf(context: JobContext, series: StandardizedSeries, model: GarchModel, regressed: boolean): MeanMoments | null {
  return regressed || meanLags(model) > 0 ? momentsByRegression(context, series, model) : momentsOfConstant(context, series, model);
}

/** For a constant mean, from the sums of the series alone. */
function momentsOfConstant(context: JobContext, series: StandardizedSeries, model: GarchModel): MeanMoments {
  const { n, sum, sumOfSquares, mean, scale } = series;
  const start = model.mean === "zero" ? [-mean / scale] : [0];
  const meanSquare = (point: ArrayLike<number>) => {
    const mu = point[0];
    return { value: sumOfSquares / n - (2 * mu * sum) / n + mu * mu, slopes: [2 * (mu - sum / n)] };
  };
  return { start, variance: 1, backcast: backcastOf(context, series, start), meanSquare };
}

/** @returns null if lagged returns cannot be regressors (they do not vary) */
function momentsByRegression(context: JobContext, series: StandardizedSeries, model: GarchModel): MeanMoments | null {
  const { arena, kernels } = context;
  const lags: Count = meanLags(model);
  const { address, n, mean, scale } = series;
  const width = lags + 2;
  const first = address - lags * VALUE_BYTES;
  const cross = arena.scope(() => {
    const matrix = arena.put(new Float64Array(width * width));
    inChunks(context, n, CHUNK, (from, to) => kernels.archMoments(first, from + lags, to + lags, lags, matrix));
    return arena.view(matrix, width * width).slice();
  });
  const at = (i: number, j: number) => cross[Math.min(i, j) * width + Math.max(i, j)];
  const regression = model.mean === "zero" ? { coefficients: [-mean / scale] } : regress(cross, width);
  if (!regression) return null;
  const start = regression.coefficients;
  const meanSquare = (point: ArrayLike<number>) => {
    const slopes = new Array<number>(lags + 1).fill(0);
    let value = at(lags + 1, lags + 1);
    for (let i = 0; i <= lags; i++) {
      let product = 0;
      for (let j = 0; j <= lags; j++) product += at(i, j) * point[j];
      const target = at(i, lags + 1);
      value += point[i] * (product - 2 * target);
      slopes[i] = (2 * (product - target)) / n;
    }
    return { value: value / n, slopes };
  };
  return { start, variance: meanSquare(start).value, backcast: backcastOf(context, series, start), meanSquare };
}

function backcastOf({ arena }: JobContext, { address, n }: StandardizedSeries, [constant, ...phi]: number[]): number {
  const rows = Math.min(BACKCAST.length, n);
  const values = arena.view(address - phi.length * VALUE_BYTES, rows + phi.length);
  let [weight, weights, total] = [1, 0, 0];
  for (let t = 0; t < rows; t++) {
    let shock = values[t + phi.length] - constant;
    phi.forEach((share, i) => {
      shock -= share * values[t + phi.length - 1 - i];
    });
    total += weight * shock * shock;
    weights += weight;
    weight *= BACKCAST.decay;
  }
  return total / weights;
}
