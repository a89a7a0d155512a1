import { fail, type Outcome } from "../contract";
import { firstInChunks, type JobContext } from "../runtime/job";

/**
 * The failure for the first NaN or infinity of a column in the kernels' memory, with its row; null if all values are finite.
 * @param given the original values, to report the offending one
 */
export function validateNumbers(context: JobContext, address: number, length: number, given?: Float64Array): Outcome<never> | null {
  const odd = firstInChunks(context, length, (from, to) => context.kernels.firstNotFinite(address, from, to));
  if (odd < 0) return null;
  return fail("bad-input", "series/notFinite", { row: odd + 1 }, { row: odd + 1, ...(given && { value: String(given[odd]) }) });
}
