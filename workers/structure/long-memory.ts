import type { Count } from "../contract";
import { describeAt } from "../numerics/describe";
import { inChunks, type JobContext } from "../runtime/job";
import type { StructureKernels } from "./steps";

/** Local Whittle estimate of the memory of volatility, on ln |r|. */
export interface LongMemory {
  d: number;
  /** 1 / (2 sqrt(frequencies)). */
  error: number;
  /** Number of lowest frequencies used: n^0.65, or fewer for a long series. */
  frequencies: Count;
  /** Smaller |r| count as this: 1% of a standard deviation. */
  floor: number;
}

/** Its kernels are in two modules that screens load anyway. */
type MemoryKernels = Pick<StructureKernels, "fourierSums" | "localWhittle" | "logAbsolute">;

/** Limit on the multiplications for the Fourier sums. */
const MAX_WORK = 5e7;
const FREQUENCIES_PER_CALL = 4;
const CHUNK = 8192;
const MIN_FREQUENCIES = 4;

/** @returns null if the returns do not vary or are too few */
export function longMemory(context: JobContext, kernels: MemoryKernels, returns: number, n: Count): LongMemory | null {
  const { arena } = context;
  const deviation = describeAt(context, returns, 0, n).deviation ?? 0;
  const frequencies = Math.min(Math.floor(n ** 0.65), Math.max(MIN_FREQUENCIES, Math.floor(MAX_WORK / n)), (n - 1) >> 1);
  if (!(deviation > 0) || frequencies < MIN_FREQUENCIES) return null;
  const floor = 0.01 * deviation;
  return arena.scope(() => {
    const logs = arena.take(n);
    inChunks(context, n, CHUNK * 8, (from, to) => kernels.logAbsolute(returns, logs, from, to, floor));
    const periodogram = arena.take(frequencies + FREQUENCIES_PER_CALL);
    const sums = arena.take(2 * FREQUENCIES_PER_CALL);
    for (let j = 1; j <= frequencies; j += FREQUENCIES_PER_CALL) {
      arena.view(sums, 2 * FREQUENCIES_PER_CALL).fill(0);
      inChunks(context, n, CHUNK, (from, to) => kernels.fourierSums(logs, from, to, n, j, sums));
      const waves = arena.view(sums, 2 * FREQUENCIES_PER_CALL);
      const power = arena.view(periodogram, frequencies + FREQUENCIES_PER_CALL);
      for (let i = 0; i < FREQUENCIES_PER_CALL; i++) power[j - 1 + i] = waves[i] ** 2 + waves[FREQUENCIES_PER_CALL + i] ** 2;
    }
    return { d: kernels.localWhittle(periodogram, frequencies), error: 0.5 / Math.sqrt(frequencies), frequencies, floor };
  });
}
