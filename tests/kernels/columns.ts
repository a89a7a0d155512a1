import { expect } from "vitest";
import { Arena } from "../../workers/runtime/wasm/arena";
import type { Kernels } from "../../workers/runtime/wasm/kernels";

/** Addresses a column kernel works on; `state` has space for 8 values, initially zero. */
export interface Addresses {
  values: number;
  out: number;
  state: number;
}
export type ColumnKernel = (at: Addresses, from: number, to: number) => unknown;

/** Runs a kernel over a column in chunks of the given lengths (the last one repeats) and returns its output. */
export function runColumn(kernels: Kernels, values: Float64Array, kernel: ColumnKernel, chunks: number[] = [values.length]): Float64Array {
  return runWithState(kernels, values, kernel, chunks).out;
}

/** Like `runColumn`, with the kernel's final state. */
export function runWithState(kernels: Kernels, values: Float64Array, kernel: ColumnKernel, chunks: number[] = [values.length]) {
  const arena = new Arena(kernels);
  return arena.scope(() => {
    const at = { values: arena.put(values), out: arena.put(new Float64Array(values.length)), state: arena.put(new Float64Array(8)) };
    for (let from = 0, i = 0; from < values.length; i++) {
      const to = Math.min(values.length, from + chunks[Math.min(i, chunks.length - 1)]);
      kernel(at, from, to);
      from = to;
    }
    return { out: arena.view(at.out, values.length).slice(), state: arena.view(at.state, 8).slice() };
  });
}

/** Any chunking must give the same bits as one call. */
export function expectChunkingFree(kernels: Kernels, values: Float64Array, kernel: ColumnKernel): void {
  const whole = runColumn(kernels, values, kernel);
  for (const chunks of [[1], [2], [3, 5], [7], [1, 1, 1, 30, 17], [64], [1000], [1023], [1025], [2048]]) {
    expect(runColumn(kernels, values, kernel, chunks), `chunks of ${chunks}`).toEqual(whole);
  }
}

/** Same warm-up, and all other values within rel * |expected| + abs. */
export function expectColumn(actual: Float64Array, expected: ArrayLike<number | null>, rel: number, abs: number): void {
  expect(actual.length).toBe(expected.length);
  let worst = 0;
  let where = -1;
  for (let t = 0; t < actual.length; t++) {
    const want = expected[t];
    if (want === null || Number.isNaN(want)) {
      if (!Number.isNaN(actual[t])) expect.fail(`index ${t}: ${actual[t]} where nothing is defined`);
      continue;
    }
    const excess = Math.abs(actual[t] - want) / (rel * Math.abs(want) + abs);
    if (!(excess <= worst)) [worst, where] = [excess, t];
  }
  if (!(worst <= 1)) expect.fail(`index ${where}: ${actual[where]} instead of ${expected[where]}`);
}
