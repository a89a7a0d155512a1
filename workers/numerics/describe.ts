import { type Count, VALUE_BYTES } from "../contract";
import { inChunks, type JobContext } from "../runtime/job";

/** Descriptive statistics; null if a statistic is undefined for the number of values, or for these values. */
export interface Description {
  count: Count;
  mean: number | null;
  minimum: number | null;
  maximum: number | null;
  /** Sample standard deviation, n - 1. */
  deviation: number | null;
  /** Third standardized moment, population form. */
  skewness: number | null;
  /** Fourth standardized moment less 3, population form: 0 for a normal distribution. */
  kurtosis: number | null;
}

/** About 1 ms per call; a multiple of the kernel's block of 512, so that the result does not depend on the chunking. */
const CHUNK = 512 * 2048;
const STATE = 7;
/** Relative spread below which values count as equal: rounding error. */
const ROUNDING = 1e-15;

/** Describes the values [from, to) of the column at an address. */
export function describeAt(context: JobContext, address: number, from: number, to: number): Description {
  const { arena, kernels } = context;
  return arena.scope(() => {
    const state = arena.put(new Float64Array(STATE));
    const start = address + from * VALUE_BYTES;
    inChunks(context, to - from, CHUNK, (a, b) => kernels.describe(start, a, b, state));
    const [count, mean, m2, m3, m4, minimum, maximum] = arena.view(state, STATE);
    if (count === 0) return { count, mean: null, minimum: null, maximum: null, deviation: null, skewness: null, kurtosis: null };
    const spread = minimum === maximum || Math.sqrt(m2 / count) <= ROUNDING * Math.abs(mean) ? 0 : m2;
    const shape = spread > 0;
    return {
      count,
      mean,
      minimum,
      maximum,
      deviation: count < 2 ? null : Math.sqrt(spread / (count - 1)),
      // Square root instead of a fractional power, whose last bit differs between engines.
      skewness: shape ? (Math.sqrt(count) * m3) / (m2 * Math.sqrt(m2)) : null,
      kurtosis: shape ? (count * m4) / (m2 * m2) - 3 : null,
    };
  });
}
