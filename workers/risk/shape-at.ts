import type { Count } from "../contract";
import { type RiskKernels, type Shape, SUMS, shapeOf, startSums } from "../performance";
import { inChunks, type JobContext } from "../runtime/job";

const CHUNK = 1 << 16;

/** Mean, deviation and shape of the n returns at an address. */
export function shapeAt(context: JobContext, risk: RiskKernels, address: number, n: Count): Shape {
  const { arena } = context;
  return arena.scope(() => {
    const sums = arena.take(SUMS);
    const pass = (pivot: number): Shape => {
      startSums(arena.view(sums, SUMS));
      inChunks(context, n, CHUNK, (from, to) => risk.performanceSums(address, 0, from, to, pivot, 0, sums));
      return shapeOf(arena.view(sums, SUMS), pivot);
    };
    // The second pass takes powers about the mean the first one found.
    return pass(pass(arena.read(address)).mean);
  });
}
