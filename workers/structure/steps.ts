import type { Count } from "../contract";
import { describeAt } from "../numerics/describe";
import { inChunks, type JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import type { Returns } from "../series";

export type StructureKernels = KernelsOf<"structure">;

const CHUNK = 262_144;

/** Returns in the kernels' memory, and their cumulated path. */
export interface Steps {
  /** Address of the returns. */
  address: number;
  n: Count;
  mean: number;
  /** False if all are equal up to rounding: structure statistics are then meaningless. */
  varies: boolean;
  /** Address of the cumulated returns minus their mean, n + 1 values from 0. */
  path: number;
}

/** Cumulated steps minus `mean` in the arena, one value more than there are steps. */
export function takePath(context: JobContext, structure: StructureKernels, address: number, n: Count, mean: number): number {
  const path = context.arena.take(n + 1);
  context.arena.view(path, 1)[0] = 0;
  inChunks(context, n, CHUNK, (from, to) => structure.cumulate(address, from, to, mean, path));
  return path;
}

/** Prepares returns for the statistics of this folder; call inside an arena scope, with at least one return. */
export function takeSteps(context: JobContext, structure: StructureKernels, address: number, n: Count): Steps {
  const { mean, deviation } = describeAt(context, address, 0, n);
  const drift = mean ?? 0;
  return { address, n, mean: drift, varies: (deviation ?? 0) > 0, path: takePath(context, structure, address, n, drift) };
}

/** Log prices of the newest rows: the cumulated returns, in their unit; the last value belongs to the last row. */
export function newestPath(context: JobContext, structure: StructureKernels, { returns, offset }: Returns, reach: Count): Float64Array {
  const { arena } = context;
  const steps = returns.subarray(Math.max(0, returns.length - reach + offset));
  return arena.scope(() => {
    const path = arena.view(takePath(context, structure, arena.put(steps), steps.length, 0), steps.length + 1);
    return path.slice(1 - offset);
  });
}
