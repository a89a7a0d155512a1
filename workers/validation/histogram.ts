import type { Count } from "../contract";

/** Values counted in bins of equal width. */
export interface Histogram {
  middles: Float64Array;
  counts: Float64Array;
}

const BINS: Count = 40;

/** Counts finite values in equal bins from minimum to maximum; a single bin if they are all equal, null if there are none. */
export function histogramOf(values: ArrayLike<number>): Histogram | null {
  if (values.length === 0) return null;
  let [least, most] = [values[0], values[0]];
  for (let i = 1; i < values.length; i++) {
    if (values[i] < least) least = values[i];
    if (values[i] > most) most = values[i];
  }
  if (!(most > least)) return { middles: Float64Array.of(least), counts: Float64Array.of(values.length) };
  const width = (most - least) / BINS;
  const counts = new Float64Array(BINS);
  for (let i = 0; i < values.length; i++) counts[Math.min(BINS - 1, Math.floor((values[i] - least) / width))]++;
  return { middles: Float64Array.from(counts, (_, i) => least + (i + 0.5) * width), counts };
}
