import { afterEach, describe, expect, it, vi } from "vitest";
import type { ActiveJob } from "../../src/client/job-list";
import { Pool, type PoolOptions } from "../../src/client/pool";
import type { Outcome } from "../../workers/contract";
import { failureText, resultOf, toldOutcome } from "../fixtures/failure-text";
import { LONG } from "../fixtures/in-all";
import type { TestJobs } from "../fixtures/jobs";

const pools: Pool<TestJobs>[] = [];

/** A pool over the test jobs that exposes its workers, so that a test can kill one. */
function testPool({ size = 1, shared, cancelPatience }: { size?: number } & Pick<PoolOptions, "shared" | "cancelPatience"> = {}) {
  const workers: Worker[] = [];
  /** Indices of the workers the pool has ended. */
  const ended: number[] = [];
  const spawn = () => {
    const worker = new Worker(new URL("../fixtures/jobs.worker.ts", import.meta.url), { type: "module", name: String(workers.length) });
    const number = workers.push(worker) - 1;
    const terminate = worker.terminate.bind(worker);
    worker.terminate = () => {
      ended.push(number);
      terminate();
    };
    return worker;
  };
  const pool = new Pool<TestJobs>({ spawn, size: () => size, shared, cancelPatience });
  pools.push(pool);
  return { pool, workers, ended };
}

/** Longer than a busy machine takes to let a worker notice a cancel: which worker stays is what is tested. */
const BUSY = { cancelPatience: 30_000 };

/** Resolves once a run has reported progress, so it is known to be running inside the worker. */
function underWay(pool: Pool<TestJobs>, matches: (job: ActiveJob) => boolean): Promise<void> {
  return vi.waitUntil(() => pool.jobs().some((job) => matches(job) && job.progress?.label), { timeout: 10_000 }).then(() => undefined);
}

const column = (shared: boolean, ...values: number[]) => {
  const bytes = 8 * values.length;
  const result = new Float64Array(shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes));
  result.set(values);
  return result;
};

const failureCode = async (run: Promise<{ ok: true } | { ok: false; failure: { code: string } }>) => {
  const outcome = await run;
  return outcome.ok ? "ok" : outcome.failure.code;
};

afterEach(() => {
  for (const pool of pools.splice(0)) pool.close();
  vi.restoreAllMocks();
});

