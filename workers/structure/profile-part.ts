import { profileDiagonalsBlock } from "../../assembly/build/structure-layouts.js";
import type { Count } from "../contract";
import { inChunks, type JobContext } from "../runtime/job";
import type { StructureKernels } from "./steps";

/** Diagonals `from` up to `to` of the matrix of all windows of a series against all others. */
export interface ProfilePartInput {
  values: Float64Array;
  width: Count;
  from: Count;
  to: Count;
}

export interface ProfilePart {
  /** Highest correlation of each window with another; -2 where these diagonals hold none. */
  best: Float64Array;
  /** The other window, -1 without one. */
  partner: Int32Array;
}

/** Diagonals the kernel takes at once: parts begin at multiples of it, counted from the first diagonal. */
export const GROUP = 8;
const STEPS_PER_CALL = 400_000;
const WORK = 2_000_000;

/** The window statistics the diagonals need; four columns. */
export function takeStatistics(context: JobContext, structure: StructureKernels, values: number, width: Count, windows: Count): number {
  const statistics = context.arena.take(4 * windows);
  inChunks(context, windows, Math.max(64, Math.floor(WORK / width)), (from, to) =>
    structure.profileWindows(values, from, to, width, windows, statistics),
  );
  return statistics;
}

/**
 * Best match of every window on some diagonals of the matrix profile.
 * @formula correlation of the windows that begin at i and j, for all j - i in [from, to)
 * @source matrix profile: Yeh and others (2016), ICDM; MPX diagonals: Zhu and others (2018)
 * @tolerance 1e-11 in the correlation against all pairs computed one by one
 */
export function profilePart(context: JobContext, structure: StructureKernels, { values, width, from, to }: ProfilePartInput): ProfilePart {
  const { arena } = context;
  const windows = values.length - width + 1;
  return arena.scope(() => {
    const address = arena.put(values);
    const statistics = takeStatistics(context, structure, address, width, windows);
    const best = arena.take(windows);
    const partner = arena.takeBytes(4 * windows);
    const state = arena.take(GROUP);
    arena.view(best, windows).fill(-2);
    arena.bytes(partner, 4 * windows).fill(255);
    const block = arena.block(profileDiagonalsBlock, { values: address, statistics, width, windows, state, best, partner });
    for (let diagonal = from; diagonal < Math.min(to, windows); diagonal += GROUP) {
      context.progress((diagonal - from) / (to - from), "Computing the matrix profile");
      inChunks(context, windows - diagonal, STEPS_PER_CALL, (first, last) => structure.profileDiagonals(block, diagonal, first, last));
    }
    return { best: arena.view(best, windows).slice(), partner: new Int32Array(context.kernels.memory.buffer, partner, windows).slice() };
  });
}
