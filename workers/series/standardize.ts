import type { Count } from "../../contract";
import { inChunks, type JobContext } from "../job";
import { momentsOf } from "../moments";
import type { StandardisedSeries } from "./likelihood";

const CHUNK = 65_536;
/** A spread this small beside the level is rounding, not variation. */
const ROUNDING = 1e-13;
/** Below this the square of the spread would lose its digits. */
const SMALLEST_SCALE = 1e-140;

export interface PreparedSeries extends StandardisedSeries {
  kurtosis: number;
}

/** Brings x to (x - mean) / scale at `target`, with the sums of the result. */
function standardiseInto(context: JobContext, source: number, target: number, n: Count, mean: number, scale: number) {
  const { kernels, arena } = context;
  return arena.scope(() => {
    const out = arena.take(3);
    arena.view(out, 3).fill(0);
    inChunks(context, n, CHUNK, (from, to) => kernels.garchStandardise(source, target, mean, scale, from, to, out));
    const [sum, sumOfSquares, sumOfFourths] = arena.view(out, 3);
    return { sum, sumOfSquares, sumOfFourths };
  });
}

/** A series brought to mean 0 and variance 1, with its kurtosis; null where it is not finite or does not vary. Call inside a scope. */
export function standardise(context: JobContext, values: Float64Array): PreparedSeries | null {
  const n = values.length;
  const address = context.arena.put(values);
  const moments = momentsOf(context, address, n, values[0]);
  if (!moments) return null;
  const shift = moments.sum / n;
  const mean = values[0] + shift;
  const scale = Math.sqrt(moments.squares / n - shift * shift);
  if (!(scale > Math.max(SMALLEST_SCALE, ROUNDING * Math.abs(mean)))) return null;
  // In place: the standardised series replaces its copy. Rounding leaves its mean near 0, and its sums say how near.
  const { sum, sumOfSquares, sumOfFourths } = standardiseInto(context, address, address, n, mean, scale);
  const variance = sumOfSquares / n;
  return { address, n, sum, sumOfSquares, mean, scale, kurtosis: sumOfFourths / n / (variance * variance) };
}

/** Rows [from, from + n) of a standardised series, with their own sums; `from` a multiple of 8 keeps the alignment. */
export function stretchOf(context: JobContext, series: StandardisedSeries, from: Count, n: Count): StandardisedSeries {
  const address = series.address + from * Float64Array.BYTES_PER_ELEMENT;
  const { sum, sumOfSquares } = standardiseInto(context, address, address, n, 0, 1);
  return { ...series, address, n, sum, sumOfSquares };
}

/** Percent of fractions, in place. */
export function toPercent(context: JobContext, address: number, n: Count): void {
  standardiseInto(context, address, address, n, 0, 0.01);
}
