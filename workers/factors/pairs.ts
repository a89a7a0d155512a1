import { mergePassBlock, pairUpBlock } from "../../assembly/build/factors-layouts.js";
import type { Count } from "../contract";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import type { FactorKernels } from "./columns";

/** The common steps of two columns, paired. */
export interface Pairs {
  x: number;
  y: number;
  /** Step of each pair, 4 bytes each. */
  places: number;
  n: Count;
}

export function pairUp(context: JobContext, kernels: FactorKernels, x: number, y: number, n: Count): Pairs {
  const { arena } = context;
  const [outX, outY, places] = [arena.take(n), arena.take(n), arena.takeBytes(4 * n)];
  let count = 0;
  const block = arena.block(pairUpBlock, { x, y, outX, outY, places });
  inChunks(context, n, CHUNK, (from, to) => {
    count = kernels.pairUp(block, from, to, count);
  });
  return { x: outX, y: outY, places, n: count };
}

/** Centered ranks (twice the rank minus n + 1, mid-ranks for ties) of a column, by merge sort in chunks. */
export function centeredRanks(context: JobContext, kernels: FactorKernels, values: number, n: Count): number {
  const { arena } = context;
  const ranks = arena.take(n);
  arena.scope(() => {
    let [order, other] = [arena.takeBytes(4 * n), arena.takeBytes(4 * n)];
    inChunks(context, n, CHUNK, (from, to) => kernels.numberPlaces(order, from, to));
    for (let width = 1; width < n; width *= 2) {
      // Whole pairs of runs; the longest ones take a call each.
      const chunk = Math.max(2 * width, CHUNK);
      const block = arena.block(mergePassBlock, { values, order, n, width, out: other });
      inChunks(context, n, chunk, (from, to) => kernels.mergePass(block, from, to));
      [order, other] = [other, order];
    }
    inChunks(context, n, CHUNK, (from, to) => kernels.ranksInOrder(values, order, n, from, to, ranks));
  });
  return ranks;
}
