import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cacheKey } from "../../src/client/cache-key";
import { bytesOf, ResultCache } from "../../src/client/result-cache";
import { type Priority, TaskQueue } from "../../src/client/task-queue";

describe("cacheKey", () => {
  it("is equal for the same buffer and configuration, in any order of fields", () => {
    const values = new Float64Array(4);
    expect(cacheKey("fit", { values, p: 1 })).toBe(cacheKey("fit", { p: 1, values }));
    expect(cacheKey("fit", { values, p: 1, q: undefined })).toBe(cacheKey("fit", { p: 1, values }));
  });

  it("differs by job, configuration, buffer and part of the buffer", () => {
    const values = new Float64Array(4);
    const keys = [
      cacheKey("fit", { values, p: 1 }),
      cacheKey("show", { values, p: 1 }),
      cacheKey("fit", { values, p: 2 }),
      cacheKey("fit", { values: new Float64Array(4), p: 1 }),
      cacheKey("fit", { values: values.subarray(1), p: 1 }),
      cacheKey("fit", { values: values.subarray(0, 3), p: 1 }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("distinguishes numbers that JSON writes alike, and arrays from objects", () => {
    const inputs = [
      null,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      0,
      -0,
      "0",
      "NaN",
      [],
      {},
      [["a", 1]],
      { a: 1 },
      { number: "NaN" },
      undefined,
    ];
    const keys = inputs.map((input) => cacheKey("job", { input: [input] }));
    expect(new Set(keys).size).toBe(inputs.length);
  });

  it("uses the content hash in place of its columns", () => {
    const series = (hash: string) => ({ hash, columns: [{ name: "Close", values: new Float64Array(2) }] });
    expect(cacheKey("fit", { series: series("a") })).toBe(cacheKey("fit", { series: series("a") }));
    expect(cacheKey("fit", { series: series("a") })).not.toBe(cacheKey("fit", { series: series("b") }));
  });

  it("gives up on files, functions and long texts", () => {
    expect(cacheKey("read", { file: new Blob(["1"]) })).toBeNull();
    expect(cacheKey("read", { text: "1,".repeat(20_000) })).toBeNull();
    expect(cacheKey("read", { work: () => 1 })).toBeNull();
  });
});

describe("ResultCache", () => {
  it("evicts the least recently used results beyond the maximum count", () => {
    const cache = new ResultCache<number>(2, 1e6);
    cache.set("a", 1);
    cache.set("b", 2);
    cache.get("a");
    cache.set("c", 3);
    expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual([1, undefined, 3]);
  });

  it("stays within its byte limit, whatever is added", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ key: fc.string({ maxLength: 2 }), length: fc.nat(300) })), (puts) => {
        const cache = new ResultCache<Float64Array>(5, 2000);
        const sizes = new Map<string, number>();
        for (const { key, length } of puts) {
          cache.set(key, new Float64Array(length));
          sizes.set(key, length * 8 + key.length * 2);
          const kept = [...sizes].filter(([name]) => cache.get(name));
          expect(cache.bytes).toBe(kept.reduce((sum, [, bytes]) => sum + bytes, 0));
          expect(cache.bytes).toBeLessThanOrEqual(2000);
          expect(cache.size).toBeLessThanOrEqual(5);
        }
      }),
    );
  });

  it("does not store a result larger than itself, nor evict others for it", () => {
    const cache = new ResultCache<Float64Array>(5, 1000);
    cache.set("small", new Float64Array(10));
    cache.set("large", new Float64Array(1000));
    expect(cache.get("large")).toBeUndefined();
    expect(cache.get("small")).toHaveLength(10);
  });

  it("counts the columns inside a value", () => {
    expect(bytesOf({ fit: { volatility: new Float64Array(100) }, list: [1, 2] })).toBeGreaterThanOrEqual(816);
  });
});

describe("TaskQueue", () => {
  interface Queued {
    run: number;
    priority: Priority;
  }
  const queueOf = (...tasks: Queued[]) => {
    const queue = new TaskQueue<Queued>();
    for (const task of tasks) queue.add(task);
    return queue;
  };

  it("runs interactive tasks before batch tasks, each in order", () => {
    const queue = queueOf(
      { run: 1, priority: "batch" },
      { run: 2, priority: "interactive" },
      { run: 3, priority: "batch" },
      { run: 4, priority: "interactive" },
    );
    expect(queue.peek()?.run).toBe(2);
    expect([queue.take(), queue.take(), queue.take(), queue.take(), queue.take()].map((one) => one?.run)).toEqual([2, 4, 1, 3, undefined]);
  });

  it("runs a task that starts over before later ones, which may replace what it saves", () => {
    const queue = queueOf({ run: 1, priority: "interactive" }, { run: 2, priority: "interactive" });
    queue.add(queue.take() as Queued);
    expect([queue.take(), queue.take()].map((one) => one?.run)).toEqual([1, 2]);
  });

  it("lets a waiting task be withdrawn", () => {
    const leaving = { run: 1, priority: "batch" } as const;
    const queue = queueOf(leaving, { run: 2, priority: "batch" });
    for (const _ of [1, 2]) queue.remove(leaving);
    expect([queue.take()?.run, queue.take()]).toEqual([2, undefined]);
  });
});
