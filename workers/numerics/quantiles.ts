import type { JobContext } from "../runtime/job";

/** Values visited per call: about 2 ms of work. */
const BUDGET = 500_000;
const STACK_ENTRIES = 128;

/** The values of the given ranks (0 the smallest) among `length` finite values at `address`, which are reordered. */
export function orderStatistics(context: JobContext, address: number, length: number, wanted: readonly number[]): Float64Array {
  const { arena, kernels } = context;
  return arena.scope(() => {
    const ranks = [...new Set(wanted)].sort((a, b) => a - b);
    const ranksAddress = arena.takeBytes(ranks.length * 4);
    const stack = arena.takeBytes(STACK_ENTRIES * 16);
    new Int32Array(kernels.memory.buffer, ranksAddress, ranks.length).set(ranks);
    new Int32Array(kernels.memory.buffer, stack, 4).set([0, length - 1, 0, ranks.length - 1]);
    let depth = 1;
    while (depth > 0) {
      context.checkpoint();
      depth = kernels.selectRanks(address, ranksAddress, stack, depth, BUDGET);
    }
    const values = arena.view(address, length);
    return Float64Array.from(wanted, (rank) => values[rank]);
  });
}

/**
 * Quantiles of `length` finite values at `address`, which are reordered. Between two order statistics the quantile is interpolated
 * (rank p (n - 1), the usual definition of R and NumPy).
 * @param probabilities each in [0, 1]
 */
export function quantilesInPlace(context: JobContext, address: number, length: number, probabilities: readonly number[]): Float64Array {
  const places = probabilities.map((p) => p * (length - 1));
  const values = orderStatistics(context, address, length, [...places.map(Math.floor), ...places.map(Math.ceil)]);
  return Float64Array.from(places, (place, i) => {
    const [below, above] = [values[i], values[i + places.length]];
    return below + (place - Math.floor(place)) * (above - below);
  });
}
