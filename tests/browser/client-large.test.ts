import { afterEach, expect, it } from "vitest";
import { cdp } from "vitest/browser";
import { Pool } from "../../src/client/pool";
import { itInAll } from "../fixtures/in-all";
import type { TestJobs } from "../fixtures/jobs";

let pool: Pool<TestJobs> | undefined;
afterEach(() => pool?.close());

/** What an engine does of its own accord it may put off: in two runs of many on a busy machine, for over forty seconds. */
const COLLECTED = { timeout: 90_000 };

const ones = (length: number) => new Float64Array(new SharedArrayBuffer(8 * length)).fill(1);

const collected = new FinalizationRegistry<() => void>((tell) => tell());

/** A pool of one worker, and the workers it has started. */
function largePool(shared?: boolean) {
  const workers: Worker[] = [];
  const spawn = () => {
    const worker = new Worker(new URL("../fixtures/jobs.worker.ts", import.meta.url), { type: "module" });
    workers.push(worker);
    return worker;
  };
  const made = new Pool<TestJobs>({ spawn, size: () => 1, shared });
  pool = made;
  /** How many runs the worker that answered has seen. */
  const runs = async (job: "double" | "measure", length: number) => {
    const outcome = await made.run(job, { values: ones(length) });
    return outcome.ok ? outcome.value.runs : null;
  };
  /** Whether the columns of a large answer, which nobody holds, are still in memory. */
  const lasting = async (length: number) => {
    const outcome = await made.run("double", { values: ones(length) });
    if (!outcome.ok) throw new Error("no answer");
    // Not by asking a WeakRef: each answer keeps its object over a collection that is under way.
    const lasts = new Set([length]);
    collected.register(outcome.value.values.buffer, () => lasts.clear());
    made.release(outcome.value);
    return () => lasts.size > 0;
  };
  return { made, workers, runs, lasting };
}

it("takes the columns out of a large answer that was let go where no memory is shared", async () => {
  // The first of its file: no large result has come before.
  const { made } = largePool(false);
  const outcome = await made.run("double", { values: ones(9_000_000) });
  if (!outcome.ok) throw new Error("no answer");
  made.release(outcome.value);
  await expect.poll(() => outcome.value.values.length).toBe(0);
});

it("replaces a worker after a large answer, and has the next one ready", async () => {
  const { workers, runs } = largePool();
  expect(await runs("double", 1000)).toBe(1);
  expect(await runs("double", 9_000_000)).toBe(2);
  // The count of runs restarts in the worker that was started when the large answer had come.
  expect(workers.length).toBe(2);
  expect(await runs("double", 1001)).toBe(1);
  expect(workers.length).toBe(2);
});

it("replaces a worker that was asked about large columns once it has had nothing to do, and no other", async () => {
  const { workers, runs } = largePool();
  expect(await runs("measure", 9_000_000)).toBe(1);
  // The next question is answered by the same worker, which has its columns in hand.
  expect(await runs("measure", 9_000_001)).toBe(2);
  expect(workers.length).toBe(1);
  await expect.poll(() => workers.length).toBe(2);
  expect(await runs("measure", 1000)).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(workers.length).toBe(2);
});

it("holds nothing of a large answer that was let go", async () => {
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
  "has the engine collect the columns of a large answer that was let go, though nothing else is going on",
  async () => {
    const { runs, lasting } = largePool();
    // What knows large columns comes with the first of them.
    await runs("double", 8_500_000);
    const first = await lasting(9_000_000);
    await expect.poll(first, COLLECTED).toBe(false);
    // Every other buffer that is felt sets off nothing: the next answer goes as surely.
    const second = await lasting(9_000_001);
    await expect.poll(second, COLLECTED).toBe(false);
  },
  200_000,
);
