import { fail, type Outcome } from "../contract";
import { firstInChunks, type JobContext } from "../runtime/job";

/**
 * The failure of a column in the kernels' memory that is no number somewhere, with its row; null where all are.
 * @param given the values as they were given, to name the one that is not
 */
export function troubleWithNumbers(context: JobContext, address: number, length: number, given?: Float64Array): Outcome<never> | null {
  const odd = firstInChunks(context, length, (from, to) => context.kernels.firstNotFinite(address, from, to));
  if (odd < 0) return null;
  return fail("bad-input", "series/notFinite", { row: odd + 1 }, { row: odd + 1, ...(given && { value: String(given[odd]) }) });
}
