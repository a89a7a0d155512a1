import { profileCandidatesBlock } from "../../../assembly/build/structure-layouts.js";
import type { Count, Millis, Range } from "../../contract";
import { adapterName, graphicsAdapter } from "../../graphics";
import { inChunks, type JobContext } from "../../runtime/job";
import { BLOCK, blocksOf, type Diagonals, rowsAt } from "../profile-order";
import { type ProfilePart, takeProfile } from "../profile-part";
import { COMPARING } from "../schema";
import type { StructureKernels } from "../steps";
import { GpuFailure, type NearestRows, RowSearch } from "./nearest-rows";
import { errorBound, KEPT, piecesOf } from "./profile-shader";

/** An unfinished matrix profile from a graphics processor, re-checked by the kernels. */
export interface GpuProfile extends ProfilePart {
  /** Number of blocks of rows, in their order, that have been compared with every window. */
  blocks: Count;
  /** Name of the graphics processor. */
  device: string;
  /** Candidates re-checked in 64 bits, the largest error found in their 32-bit correlations, and its bound. */
  rechecked: Count;
  difference: number;
  bound: number;
}

interface Asked {
  values: Float64Array;
  diagonals: Diagonals;
  known: GpuProfile | null;
  /** Pairs per millisecond above which it pays off; by default, more than the threads compare. */
  least?: number;
}

/** Candidates found so far, and the window statistics of the search. */
interface Found extends NearestRows {
  to: Count;
  statistics: Float64Array;
}

/** Duration of the first and of further rounds on the graphics processor. */
const FIRST: Millis = 300;
const FURTHER: Millis = 3000;
/** Pairs a thread compares per millisecond, counting each twice as the graphics processor does; and maximum number of threads. */
const PAIRS_PER_THREAD: Count = 2_000_000;
const MAX_THREADS: Count = 8;
/** Windows per call of a kernel: under 5 ms. */
const CHUNK: Count = 16_384;
/**
 * Number of windows whose nearest rows in a block are also searched in 64 bits, and how much closer one of these may be: the tolerance of
 * the kernels.
 */
const SAMPLED: Count = 32;
const TOLERANCE = 1e-11;
/** Maximum number of window pairs left to be compared one by one, some seconds of work; a series with more is unsuitable for 32 bits. */
const MAX_UNDECIDED: Count = 2 ** 28;

const rateOfThreads = (): number => PAIRS_PER_THREAD * Math.min(MAX_THREADS, navigator.hardwareConcurrency - 1);

/** Searches for candidates for a limited time, block by block. */
async function searched(context: JobContext, structure: StructureKernels, search: RowSearch, asked: Asked): Promise<Found> {
  const { arena, kernels } = context;
  const { windows, width } = asked.diagonals;
  const computed = arena.scope(() => {
    const { block, statistics } = takeProfile(context, structure, { values: asked.values, width });
    const values = 4 * piecesOf(width);
    const shapes = arena.takeBytes(4 * values * CHUNK);
    inChunks(context, windows, CHUNK, (from, to) => {
      structure.profileShapes(block, from, to, shapes);
      search.put(from, new Float32Array(kernels.memory.buffer, shapes, values * (to - from)));
    });
    // Other code uses the arena while the graphics processor searches.
    return arena.view(statistics, 4 * windows).slice();
  });
  const at = rowsAt(asked.diagonals);
  const blocks = blocksOf(asked.diagonals);
  const began = context.elapsed();
  const until = began + (asked.known ? FURTHER : FIRST);
  let place = asked.known?.blocks ?? 0;
  do {
    const { from, to } = at(place);
    await search.look(from, to, () => context.checkpoint());
    place++;
    context.progress(place / blocks, COMPARING);
  } while (place < blocks && context.elapsed() < until);
  if (!asked.known && search.rate < (asked.least ?? rateOfThreads())) throw new GpuFailure("threads are faster");
  return { ...(await search.read()), to: place, statistics: computed };
}