// In short runs, flows cover copied columns (`capabilities`, `delivery`).
describe.each([{ shared: true }, ...(LONG ? [{ shared: false }] : [])])("a pool with shared memory: $shared", ({ shared }) => {
  it("runs a job and returns its columns, leaving the input unchanged", async () => {
    const { pool } = testPool({ shared });
    const values = column(shared, 1, 2, 3);
    const found = resultOf(await pool.run("double", { values }));
    expect([...found.values]).toEqual([2, 4, 6]);
    expect(found.values.buffer instanceof SharedArrayBuffer).toBe(shared);
    expect(found.sharedInput).toBe(shared);
    expect([...values]).toEqual([1, 2, 3]);
  });

  it("settles a canceled run as canceled, and runs the next job", async () => {
    const { pool, workers } = testPool({ shared, ...BUSY });
    const controller = new AbortController();
    const spinning = pool.run("spin", { tag: "a" }, { signal: controller.signal });
    await underWay(pool, (job) => job.job === "spin");
    controller.abort();
    expect(await failureCode(spinning)).toBe("canceled");
    expect(await failureCode(pool.run("steps", { count: 1 }))).toBe("ok");
    // The flag keeps the worker; without shared memory it must be ended.
    expect(workers.length).toBe(shared ? 1 : 2);
  });

  it("keeps a worker that is only starting when its run is canceled, for the next job", async () => {
    const { pool, workers } = testPool({ shared });
    const controller = new AbortController();
    const spinning = pool.run("spin", { tag: "b" }, { signal: controller.signal });
    controller.abort();
    expect(await failureCode(spinning)).toBe("canceled");
    expect(await failureCode(pool.run("steps", { count: 1 }))).toBe("ok");
    // Without shared memory nothing could tell it later that its run is canceled.
    expect(workers.length).toBe(shared ? 1 : 2);
  });

  describe("a run of many parts", () => {
    const values = Array.from({ length: 12 }, (_, i) => i);
    const partsOf = async (pool: Pool<TestJobs>, list: number[], millis: number) => {
      return resultOf(await pool.run("squares", { values: list, millis })) as {
        outcomes: Outcome<{ square: number; worker: number }>[];
        worker: number;
      };
    };
    const squaresOf = (outcomes: Outcome<{ square: number }>[]) =>
      outcomes.map((part) => (part.ok ? part.value.square : part.failure.code));

    it("uses the free workers, and returns the results in order", async () => {
      const { pool } = testPool({ shared, size: 3 });
      const { outcomes } = await partsOf(pool, values, 30);
      expect(squaresOf(outcomes)).toEqual(values.map((value) => value * value));
      expect(new Set(outcomes.map((part) => part.ok && part.value.worker)).size).toBe(3);
    });

    it("does it alone where there is one worker", async () => {
      const { pool } = testPool({ shared, size: 1 });
      const { outcomes, worker } = await partsOf(pool, values, 1);
      expect(squaresOf(outcomes)).toEqual(values.map((value) => value * value));
      expect(outcomes.every((part) => part.ok && part.value.worker === worker)).toBe(true);
    });

    it("lists one job, with its progress", async () => {
      const { pool } = testPool({ shared, size: 3 });
      const running = partsOf(pool, values, 40);
      await underWay(pool, (job) => job.job === "squares");
      expect(pool.jobs().map(({ job }) => job)).toEqual(["squares"]);
      expect(pool.jobs()[0].progress?.label).toBe("Squaring");
      await running;
    });

    it("gives a part's failure in its place, and a helper's death as crashed", async () => {
      vi.spyOn(console, "error").mockImplementation(() => undefined);
      const { pool } = testPool({ shared, size: 2 });
      // The worker that was called takes the first part it can, so the fatal one is at the very start, where only the helper begins.
      const { outcomes } = await partsOf(pool, [666, 2, 13], 60);
      expect(squaresOf(outcomes)).toEqual(["crashed", 4, "bad-input"]);
    });

    it("is answered with the finished parts where these are wanted, and not cached", async () => {
      const { pool } = testPool({ shared, size: 2 });
      const [enough, stop] = [new AbortController(), new AbortController()];
      const input = { values, millis: 40, keepsPart: true };
      const ended = vi.fn();
      pool.onFinish(ended);
      const running = pool.run("squares", input, { signal: stop.signal, enough: enough.signal, cancel: () => enough.abort() });
      await vi.waitUntil(() => (pool.jobs()[0]?.progress?.fraction ?? 0) > 0.2, { timeout: 10_000 });
      expect(pool.jobs()[0].cancel).toBeDefined();
      const listed = vi.fn();
      pool.subscribe(listed);
      enough.abort();
      // The list shows at once that there is nothing left to cancel, though the partial answer is still on its way.
      expect(listed).toHaveBeenCalled();
      expect(pool.jobs().map(({ cancel }) => cancel)).toEqual(shared ? [undefined] : []);
      const outcome = await running;
      if (!shared) return expect(outcome).toMatchObject({ failure: { code: "canceled" } });
      if (!outcome.ok) throw new Error(failureText(outcome.failure));
      const finished = squaresOf((outcome.value.outcomes as Outcome<{ square: number }>[]).filter((part) => part?.ok));
      expect(finished.length).toBeGreaterThan(0);
      expect(finished.length).toBeLessThan(values.length);
      expect(ended).not.toHaveBeenCalled();
      // Run again it is computed completely.
      const { outcomes } = await partsOf(pool, values, 1);
      expect(outcomes).toHaveLength(values.length);
      const again = await pool.run("squares", input);
      expect(again.ok && again.value.outcomes.every((part) => part.ok)).toBe(true);
      // A caller that accepts a part may still cancel altogether.
      const [some, none] = [new AbortController(), new AbortController()];
      const leaving = pool.run("squares", { ...input, millis: 60 }, { signal: none.signal, enough: some.signal });
      await vi.waitUntil(() => (pool.jobs()[0]?.progress?.fraction ?? 0) > 0.2, { timeout: 10_000 });
      some.abort();
      none.abort();
      expect(await failureCode(leaving)).toBe("canceled");
    });

    it("ends with the run", async () => {
      const { pool } = testPool({ shared, size: 3 });
      const controller = new AbortController();
      const running = pool.run("squares", { values, millis: 10_000 }, { signal: controller.signal });
      await underWay(pool, (job) => job.job === "squares");
      controller.abort();
      expect(await failureCode(running)).toBe("canceled");
      expect(pool.jobs()).toEqual([]);
      // All three workers are free again, or replaced.
      const { outcomes } = await partsOf(pool, values, 20);
      expect(squaresOf(outcomes)).toEqual(values.map((value) => value * value));
    });
  });

  it("ends a worker that does not notice the cancel", async () => {
    const { pool, workers } = testPool({ shared });
    const controller = new AbortController();
    const hanging = pool.run("hang", null, { signal: controller.signal });
    await underWay(pool, (job) => job.job === "hang");
    controller.abort();
    expect(await failureCode(hanging)).toBe("canceled");
    expect(await failureCode(pool.run("steps", { count: 1 }))).toBe("ok");
    expect(workers.length).toBe(2);
  });

  it("answers with crashed when the worker is killed in the middle of a job, and the next job runs", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { pool, workers } = testPool({ shared });
    const doomed = pool.run("spin", { tag: "b" });
    const next = pool.run("steps", { count: 1 });
    await underWay(pool, (job) => job.job === "spin");
    workers[0].terminate();
    expect(await failureCode(doomed)).toBe("crashed");
    expect(await next).toEqual({ ok: true, value: 1 });
  });
});

