import { describe, expect, it } from "vitest";
import { Arena } from "../../../workers/runtime/wasm/arena";
import { freshKernels } from "../context";

describe("arena", () => {
  it("gives aligned, zero-padded blocks that do not overlap", async () => {
    const kernels = await freshKernels();
    const arena = new Arena(kernels);
    const first = arena.put(Float64Array.of(1, 2, 3));
    const second = arena.put(Float64Array.of(4, 5));
    expect(first % 64).toBe(0);
    expect(second % 64).toBe(0);
    expect([...arena.view(first - 64, 8)]).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    expect([...arena.view(first, 11)]).toEqual([1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect([...arena.view(second, 2)]).toEqual([4, 5]);
  });

  it("frees a scope's blocks, and grows for large columns", async () => {
    const kernels = await freshKernels();
    const arena = new Arena(kernels);
    const before = kernels.arenaMark();
    arena.scope(() => arena.take(5_000_000));
    expect(kernels.arenaMark()).toBe(before);
    expect(kernels.memory.buffer.byteLength).toBeGreaterThan(40_000_000);
  });

  it("grows by at least a quarter, so that many small columns need few growths", async () => {
    const kernels = await freshKernels();
    const arena = new Arena(kernels);
    const sizes = new Set<number>();
    for (let column = 0; column < 100; column++) {
      arena.take(20_000);
      sizes.add(kernels.memory.buffer.byteLength);
    }
    const ascending = [...sizes];
    for (let i = 1; i < ascending.length; i++) expect(ascending[i] / ascending[i - 1]).toBeGreaterThan(1.2);
  });
});
