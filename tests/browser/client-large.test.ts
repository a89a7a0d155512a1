import { afterEach, expect, it } from "vitest";
import { cdp } from "vitest/browser";
import { Pool } from "../../src/client/pool";
import { resultOf } from "../fixtures/failure-text";
import { itInAll } from "../fixtures/in-all";
import type { TestJobs } from "../fixtures/jobs";

let pool: Pool<TestJobs> | undefined;
afterEach(() => pool?.close());

/** The engine may delay its own collections: in two of many runs on a busy machine, by over forty seconds. */
const COLLECTED = { timeout: 90_000 };

const ones = (length: number) => new Float64Array(new SharedArrayBuffer(8 * length)).fill(1);

const collected = new FinalizationRegistry<() => void>((tell) => tell());

/** A pool with one worker, and the workers it has started. */
function largePool(shared?: boolean) {
  const workers: Worker[] = [];
  const spawn = () => {
    const worker = new Worker(new URL("../fixtures/jobs.worker.ts", import.meta.url), { type: "module" });
    workers.push(worker);
    return worker;
  };
  const made = new Pool<TestJobs>({ spawn, size: () => 1, shared });
  pool = made;
  /** How many runs the answering worker has counted. */
  const runs = async (job: "double" | "measure", length: number) => {
    const outcome = await made.run(job, { values: ones(length) });
    return outcome.ok ? outcome.value.runs : null;
  };
  /** Whether the columns of a large, released answer are still in memory. */
  const lasting = async (length: number) => {
    const found = resultOf(await made.run("double", { values: ones(length) }));
    // A WeakRef will not do: each deref keeps its object alive over the collection in progress.
    const lasts = new Set([length]);
    collected.register(found.values.buffer, () => lasts.clear());
    made.release(found);
    return () => lasts.size > 0;
  };
  return { made, workers, runs, lasting };
}

it("removes the columns from a large, released answer where no memory is shared", async () => {
  // Must be the first test of the file: no large result has come before.
  const { made } = largePool(false);
  const value = resultOf(await made.run("double", { values: ones(9_000_000) }));
  made.release(value);
  await expect.poll(() => value.values.length).toBe(0);
});

it("replaces a worker after a large answer, and has the next one ready", async () => {
  const { workers, runs } = largePool();
  expect(await runs("double", 1000)).toBe(1);
  expect(await runs("double", 9_000_000)).toBe(2);
  // The count restarts in the worker that was started when the large answer arrived.
  expect(workers.length).toBe(2);
  expect(await runs("double", 1001)).toBe(1);
  expect(workers.length).toBe(2);
});

it("replaces a worker that was given large columns once it is idle, and no other", async () => {
  const { workers, runs } = largePool();
  expect(await runs("measure", 9_000_000)).toBe(1);
  // The next question goes to the same worker, which already has its columns.
  expect(await runs("measure", 9_000_001)).toBe(2);
  expect(workers.length).toBe(1);
  await expect.poll(() => workers.length).toBe(2);
  expect(await runs("measure", 1000)).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(workers.length).toBe(2);
});

it("holds nothing of a large answer that was released", async () => {
  const { runs, lasting } = largePool();
  const engine = cdp() as unknown as { send: (method: string) => Promise<unknown> };
  await runs("double", 8_500_000);
  const lasts = await lasting(9_000_000);
  const lastsStill = async () => {
    await engine.send("HeapProfiler.collectGarbage");
    return lasts();
  };
  await expect.poll(lastsStill).toBe(false);
});

itInAll(
  "has the engine collect the columns of a released large answer, though nothing else is going on",
  async () => {
    const { runs, lasting } = largePool();
    // The code that tracks large columns is loaded with the first of them.
    await runs("double", 8_500_000);
    const first = await lasting(9_000_000);
    await expect.poll(first, COLLECTED).toBe(false);
    // Only every other allocation triggers a collection, so a second answer is tested as well.
    const second = await lasting(9_000_001);
    await expect.poll(second, COLLECTED).toBe(false);
  },
  200_000,
);
