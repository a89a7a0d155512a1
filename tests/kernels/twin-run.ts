import { expect } from "vitest";
import type { JobContext } from "../../workers/runtime/job";
import { expectColumn } from "./columns";

type Column = Float64Array | Int32Array | Uint8Array;

/** A kernel over the rows 0..n of some columns. */
interface TwinRun {
  n: number;
  inputs: Column[];
  /** Lengths of the columns it writes or adds to, initially zero. */
  outs?: number[];
  /** @returns a number to sum over the chunks, if the kernel returns one */
  call: (inputs: number[], outs: number[], from: number, to: number) => unknown;
  /** The plain twin's columns, followed by the sum of the return values of `call`, if numbers. */
  expected: ArrayLike<number>[];
  /** Relative to a column's largest value: sums in another order, or logarithms of another library. 0 requires the same bits. */
  tolerance?: number;
  /** Allowed chunk lengths; none for a kernel that takes whole columns. */
  chunks?: number[];
}

function run({ arena, kernels }: JobContext, { n, inputs, outs = [], call }: TwinRun, chunk: number): Float64Array[] {
  return arena.scope(() => {
    const put = (column: Column) => {
      const address = arena.takeBytes(column.byteLength);
      new Uint8Array(kernels.memory.buffer, address, column.byteLength).set(
        new Uint8Array(column.buffer, column.byteOffset, column.byteLength),
      );
      return address;
    };
    const addresses = inputs.map(put);
    const filled = outs.map((length) => put(new Float64Array(length)));
    const returned: number[] = [];
    for (let from = 0; from < n; from += chunk) {
      const given = call(addresses, filled, from, Math.min(n, from + chunk));
      if (typeof given === "number") returned.push(given);
    }
    const columns = filled.map((address, i) => arena.view(address, outs[i]).slice());
    return returned.length > 0 ? [...columns, Float64Array.of(returned.reduce((sum, value) => sum + value, 0))] : columns;
  });
}

/** The kernel matches its twin, in one call and in chunks. */
export function expectTwin(context: JobContext, given: TwinRun): void {
  const { n, expected, tolerance = 0, chunks = [1, 7, 64] } = given;
  for (const chunk of [n, ...chunks]) {
    const found = run(context, given, chunk);
    expect(found.length).toBe(expected.length);
    for (const [k, column] of found.entries()) {
      const want = Float64Array.from(expected[k]);
      if (tolerance === 0) expect(column, `column ${k}, chunks of ${chunk}`).toEqual(want);
      else expectColumn(column, want, 0, tolerance * Math.max(1e-300, ...want.map(Math.abs).filter(Number.isFinite)));
    }
  }
}
