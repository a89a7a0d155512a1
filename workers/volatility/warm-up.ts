import type { Count } from "../contract";
import type { JobContext } from "../runtime/job";
import { Arena } from "../runtime/wasm/arena";
import type { KernelSet } from "../runtime/wasm/kernels";
import { standardize } from "../series";
import type { Distribution } from "./garch-model";
import { GarchLikelihood } from "./likelihoods/garch-likelihood";

const LENGTH = 16_384;
/** Calls after which engines optimize a kernel; the shorter its loop, the more it takes. */
const ROUNDS = { likelihood: 9, rsi: 9, sma: 18, ema: 40 };
const SHAPE: Record<Distribution, number[]> = { normal: [], t: [8], skewt: [8, -0.1], ged: [1.5] };

/** Values that are not constant and have no trend, as the kernels require. */
const values = () => Float64Array.from({ length: LENGTH }, (_, index) => ((index * 7919) % 1009) / 504.5 - 1);

function repeat(rounds: Count, work: () => void): void {
  for (let round = 0; round < rounds; round++) work();
}

function* stepsOf({ core: kernels, load }: KernelSet): Generator<() => void> {
  const arena = new Arena(kernels);
  const nothing = () => undefined;
  const column = (length: Count) => new Float64Array(length);
  const context: JobContext = {
    kernels,
    load,
    arena,
    progress: nothing,
    checkpoint: nothing,
    column,
    parallel: async () => [],
    elapsed: () => 0,
  };
  const sample = values();
  for (const distribution of ["normal", "t", "skewt"] as const) {
    const theta = Float64Array.of(0.01, 0.05, 0.05, 0.9, ...SHAPE[distribution]);
    const on = (work: (likelihood: GarchLikelihood) => void) => () =>
      arena.scope(() => {
        const series = standardize(context, sample);
        if (series) work(new GarchLikelihood(context, { p: 1, q: 1, distribution, preSample: "sample" }, series, 1));
      });
    yield on((likelihood) => repeat(ROUNDS.likelihood, () => likelihood.quickValue(theta)));
    yield on((likelihood) =>
      repeat(ROUNDS.likelihood, () => {
        likelihood.value(theta);
        likelihood.gradient();
      }),
    );
  }
  const indicator = (rounds: Count, work: (input: number, out: number, state: number) => void) => () =>
    arena.scope(() => {
      const [input, out, state] = [arena.put(sample), arena.take(LENGTH), arena.put(new Float64Array(8))];
      repeat(rounds, () => work(input, out, state));
    });
  yield indicator(ROUNDS.rsi, (input, out, state) => kernels.rsi(input, 0, LENGTH, 14, out, state));
  yield indicator(ROUNDS.sma, (input, out) => kernels.sma(input, 0, LENGTH, 20, out));
  yield indicator(ROUNDS.ema, (input, out) => kernels.ema(input, 0, LENGTH, 20, out));
}

/**
 * Runs the slowest kernels on synthetic values until the engine has optimized them: otherwise the first call of each would run unoptimized
 * to its end. Some 10 ms in total, in steps of at most two milliseconds with message handling in between; ends as soon as `wanted` returns
 * true.
 */
export async function warmUp(kernels: KernelSet, wanted: () => boolean): Promise<void> {
  for (const step of stepsOf(kernels)) {
    await new Promise((resolve) => setTimeout(resolve));
    if (wanted()) return;
    step();
  }
}
