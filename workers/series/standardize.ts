import { standardizationBlock } from "../../assembly/build/volatility-layouts.js";
import { type Count, VALUE_BYTES } from "../contract";
import { momentsOf } from "../numerics/moments";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";

/** Spread relative to the level below which it is rounding, not variation. */
const ROUNDING = 1e-13;
/** Scale below which squares would lose precision. */
const MIN_SCALE = 1e-140;

/** A standardized series in the kernels' memory. */
export interface StandardizedSeries {
  /** Address of y = (r - mean) / scale. */
  address: number;
  n: Count;
  /** Sum of y and of y^2 over these n values. */
  sum: number;
  sumOfSquares: number;
  mean: number;
  scale: number;
}

export interface PreparedSeries extends StandardizedSeries {
  kurtosis: number;
}

/** Writes (x - mean) / scale to `target`, with the sums of the result. */
export function standardizeInto(context: JobContext, source: number, target: number, n: Count, mean: number, scale: number) {
  const { kernels, arena } = context;
  return arena.scope(() => {
    const out = arena.put(new Float64Array(3));
    const block = arena.block(standardizationBlock, { x: source, y: target, mean, scale, out });
    inChunks(context, n, CHUNK, (from, to) => kernels.garchStandardize(block, from, to));
    const [sum, sumOfSquares, sumOfFourths] = arena.view(out, 3);
    return { sum, sumOfSquares, sumOfFourths };
  });
}

/** A series standardized to mean 0 and variance 1, with its kurtosis; null if it is not finite or does not vary. Call inside a scope. */
export function standardize(context: JobContext, values: Float64Array): PreparedSeries | null {
  const n = values.length;
  const address = context.arena.put(values);
  const moments = momentsOf(context, address, n, values[0]);
  if (!moments) return null;
  const shift = moments.sum / n;
  const mean = values[0] + shift;
  const scale = Math.sqrt(moments.squares / n - shift * shift);
  if (!(scale > Math.max(MIN_SCALE, ROUNDING * Math.abs(mean)))) return null;
  // In place: the standardized series replaces its copy. Its mean is 0 up to rounding, and the sums account for the rest.
  const { sum, sumOfSquares, sumOfFourths } = standardizeInto(context, address, address, n, mean, scale);
  const variance = sumOfSquares / n;
  return { address, n, sum, sumOfSquares, mean, scale, kurtosis: sumOfFourths / n / (variance * variance) };
}

/** Rows [from, from + n) of a standardized series, with their own sums; a `from` that is a multiple of 8 preserves the alignment. */
export function subsampleOf(context: JobContext, series: StandardizedSeries, from: Count, n: Count): StandardizedSeries {
  const address = series.address + from * VALUE_BYTES;
  const { sum, sumOfSquares } = standardizeInto(context, address, address, n, 0, 1);
  return { ...series, address, n, sum, sumOfSquares };
}

/** Converts fractions to percent, in place. */
export function toPercent(context: JobContext, address: number, n: Count): void {
  standardizeInto(context, address, address, n, 0, 0.01);
}
