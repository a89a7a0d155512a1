import { inChunks, type JobContext } from "../job";
import { type Moments, momentsOf } from "../moments";
import type { StandardisedSeries } from "./likelihood";

const CHUNK = 65_536;
/** A spread this small beside the level is rounding, not variation. */
const ROUNDING = 1e-13;

export interface PreparedSeries extends StandardisedSeries {
  kurtosis: number;
}

/** A series brought to mean 0 and variance 1, with its kurtosis; null where it is not finite or does not vary. Call inside a scope. */
export function standardise(context: JobContext, values: Float64Array): PreparedSeries | null {
  const { kernels, arena } = context;
  const n = values.length;
  const address = arena.put(values);
  // 1. Mean and scale in two passes, so that a large common level costs no digits.
  const first = momentsOf(context, address, n, values[0]);
  if (first.bad !== null) return null;
  const mean = values[0] + first.sum / n;
  const scale = Math.sqrt(momentsOf(context, address, n, mean).squares / n);
  if (!(scale > ROUNDING * Math.abs(mean)) || scale === 0) return null;
  // 2. In place: the standardised series replaces its copy.
  inChunks(context, n, CHUNK, (from, to) => kernels.garchStandardise(address, address, mean, scale, from, to));
  const sums = momentsOf(context, address, n, 0);
  const variance = sums.squares / n;
  return { address, n, ...sumsOf(sums), mean, scale, kurtosis: sums.fourths / n / (variance * variance) };
}

/** Rows [from, from + n) of a standardised series, with their own sums; `from` a multiple of 8 keeps the alignment. */
export function stretchOf(context: JobContext, series: StandardisedSeries, from: number, n: number): StandardisedSeries {
  const address = series.address + from * Float64Array.BYTES_PER_ELEMENT;
  return { ...series, address, n, ...sumsOf(momentsOf(context, address, n, 0)) };
}

const sumsOf = ({ sum, squares }: Moments) => ({ sum, sumOfSquares: squares });