describe("outcomes", () => {
  it("passes an expected failure on with its fields", async () => {
    const { pool } = testPool();
    expect(toldOutcome(await pool.run("refuse", { row: 7 }))).toEqual({
      ok: false,
      failure: { code: "bad-input", message: "no", row: 7 },
    });
  });

  it("turns a bug into crashed, and the next job runs", async () => {
    const { pool } = testPool();
    expect(await failureCode(pool.run("throwUp", null))).toBe("crashed");
    // A job name of another version is not a bug of this one.
    expect(await pool.run("toString" as "throwUp", null)).toMatchObject({
      ok: false,
      failure: { code: "bad-input", reason: "runtime/unknownJob" },
    });
    expect(await failureCode(pool.run("steps", { count: 1 }))).toBe("ok");
  });

  it("turns exhausted memory into too-large and releases the worker's memory", async () => {
    const { pool, workers } = testPool();
    expect(await failureCode(pool.run("exhaust", null))).toBe("too-large");
    await pool.run("mark", null, { cache: false });
    expect(workers.length).toBe(2);
  });

  it("refuses to hand out the kernels' own memory", async () => {
    const { pool } = testPool();
    expect(await failureCode(pool.run("leakView", null))).toBe("crashed");
  });

  it("frees what a job left in the arena", async () => {
    const { pool } = testPool();
    const before = await pool.run("mark", null, { cache: false });
    await pool.run("leak", null);
    expect(await pool.run("mark", null, { cache: false })).toEqual(before);
  });

  it("notices an uncaught error inside the worker", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { pool } = testPool();
    const silence = (event: ErrorEvent) => event.preventDefault();
    window.addEventListener("error", silence);
    expect(await failureCode(pool.run("die", null))).toBe("crashed");
    window.removeEventListener("error", silence);
    expect(await failureCode(pool.run("steps", { count: 1 }))).toBe("ok");
  });

  it.each([
    ["answers with not-loaded when the scripts of two workers do not load", 2, "not-loaded"],
    ["goes on in the next worker when the script of one does not load", 1, "ok"],
  ])("%s", async (_, broken, code) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let started = 0;
    const spawn = () =>
      ++started > broken
        ? new Worker(new URL("../fixtures/jobs.worker.ts", import.meta.url), { type: "module" })
        : new Worker(URL.createObjectURL(new Blob(["this is no script"])), { type: "module" });
    const pool = new Pool<TestJobs>({ spawn, size: () => 1 });
    pools.push(pool);
    expect(await failureCode(pool.run("steps", { count: 1 }))).toBe(code);
    expect(started).toBe(2);
  });
});

