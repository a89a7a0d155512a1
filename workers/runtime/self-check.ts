import type { JobContext } from "./job";

/** One kernel run on a short vector whose answer is known from an independent source. */
export interface SelfCheck {
  /** Name of the export, or of the quantity if several kernels compute it. */
  kernel: string;
  /** Where the expected numbers come from: a tool with its version, a paper, a closed form. */
  source: string;
  /** Maximum error that passes, in the units of `errorOf`. */
  tolerance: number;
  /** The largest error on this device: relative for values beyond 1, absolute below, as `largestError` measures it. */
  errorOf(context: JobContext): number | Promise<number>;
}

/**
 * Largest deviation: |actual - expected| / max(1, |expected|). NaN instead of a number, a number instead of NaN, and columns of different
 * lengths count as infinite.
 */
export function largestError(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (actual.length !== expected.length) return Number.POSITIVE_INFINITY;
  let largest = 0;
  for (let i = 0; i < expected.length; i++) {
    if (Number.isNaN(expected[i]) && Number.isNaN(actual[i])) continue;
    const error = actual[i] === expected[i] ? 0 : Math.abs(actual[i] - expected[i]) / Math.max(1, Math.abs(expected[i]));
    largest = Number.isNaN(error) ? Number.POSITIVE_INFINITY : Math.max(largest, error);
  }
  return largest;
}

/** The values at some indices of a column computed by a kernel. */
export function columnAt(
  context: JobContext,
  values: ArrayLike<number>,
  places: readonly number[],
  kernel: (input: number, length: number, out: number, state: number) => void,
): number[] {
  const { arena } = context;
  return arena.scope(() => {
    const input = arena.put(Float64Array.from(values));
    const out = arena.put(new Float64Array(values.length));
    const state = arena.put(new Float64Array(16));
    kernel(input, values.length, out, state);
    const column = arena.view(out, values.length);
    return places.map((place) => column[place]);
  });
}
