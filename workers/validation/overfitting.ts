import { blockStatisticsBlock, cscvSplitsBlock } from "../../assembly/build/validation-layouts.js";
import type { Count, Fraction } from "../contract";
import type { JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import type { Strategies } from "./strategies";

export type ValidationKernels = KernelsOf<"validation">;

export interface Overfitting {
  /** Probability that the configuration best in one half of the sample is below the median in the other. */
  probability: Fraction;
  /** One per split. */
  logits: Float64Array;
  splits: Count;
  blocks: Count;
  /** Share of splits whose best configuration lost (Sharpe ratio below 0) out of sample. */
  lossProbability: Fraction;
  /**
   * Slope and intercept of the out-of-sample on the in-sample Sharpe ratio (per period) of the best configuration; null if the latter is
   * constant.
   */
  degradation: { slope: number; intercept: number } | null;
  /** How often each configuration was the best. */
  selected: Count[];
}

const MAX_BLOCKS: Count = 16;
/** Minimum number of rows per block for meaningful sums. */
const MIN_ROWS: Count = 10;
/** Vector additions per call: about 2 ms. */
const BUDGET = 2_000_000;
/** Rows summed per call: about 1 ms. */
const ROWS_PER_CALL = 500_000;

/** Number of blocks for a sample: even, at most 16; 0 if it is too short for four. */
export function blocksFor(n: Count): Count {
  const blocks = Math.min(MAX_BLOCKS, Math.floor(n / MIN_ROWS));
  return blocks < 4 ? 0 : blocks - (blocks % 2);
}

/**
 * Probability of backtest overfitting by combinatorially symmetric cross-validation; null for one configuration or too short a sample.
 *
 * @term Probability of backtest overfitting (PBO)
 * @formula over all C(S, S/2) splits: PBO = share of splits with logit <= 0; logit = ln(w / (1 - w)), w = out-of-sample rank of the
 * in-sample best / (N + 1)
 * @source Bailey, Borwein, Lopez de Prado and Zhu 2017
 * @tolerance brute force over the rows themselves: probability exact, logits 1e-10
 */
export function overfittingOf(context: JobContext, validation: ValidationKernels, all: Strategies): Overfitting | null {
  const { arena } = context;
  const count = all.names.length;
  const blocks = blocksFor(all.n);
  if (count < 2 || blocks === 0) return null;
  const length = Math.floor(all.n / blocks);
  const width = count + (count % 2);
  let splits = 1;
  for (let i = 1; i <= blocks / 2; i++) splits = (splits * (blocks / 2 + i)) / i;
  return arena.scope(() => {
    const means = arena.put(Float64Array.from(all.shapes, ({ mean }) => mean));
    const levels = arena.put(new Float64Array(width));
    arena.view(levels, count).set(all.shapes.map(({ mean }) => mean - all.target));
    const stats = arena.put(new Float64Array(2 * blocks * width));
    const { columns, stride, n } = all;
    // Many short configurations at once, or one long one in groups of blocks.
    const together = Math.max(1, Math.floor(ROWS_PER_CALL / n));
    const batch = Math.min(blocks, Math.max(1, Math.floor(ROWS_PER_CALL / length)));
    for (let from = 0; from < count; from += together) {
      const to = Math.min(count, from + together);
      const block = arena.block(blockStatisticsBlock, {
        columns,
        stride,
        pivots: means,
        first: n - blocks * length,
        length,
        blocks,
        width,
        stats,
      });
      for (let early = 0; early < blocks; early += batch) {
        context.checkpoint();
        const late = Math.min(blocks, early + batch);
        validation.blockStatistics(block, from, to, early, late);
      }
    }
    const mask = arena.takeBytes(4);
    new Uint32Array(context.kernels.memory.buffer, mask, 1)[0] = 2 ** (blocks / 2) - 1;
    const scratch = arena.take(4 * width);
    const out = arena.take(4 * splits);
    const step = Math.max(1, Math.floor(BUDGET / (width * (blocks + 8))));
    const block = arena.block(cscvSplitsBlock, { stats, pivots: levels, length, blocks, count, width, mask, scratch, out });
    for (let from = 0; from < splits; from += step) {
      context.checkpoint();
      validation.cscvSplits(block, from, Math.min(splits, from + step));
    }
    return summary(arena.view(out, 4 * splits), splits, blocks, count);
  });
}

function summary(rows: Float64Array, splits: Count, blocks: Count, count: Count): Overfitting {
  const logits = new Float64Array(splits);
  const selected = new Array<Count>(count).fill(0);
  let [below, lost, x, y, xx, xy] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < splits; i++) {
    const [logit, inside, outside, best] = rows.subarray(4 * i, 4 * i + 4);
    logits[i] = logit;
    selected[best]++;
    if (logit <= 0) below++;
    if (outside < 0) lost++;
    x += inside;
    y += outside;
    xx += inside * inside;
    xy += inside * outside;
  }
  const spread = xx - (x * x) / splits;
  const slope = (xy - (x * y) / splits) / spread;
  const degradation = spread > 1e-14 * xx ? { slope, intercept: (y - slope * x) / splits } : null;
  return { probability: below / splits, logits, splits, blocks, lossProbability: lost / splits, degradation, selected };
}
