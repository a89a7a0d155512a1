import type { Count } from "../../contract";
import { type GarchModel, meanLags } from "../garch-model";
import { inChunks, type JobContext } from "../job";
import { regress } from "../least-squares";
import type { StandardisedSeries } from "./likelihood";

const CHUNK = 16_384;
/** The exponentially weighted pre-sample variance (Python arch): length and decay. */
const BACKCAST = { length: 75, decay: 0.94 } as const;

/** What a model's mean needs to know of a standardised series: the values before its first are returns taken as given. */
export interface MeanMoments {
  /** Least squares of the mean: c, phi 1..; the fixed c where the mean is zero. */
  start: number[];
  /** Mean squared residual of that. */
  variance: number;
  /** Exponentially weighted first 75 squared residuals of that. */
  backcast: number;
  /** Mean squared residual at c, phi 1.., with its derivatives. */
  meanSquare(mean: ArrayLike<number>): { value: number; slopes: Float64Array };
}

/** Rows of a standardised series that the likelihood of a model is over: all but those the mean looks back to. */
export function afterLags(series: StandardisedSeries, model: GarchModel): StandardisedSeries {
  const lags = meanLags(model);
  return { ...series, address: series.address + lags * Float64Array.BYTES_PER_ELEMENT, n: series.n - lags };
}

/** @returns null where earlier returns are no regressors (they do not vary) */
export function momentsOfMean(context: JobContext, series: StandardisedSeries, model: GarchModel): MeanMoments | null {
  const { arena, kernels } = context;
  const lags: Count = meanLags(model);
  const { address, n, mean, scale } = series;
  const width = lags + 2;
  const first = address - lags * Float64Array.BYTES_PER_ELEMENT;
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
    const slopes = new Float64Array(lags + 1);
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

function backcastOf({ arena }: JobContext, { address, n }: StandardisedSeries, [constant, ...phi]: number[]): number {
  const rows = Math.min(BACKCAST.length, n);
  const values = arena.view(address - phi.length * Float64Array.BYTES_PER_ELEMENT, rows + phi.length);
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
