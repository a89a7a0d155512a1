import { afterEach, expect, it } from "vitest";
import { Pool } from "../../src/client/pool";
import type { TestJobs } from "../fixtures/jobs";

let pool: Pool<TestJobs> | undefined;
afterEach(() => pool?.close());

it("replaces a worker after a large answer, and has the next one ready", async () => {
  const workers: Worker[] = [];
  const spawn = () => {
    const worker = new Worker(new URL("../fixtures/jobs.worker.ts", import.meta.url), { type: "module" });
    workers.push(worker);
    return worker;
  };
  pool = new Pool<TestJobs>({ spawn, size: () => 1 });
  const double = async (length: number) => {
    const values = new Float64Array(new SharedArrayBuffer(8 * length)).fill(1);
    const outcome = await pool?.run("double", { values });
    return outcome?.ok ? outcome.value : null;
  };
  expect((await double(1000))?.runs).toBe(1);
  expect((await double(9_000_000))?.runs).toBe(2);
  // The count of runs begins anew in the worker that was started when the large answer had come.
  expect(workers.length).toBe(2);
  expect((await double(1001))?.runs).toBe(1);
  expect(workers.length).toBe(2);
});
