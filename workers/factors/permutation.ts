import { permutedProductsBlock } from "../../assembly/build/factors-layouts.js";
import { type Count, VALUE_BYTES } from "../contract";
import type { JobContext } from "../runtime/job";
import type { FactorKernels } from "./columns";
import { centeredRanks, type Pairs } from "./pairs";

const STREAM_BYTES = 32;
/** Number of latest pairs a permutation test uses. */
const MAX_PAIRS = 20_000;
/** Products per call. */
const BUDGET = 300_000;

/** Integer part of a cube root. */
function cubeRoot(n: Count): Count {
  let root = 1;
  while ((root + 1) * (root + 1) * (root + 1) <= n) root++;
  return root;
}

export interface PermutationTest {
  /** Spearman's correlation over all pairs used. */
  correlation: number | null;
  p: number | null;
  pairs: Count;
  block: Count;
}

/**
 * Spearman's correlation over the whole sample, and how often block permutations of the returns give one as large.
 * @term Permutation test
 * @formula p = (1 + number of |S*| >= |S|) / (B + 1)
 * @source permutation test; Phipson and Smyth (2010) for the 1 added to both counts
 * @tolerance correlation: SciPy 1.17 spearmanr, 1e-13; p of independent noise: mean 0.5 within 4 standard errors
 */
export function permutationTest(
  context: JobContext,
  kernels: FactorKernels,
  pairs: Pairs,
  { horizon, permutations, seed }: { horizon: Count; permutations: Count; seed: number },
): PermutationTest {
  const { arena } = context;
  const n = Math.min(pairs.n, MAX_PAIRS);
  const skipped = (pairs.n - n) * VALUE_BYTES;
  // Blocks cover the overlap of forward returns, and grow with the sample.
  const block = Math.max(2 * horizon, cubeRoot(n));
  const blocks = Math.ceil(n / block);
  if (blocks < 4) return { correlation: null, p: null, pairs: n, block };
  return arena.scope(() => {
    const x = centeredRanks(context, kernels, pairs.x + skipped, n);
    const y = centeredRanks(context, kernels, pairs.y + skipped, n);
    const correlation = kernels.rankCorrelation(x, y, n);
    if (Number.isNaN(correlation)) return { correlation: null, p: null, pairs: n, block };
    // Integers below 2^53: the sums are exact in any order.
    const found = Math.abs(kernels.rankProducts(x, y, n));
    const stream = arena.takeBytes(STREAM_BYTES);
    const order = arena.takeBytes(4 * blocks);
    const out = arena.take(permutations);
    context.kernels.rngSeed(stream, seed);
    const rounds = Math.max(1, Math.floor(BUDGET / n));
    let reached = 0;
    const shuffling = arena.block(permutedProductsBlock, { x, y, n, blockLength: block, stream, order, out });
    for (let done = 0; done < permutations; done += rounds) {
      context.checkpoint();
      const now = Math.min(rounds, permutations - done);
      kernels.permutedProducts(shuffling, now);
      for (const sum of arena.view(out, now)) if (Math.abs(sum) >= found) reached++;
    }
    return { correlation, p: (1 + reached) / (permutations + 1), pairs: n, block };
  });
}
