import { describe, expect, it } from "vitest";
import { columnKernels } from "../column-kernels";
import { expectChunkingFree, runColumn } from "../columns";
import { freshKernels } from "../context";
import { randomWalk } from "../reference/random";

const kernels = await freshKernels();
const { momentum } = columnKernels(kernels);

describe("momentum", () => {
  it("is the value minus the value one period earlier, to the bit", () => {
    const values = randomWalk(501, 1);
    for (const n of [1, 2, 10, 500, 501]) {
      expect(runColumn(kernels, values, momentum(n))).toEqual(values.map((value, t) => (t < n ? Number.NaN : value - values[t - n])));
    }
  });

  it("gives the same bits for any chunking", () => {
    expectChunkingFree(kernels, randomWalk(2100, 2), momentum(10));
  });
});