describe("a part of the app that does not load", () => {
  it("is requested once more by a fresh worker, then reported as a failure of its own, and the next job gets another worker", async () => {
    const { pool, workers } = testPool();
    expect(toldOutcome(await pool.run("missing", null))).toMatchObject({
      ok: false,
      failure: { code: "not-loaded", message: expect.stringContaining("could not be loaded") },
    });
    expect(workers.length).toBe(2);
    expect(await failureCode(pool.run("steps", { count: 1 }))).toBe("ok");
    expect(workers.length).toBe(3);
  });

  it("is there after all if only the worker was cut off", async () => {
    const { pool } = testPool();
    expect(await pool.run("elsewhere", null)).toEqual({ ok: true, value: "1" });
  });
});

describe("a page that goes into the back/forward cache", () => {
  it("has no worker left, and continues with its work when restored", async () => {
    const { pool, workers } = testPool();
    const run = pool.run("steps", { count: 3 });
    await underWay(pool, () => true);
    pool.rest(true);
    const later = pool.run("steps", { count: 1 });
    await new Promise((done) => setTimeout(done, 400));
    expect([workers.length, pool.jobs().length]).toEqual([1, 2]);
    pool.rest(false);
    expect(await Promise.all([failureCode(run), failureCode(later)])).toEqual(["ok", "ok"]);
    expect(workers.length).toBe(2);
  });
});

