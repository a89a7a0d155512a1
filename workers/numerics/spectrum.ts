import type { Count } from "../contract";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";

/** Complex numbers moved per call. */
const FFT_BUDGET = 100_000;

/** Runs a transform whose plan has been laid out, in steps. */
export function transform(
  context: JobContext,
  chaos: KernelsOf<"chaos">,
  plan: number,
  input: number,
  output: number,
  inverse: 0 | 1,
): void {
  chaos.fftStart(plan, input, output, inverse);
  do context.checkpoint();
  while (chaos.fftStep(plan, FFT_BUDGET));
}

/** A column in the kernels' memory, and the mean to subtract. */
interface CenteredColumn {
  address: number;
  n: Count;
  mean: number;
}

export interface Rhythm {
  /** Inverse of the power-weighted mean frequency, in steps. */
  meanPeriod: number;
  /** First lag at which the autocorrelation is below 1 - 1/e; null if there is none. */
  decay: Count | null;
}

const DECAY_LEVEL = 1 - 1 / Math.E;

/**
 * Mean period and decorrelation lag, both from one Fourier transform of the zero-padded series.
 * @formula mean period = sum of |X(f)|^2 / sum of f |X(f)|^2 over f > 0; lag = first lag with autocorrelation < 1 - 1/e
 * @source Rosenstein, Collins and De Luca (1993)
 * @tolerance plain sums, 1e-9
 */
export function rhythmOf(context: JobContext, chaos: KernelsOf<"chaos">, { address, n, mean }: CenteredColumn): Rhythm {
  const { arena, kernels } = context;
  return arena.scope(() => {
    const padded = 2 * n;
    const plan = arena.takeBytes(chaos.fftBytes(padded, 1));
    const column = arena.take(padded + 2);
    const sums = arena.put(new Float64Array(2));
    arena.view(column, padded).fill(0, n);
    inChunks(context, n, CHUNK, (from, to) => kernels.centerColumn(address, column, from, to, mean));
    chaos.fftPlan(plan, padded, 1);
    transform(context, chaos, plan, column, column, 0);
    inChunks(context, n + 1, CHUNK, (from, to) => chaos.spectrumPower(column, from, to, sums));
    const [power, weighted] = arena.view(sums, 2);
    transform(context, chaos, plan, column, column, 1);
    const decay = chaos.firstBelow(column, 1, n, DECAY_LEVEL);
    return { meanPeriod: (padded * power) / weighted, decay: decay < 0 ? null : decay };
  });
}
