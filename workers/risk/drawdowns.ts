import { drawdownEpisodesBlock } from "../../assembly/build/risk-layouts.js";
import type { Count, Fraction, Millis } from "../contract";
import type { RiskKernels } from "../performance";
import { inChunks, type JobContext } from "../runtime/job";
import { Sliding } from "../runtime/wasm/sliding";

/** A drawdown from a peak, and the recovery. */
export interface DrawdownEpisode {
  /** Negative. */
  depth: Fraction;
  /** Rows of the peak, the trough, and the first value at or above the peak (null if not recovered). */
  peak: Count;
  trough: Count;
  recovery: Count | null;
  /** Steps from peak to recovery, or to the latest value. */
  length: Count;
  stepsDown: Count;
  stepsUp: Count | null;
  peakTime: Millis | null;
  troughTime: Millis | null;
  recoveryTime: Millis | null;
}

export interface Drawdowns {
  /** Distance from the running maximum as a fraction, at most 0, one per value. */
  drawdown: Float64Array;
  /** Deepest first. */
  episodes: DrawdownEpisode[];
}

const CHUNK = 1 << 17;
const WORST: Count = 10;

/**
 * Drawdown of every value and the ten deepest episodes.
 *
 * @formula value / running maximum - 1; an episode runs from the peak to the first value at or above it
 * @source Magdon-Ismail and Atiya 2004
 * @tolerance search of all pairs, exact; depth, peak and trough of empyrical 0.5.5
 * @param address n positive values
 * @param brief leaves out the column
 */
export function drawdownsOf(
  context: JobContext,
  risk: RiskKernels,
  address: number,
  n: Count,
  times: Float64Array | null,
  brief = false,
): Drawdowns {
  const { arena, kernels } = context;
  return arena.scope(() => {
    const falls = new Sliding(arena, CHUNK);
    const highs = arena.take(5);
    const state = arena.put(new Float64Array(4));
    const table = arena.put(new Float64Array(4 * WORST));
    const block = arena.takeBytes(drawdownEpisodesBlock.bytes);
    const drawdown = context.column(brief ? 0 : n);
    inChunks(context, n, CHUNK, (from, to) => {
      const out = falls.at(from);
      kernels.drawdown(address, from, to, out, highs);
      arena.rewrite(block, drawdownEpisodesBlock, { drawdowns: out, n, state, table, capacity: WORST });
      risk.drawdownEpisodes(block, from, to);
      if (!brief) drawdown.set(falls.view(from, to), from);
    });
    risk.drawdownEpisodes(block, n, n);
    const entries = arena.view(table, 4 * WORST);
    const episodes: DrawdownEpisode[] = [];
    for (let i = 0; i < WORST && entries[4 * i] < 0; i++) {
      const [depth, peak, trough, found] = entries.subarray(4 * i, 4 * i + 4);
      const recovery = found < 0 ? null : found;
      episodes.push({
        depth,
        peak,
        trough,
        recovery,
        length: (recovery ?? n - 1) - peak,
        stepsDown: trough - peak,
        stepsUp: recovery === null ? null : recovery - trough,
        peakTime: times?.[peak] ?? null,
        troughTime: times?.[trough] ?? null,
        recoveryTime: recovery === null ? null : (times?.[recovery] ?? null),
      });
    }
    return { drawdown, episodes };
  });
}
