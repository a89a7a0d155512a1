import type { Count } from "../contract";
import { inChunks, type JobContext } from "../runtime/job";

/** Products per call: about a millisecond, or two before the engine has optimized the kernel. */
const PRODUCTS_PER_CALL = 2_000_000;
const MIN_ROWS = 1024;

/**
 * Sums of c[t] c[t - k] over a centered column in the kernels' memory, k = 0..lags.
 * @param table number of lags that determines the chunk size, if a longer table may follow: its first sums then have the same bits
 */
export function laggedProducts(context: JobContext, centered: number, n: Count, lags: Count, table = lags): Float64Array {
  const { arena, kernels } = context;
  return arena.scope(() => {
    const sums = arena.put(new Float64Array(lags + 1));
    const rows = Math.max(MIN_ROWS, Math.floor(PRODUCTS_PER_CALL / (table + 1)));
    inChunks(context, n, rows, (from, to) => kernels.laggedProducts(centered, from, to, lags, sums));
    return arena.view(sums, lags + 1).slice();
  });
}
