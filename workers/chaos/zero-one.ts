import type { Count } from "../contract";
import type { JobContext } from "../runtime/job";
import type { ChaosKernels, ScaledColumn } from "./neighbors";
import { seedStream } from "./surrogates";

/** The 0-1 test for chaos. Noise gives 1 as well: it only distinguishes regular motion from the rest. */
export interface ZeroOne {
  /** Median growth rate: near 0 regular, near 1 irregular. */
  k: number;
  /** Number of values used, every `stride`-th. */
  n: Count;
  stride: Count;
  frequencies: Count;
}

const FREQUENCIES = 100;
const MAX_VALUES = 4000;
const MIN_VALUES = 100;
/** Displacements per call: about 0.3 ms. */
const WORK_PER_CALL = 400_000;

/** K of the latest values, sampled at every `stride`-th: oversampled flows look regular. Null for too few. */
export function zeroOneTest(context: JobContext, chaos: ChaosKernels, column: ScaledColumn, stride: Count, seed: number): ZeroOne | null {
  const { arena } = context;
  const n = Math.min(Math.floor((column.n - 1) / stride) + 1, MAX_VALUES);
  if (n < MIN_VALUES) return null;
  const first = column.address + 8 * (column.n - 1 - (n - 1) * stride);
  const most = Math.floor(n / 10);
  return arena.scope(() => {
    const stream = seedStream(context, seed, 0);
    const path = arena.take(2 * n + 2);
    const displacement = arena.take(most);
    const mean = chaos.zeroOneMean(first, n, stride);
    const rates: number[] = [];
    const chunk = Math.max(1, Math.floor(WORK_PER_CALL / n));
    for (let i = 0; i < FREQUENCIES; i++) {
      context.checkpoint();
      chaos.zeroOnePath(first, n, stride, mean, chaos.zeroOneFrequency(stream), path);
      for (let from = 1; from <= most; from += chunk) {
        context.checkpoint();
        chaos.zeroOneDisplacement(path, n, most, from, Math.min(from + chunk - 1, most), displacement);
      }
      rates.push(chaos.zeroOneCorrelation(displacement, most));
    }
    rates.sort((a, b) => a - b);
    return { k: (rates[FREQUENCIES / 2 - 1] + rates[FREQUENCIES / 2]) / 2, n, stride, frequencies: FREQUENCIES };
  });
}
