import { standardizationBlock } from "../../assembly/build/volatility-layouts.js";
import type { Count } from "../contract";
import { momentsOf } from "../numerics/moments";
import { inChunks, type JobContext } from "../runtime/job";

const CHUNK = 65_536;
/** A spread this small beside the level is rounding, not variation. */
const ROUNDING = 1e-13;
/** Below this the square of the spread would lose its digits. */
const MIN_SCALE = 1e-140;

/** A standardized series in the kernels' memory. */
export interface StandardizedSeries {
  /** Address of y = (r - mean) / scale. */
  address: number;
  n: Count;
  /** Sums of y and y^2 over these n values. */
  sum: number;
  sumOfSquares: number;
  mean: number;
  scale: number;
}

export interface PreparedSeries extends StandardizedSeries {
  kurtosis: number;
}

/** Brings x to (x - mean) / scale at `target`, with the sums of the result. */
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

/** A series brought to mean 0 and variance 1, with its kurtosis; null where it is not finite or does not vary. Call inside a scope. */
export function standardize(context: JobContext, values: Float64Array): PreparedSeries | null {
  const n = values.length;
  const address = context.arena.put(values);
  const moments = momentsOf(context, address, n, values[0]);
  if (!moments) return null;
  const shift = moments.sum / n;
  const mean = values[0] + shift;
  const scale = Math.sqrt(moments.squares / n - shift * shift);
  if (!(scale > Math.max(MIN_SCALE, ROUNDING * Math.abs(mean)))) return null;
  // In place: the standardized series replaces its copy. Rounding leaves its mean near 0, and its sums say how near.
  const { sum, sumOfSquares, sumOfFourths } = standardizeInto(context, address, address, n, mean, scale);
  const variance = sumOfSquares / n;
  return { address, n, sum, sumOfSquares, mean, scale, kurtosis: sumOfFourths / n / (variance * variance) };
}

/** Rows [from, from + n) of a standardized series, with their own sums; `from` a multiple of 8 keeps the alignment. */
export function subsampleOf(context: JobContext, series: StandardizedSeries, from: Count, n: Count): StandardizedSeries {
  const address = series.address + from * Float64Array.BYTES_PER_ELEMENT;
  const { sum, sumOfSquares } = standardizeInto(context, address, address, n, 0, 1);
  return { ...series, address, n, sum, sumOfSquares };
}

/** Percent of fractions, in place. */
export function toPercent(context: JobContext, address: number, n: Count): void {
  standardizeInto(context, address, address, n, 0, 0.01);
}