/** Re-checks the candidates in 64 bits, resolves undecided windows, and tests by sampling whether any candidate was missed. */
function rechecked(context: JobContext, structure: StructureKernels, asked: Asked, found: Found) {
  const { arena, kernels } = context;
  const { diagonals, known } = asked;
  const { windows, width, first } = diagonals;
  const at = rowsAt(diagonals);
  const blocks = Array.from({ length: found.to - (known?.blocks ?? 0) }, (_, k) => at((known?.blocks ?? 0) + k));
  const bound = errorBound(width);
  return arena.scope(() => {
    const { block: profile, best, partner } = takeProfile(context, structure, { values: asked.values, width }, known, found.statistics);
    const [correlations, rows] = [arena.takeBytes(4 * KEPT * windows), arena.takeBytes(4 * KEPT * windows)];
    const [undecided, largest] = [arena.takeBytes(4 * windows), arena.take(1)];
    new Float32Array(kernels.memory.buffer, correlations, KEPT * windows).set(found.correlations);
    new Uint32Array(kernels.memory.buffer, rows, KEPT * windows).set(found.rows);
    arena.view(largest, 1)[0] = 0;
    const block = arena.block(profileCandidatesBlock, { profile, candidates: KEPT, correlations, rows, first, bound, largest, undecided });
    let looks = 0;
    inChunks(context, windows, CHUNK, (from, to) => {
      looks += structure.profileRecheck(block, from, to);
    });
    const difference = arena.read(largest);
    if (!(difference <= bound)) throw new GpuFailure(`a correlation is off by ${difference}`);
    const flags = new Int32Array(kernels.memory.buffer, undecided, windows);
    const open = Array.from(flags.keys()).filter((window) => flags[window] === 1);
    if (open.length * BLOCK * blocks.length > MAX_UNDECIDED) throw new GpuFailure("too many windows are alike");
    const scan = (window: Count, { from, to }: Range) => {
      context.checkpoint();
      structure.profileScan(profile, window, first, from, to);
    };
    for (const window of open) for (const block of blocks) scan(window, block);
    for (let k = 0; k < SAMPLED; k++) {
      const window = Math.floor(((k + 0.5) * windows) / SAMPLED);
      const before = arena.view(best, windows)[window];
      scan(window, blocks[k % blocks.length]);
      if (arena.view(best, windows)[window] > before + TOLERANCE) throw new GpuFailure("a nearer window was missed");
    }
    return {
      best: arena.view(best, windows).slice(),
      partner: new Int32Array(kernels.memory.buffer, partner, windows).slice(),
      difference: Math.max(difference, known?.difference ?? 0),
      rechecked: looks + (known?.rechecked ?? 0),
      bound,
    };
  });
}

/**
 * Continues a matrix profile on the graphics processor for a limited time. It finds the four rows each window correlates with most, in 32
 * bits; every one that may be the nearest is re-checked in 64 bits, so that distances equal those of the kernels within their tolerance,
 * and neighbors only differ in case of ties within it. Call it with no arena scope open.
 * @returns null if there is none, it was lost, lacks memory, is slower than the threads, or computed wrongly: the threads then do the work
 */
export async function compareOnGpu(context: JobContext, structure: StructureKernels, asked: Asked): Promise<GpuProfile | null> {
  const adapter = await graphicsAdapter();
  if (!adapter) return null;
  let device: GPUDevice | null = null;
  try {
    device = await adapter.requestDevice();
    const found = await searched(context, structure, new RowSearch(device, asked.diagonals), asked);
    return { ...rechecked(context, structure, asked, found), blocks: found.to, device: adapterName(adapter) };
  } catch (error) {
    // Engines report a lost or refused device as a DOMException.
    if (error instanceof GpuFailure || error instanceof DOMException) return null;
    throw error;
  } finally {
    device?.destroy();
  }
}
