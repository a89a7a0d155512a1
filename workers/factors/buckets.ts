import { bucketSumsBlock } from "../../assembly/build/factors-layouts.js";
import type { Count } from "../contract";
import { quantilesInPlace } from "../numerics/quantiles";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import type { FactorKernels } from "./columns";
import type { Pairs } from "./pairs";

export interface FactorBucket {
  /** 1 holds the lowest values of the factor. */
  bucket: Count;
  count: Count;
  /** Mean forward log return, and its sample standard deviation; null for an empty bucket (a factor with few distinct values). */
  mean: number | null;
  deviation: number | null;
}

/**
 * Mean forward return by quantile bucket of the factor, with full-sample quantiles (in sample), and top minus bottom.
 * @term Quantile returns
 * @formula spread = mean of the top bucket - mean of the bottom bucket
 * @source quantile returns of the factor literature; quantiles as in R and NumPy (type 7)
 * @tolerance plain twin, 1e-12
 */
export function quantileBuckets(
  context: JobContext,
  kernels: FactorKernels,
  { x, y, n }: Pairs,
  buckets: Count,
): { buckets: FactorBucket[]; spread: number | null } {
  const { arena } = context;
  if (n < buckets) return { buckets: [], spread: null };
  return arena.scope(() => {
    const copy = arena.take(n);
    arena.view(copy, n).set(arena.view(x, n));
    const edges = quantilesInPlace(
      context,
      copy,
      n,
      Array.from({ length: buckets - 1 }, (_, k) => (k + 1) / buckets),
    );
    const at = arena.put(edges);
    const sums = arena.put(new Float64Array(3 * buckets));
    const block = arena.block(bucketSumsBlock, { x, y, edges: at, buckets, out: sums });
    inChunks(context, n, CHUNK, (from, to) => kernels.bucketSums(block, from, to));
    const totals = arena.view(sums, 3 * buckets);
    const list = Array.from({ length: buckets }, (_, k) => {
      const [count, sum, squares] = totals.subarray(3 * k, 3 * k + 3);
      const mean = count > 0 ? sum / count : null;
      const spread = mean === null ? 0 : squares - count * mean * mean;
      return { bucket: k + 1, count, mean, deviation: count > 1 ? Math.sqrt(Math.max(spread, 0) / (count - 1)) : null };
    });
    const [bottom, top] = [list[0].mean, list[buckets - 1].mean];
    return { buckets: list, spread: bottom === null || top === null ? null : top - bottom };
  });
}
