import { profileDiagonalsBlock } from "../../assembly/build/structure-layouts.js";
import { type Count, VALUE_BYTES } from "../contract";
import { inChunks, type JobContext } from "../runtime/job";
import { diagonalAt, diagonalsOf, GROUP, openRows } from "./profile-order";
import type { StructureKernels } from "./steps";

/** Groups of diagonals of the matrix of all windows against all others, by their positions in the order of `diagonalAt`. */
export interface ProfilePartInput {
  values: Float64Array;
  width: Count;
  from: Count;
  to: Count;
  /** Number of blocks of rows that have already been compared with all windows. */
  blocks?: Count;
}

export interface ProfilePart {
  /** Highest correlation of each window with another; -2 if these diagonals contain none. */
  best: Float64Array;
  /** The other window, the first of equally good ones; -1 for none. */
  partner: Int32Array;
}

/**
 * Rows per tile: covariances are carried along them, so they determine the last bits. A tile of eight diagonals takes half a millisecond.
 */
const TILE_ROWS = 65_536;
/** Values per call for window statistics: each is read twice, minus the first of its window. */
const WORK = 500_000;
const CHUNK = 262_144;

/** The window statistics needed by the diagonals; four columns. */
export function takeStatistics(context: JobContext, structure: StructureKernels, values: number, width: Count, windows: Count): number {
  const statistics = context.arena.take(4 * windows);
  inChunks(context, windows, Math.max(64, Math.floor(WORK / width)), (from, to) =>
    structure.profileWindows(values, from, to, width, windows, statistics),
  );
  return statistics;
}

/** Bytes around the list of windows written by `profileRestarts`: its header, and the sentinel. */
const RESTARTS_BYTES = 20;

/** Windows at which covariances carried along diagonals restart. */
function takeRestarts(context: JobContext, structure: StructureKernels, inverse: number, width: Count, windows: Count): number {
  const { arena } = context;
  const restarts = arena.takeBytes(RESTARTS_BYTES + 4 * windows);
  arena.bytes(restarts, RESTARTS_BYTES).fill(0);
  inChunks(context, windows, CHUNK, (from, to) => structure.profileRestarts(inverse, from, to, width, restarts));
  return restarts;
}

/**
 * A series and its windows in the arena, with the best matches found so far, none by default.
 * @param computed the four columns of window statistics, if known
 */
export function takeProfile(
  context: JobContext,
  structure: StructureKernels,
  { values, width }: { values: Float64Array; width: Count },
  known: ProfilePart | null = null,
  computed: Float64Array | null = null,
) {
  const { arena, kernels } = context;
  const windows = values.length - width + 1;
  const address = arena.put(values);
  const statistics = computed ? arena.put(computed) : takeStatistics(context, structure, address, width, windows);
  const restarts = takeRestarts(context, structure, statistics + windows * VALUE_BYTES, width, windows);
  const [best, partner, state] = [arena.take(windows), arena.takeBytes(4 * windows), arena.take(GROUP)];
  if (known) arena.view(best, windows).set(known.best);
  else arena.view(best, windows).fill(-2);
  new Int32Array(kernels.memory.buffer, partner, windows).set(known?.partner ?? new Int32Array(windows).fill(-1));
  const block = arena.block(profileDiagonalsBlock, { values: address, statistics, restarts, width, windows, state, best, partner });
  return { block, best, partner, statistics };
}

/**
 * Best match of every window on some diagonals of the matrix profile: independent of the order of parts and tiles.
 * @formula correlation of the windows that begin at i and j, for all j - i of the groups [from, to)
 * @source matrix profile: Yeh and others (2016), ICDM; MPX diagonals: Zhu and others (2018)
 * @tolerance 1e-11 in the correlation against all pairs in exact arithmetic
 */
export function profilePart(
  context: JobContext,
  structure: StructureKernels,
  { values, width, from, to, blocks = 0 }: ProfilePartInput,
): ProfilePart {
  const { arena } = context;
  const diagonals = diagonalsOf(values.length, width);
  if (!diagonals) throw new Error("too few values for a matrix profile");
  const { windows } = diagonals;
  const at = diagonalAt(diagonals);
  const rowsOf = openRows(diagonals, blocks);
  return arena.scope(() => {
    const { block, best, partner } = takeProfile(context, structure, { values, width });
    for (let place = from; place < to; place++) {
      const diagonal = at(place);
      for (const open of rowsOf(diagonal))
        inChunks(context, open.to - open.from, TILE_ROWS, (first, last) =>
          structure.profileDiagonals(block, diagonal, open.from + first, open.from + last),
        );
    }
    return { best: arena.view(best, windows).slice(), partner: new Int32Array(context.kernels.memory.buffer, partner, windows).slice() };
  });
}
