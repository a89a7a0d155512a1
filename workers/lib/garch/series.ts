import { inChunks, type JobContext } from "../job";
import type { StandardisedSeries } from "./likelihood";

const CHUNK = 65_536;

/** Count, sum, sum of squares and of fourth powers of x[from..to) around a pivot; null where a value is not finite. */
function moments(context: JobContext, address: number, n: number, pivot: number): Float64Array | null {
  const { kernels, arena } = context;
  return arena.scope(() => {
    const out = arena.take(4);
    arena.view(out, 4).fill(0);
    let bad = -1;
    inChunks(context, n, CHUNK, (from, to) => {
      if (bad < 0) bad = kernels.garchMoments(address, pivot, from, to, out);
    });
    return bad < 0 ? arena.view(out, 4).slice() : null;
  });
}

/** A series brought to mean 0 and variance 1, with its kurtosis; null where it is not finite or does not vary. */
export function standardise(context: JobContext, values: Float64Array): (StandardisedSeries & { kurtosis: number }) | null {
  const { kernels, arena } = context;
  const n = values.length;
  const address = arena.put(values);
  // 1. Mean and scale in two passes, so that a large common level costs no digits.
  const first = moments(context, address, n, values[0]);
  if (!first) return null;
  const mean = values[0] + first[1] / n;
  const second = moments(context, address, n, mean);
  if (!second) return null;
  const scale = Math.sqrt(second[2] / n);
  if (!(scale > 1e-13 * Math.abs(mean)) || scale === 0) return null;
  // 2. In place: the standardised series replaces its copy.
  inChunks(context, n, CHUNK, (from, to) => kernels.garchStandardise(address, address, mean, scale, from, to));
  const sums = moments(context, address, n, 0);
  if (!sums) return null;
  const variance = sums[2] / n;
  return { address, n, sum: sums[1], sumOfSquares: sums[2], mean, scale, kurtosis: sums[3] / n / (variance * variance) };
}

/** The first `n` rows of a standardised series, with their own sums. */
export function stretchOf(context: JobContext, series: StandardisedSeries, n: number): StandardisedSeries {
  const sums = moments(context, series.address, n, 0);
  return { ...series, n, sum: sums ? sums[1] : 0, sumOfSquares: sums ? sums[2] : n };
}