describe("the queue", () => {
  it("takes interactive jobs before batch jobs", async () => {
    const { pool } = testPool();
    const order: string[] = [];
    const note = (name: string) => () => order.push(name);
    await Promise.all([
      pool.run("steps", { count: 1 }).then(note("first")),
      pool.run("steps", { count: 2 }, { priority: "batch" }).then(note("batch")),
      pool.run("steps", { count: 3 }).then(note("interactive")),
    ]);
    expect(order).toEqual(["first", "interactive", "batch"]);
  });

  it("starts one more worker when batch jobs occupy them all", async () => {
    const { pool, workers } = testPool();
    const controller = new AbortController();
    const flood = pool.run("spin", { tag: "c" }, { priority: "batch", signal: controller.signal });
    await underWay(pool, (job) => job.job === "spin");
    expect(await failureCode(pool.run("steps", { count: 1 }))).toBe("ok");
    expect(workers.length).toBe(2);
    controller.abort();
    expect(await failureCode(flood)).toBe("canceled");
  });

  it("reads input while a job occupies the only worker, and then ends the second one", async () => {
    const { pool, workers, ended } = testPool(BUSY);
    const controller = new AbortController();
    const long = pool.run("spin", { tag: "d" }, { signal: controller.signal });
    await underWay(pool, (job) => job.job === "spin");
    const behind = pool.run("steps", { count: 1 });
    expect(await failureCode(pool.run("steps", { count: 2 }, { priority: "reading" }))).toBe("ok");
    expect([workers.length, ended]).toEqual([2, [1]]);
    expect(pool.jobs().map(({ job, progress }) => [job, progress === null])).toEqual([
      ["spin", false],
      ["steps", true],
    ]);
    controller.abort();
    expect([await failureCode(long), await failureCode(behind)]).toEqual(["canceled", "ok"]);
    expect([workers.length, ended]).toEqual([2, [1]]);
  });

  it("has one reading wait for another, not for a job: there is one extra worker, never two", async () => {
    const { pool, workers, ended } = testPool();
    const controller = new AbortController();
    const long = pool.run("spin", { tag: "e" }, { signal: controller.signal });
    await underWay(pool, (job) => job.job === "spin");
    const order: number[] = [];
    const read = (count: number) => pool.run("steps", { count }, { priority: "reading", cache: false }).then(() => void order.push(count));
    await Promise.all([read(3), read(2), read(1)]);
    expect(order).toEqual([3, 2, 1]);
    expect(ended.length).toBe(workers.length - 1);
    controller.abort();
    expect(await failureCode(long)).toBe("canceled");
  });

  it("ends a reading that a newer one replaces, also beside a job", async () => {
    const { pool, workers, ended } = testPool();
    const [job, older] = [new AbortController(), new AbortController()];
    const long = pool.run("spin", { tag: "f" }, { signal: job.signal });
    await underWay(pool, (one) => one.job === "spin");
    const first = pool.run("hang", null, { priority: "reading", signal: older.signal });
    await underWay(pool, (one) => one.job === "hang");
    older.abort();
    const second = pool.run("steps", { count: 1 }, { priority: "reading" });
    expect([await failureCode(first), await failureCode(second)]).toEqual(["canceled", "ok"]);
    expect([workers.length, ended]).toEqual([3, [1, 2]]);
    job.abort();
    expect(await failureCode(long)).toBe("canceled");
  });

  it("keeps the job's worker for its follow-up, not that of a reading still in progress", async () => {
    const { pool, workers, ended } = testPool(BUSY);
    const order: string[] = [];
    const job = pool.run("steps", { count: 4 }).then(() => order.push("job"));
    await underWay(pool, (one) => one.job === "steps");
    const controller = new AbortController();
    const reading = pool.run("spin", { tag: "g" }, { priority: "reading", signal: controller.signal });
    await underWay(pool, (one) => one.job === "spin");
    await job;
    expect(await failureCode(pool.run("steps", { count: 2 }))).toBe("ok");
    expect([workers.length, ended]).toEqual([2, []]);
    controller.abort();
    expect(await failureCode(reading)).toBe("canceled");
    await vi.waitUntil(() => ended.length === 1);
    expect(ended).toEqual([1]);
  });

  it("cancels a queued job", async () => {
    const { pool, workers } = testPool();
    const controller = new AbortController();
    const first = pool.run("steps", { count: 2 });
    const second = pool.run("steps", { count: 1 }, { signal: controller.signal });
    controller.abort();
    expect(await failureCode(second)).toBe("canceled");
    expect(await failureCode(first)).toBe("ok");
    expect(workers.length).toBe(1);
  });

  it("lists active jobs with their progress and reports it to the caller", async () => {
    const { pool } = testPool();
    const fractions: number[] = [];
    const run = pool.run("steps", { count: 4 }, { onProgress: ({ fraction }) => fractions.push(fraction) });
    await underWay(pool, (job) => job.job === "steps");
    expect(pool.jobs()).toHaveLength(1);
    await run;
    expect(pool.jobs()).toHaveLength(0);
    expect(fractions.length).toBeGreaterThan(1);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
  });
});

describe("the result cache", () => {
  it("answers the same data and configuration without running again", async () => {
    const { pool } = testPool();
    const values = column(true, 1, 2);
    const first = await pool.run("double", { values });
    expect(await pool.run("double", { values })).toBe(first);
    const other = await pool.run("double", { values: column(true, 1, 2) });
    expect(other).toMatchObject({ value: { runs: 2 } });
  });

  it("runs again when the caller says so, and after a failure", async () => {
    const { pool } = testPool();
    const values = column(true, 1);
    await pool.run("double", { values });
    expect(await pool.run("double", { values }, { cache: false })).toMatchObject({ value: { runs: 2 } });
    expect(await pool.run("refuse", { row: 1 })).not.toBe(await pool.run("refuse", { row: 1 }));
  });
});
