import { Suspense, use } from "react";
import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render, renderHook } from "vitest-browser-react";
import { Pool } from "../../src/client/pool";
import { jobHook } from "../../src/client/use-job";
import type { TestJobs } from "../fixtures/jobs";

const spawn = () => new Worker(new URL("../fixtures/jobs.worker.ts", import.meta.url), { type: "module" });
const pool = new Pool<TestJobs>({ spawn, size: () => 1 });
const useTestJob = jobHook(pool);

afterEach(() => pool.close());

const until = (check: () => boolean) => expect.poll(check, { timeout: 10_000 }).toBe(true);

it("goes from idle through running to done", async () => {
  const { result } = await renderHook(() => useTestJob("steps"));
  expect(result.current.state).toEqual({ phase: "idle" });
  const run = result.current.run({ count: 3 });
  await until(() => result.current.state.phase === "running" && result.current.state.progress.label !== "");
  expect(await run).toEqual({ ok: true, value: 3 });
  await until(() => result.current.state.phase === "done");
  expect(result.current.state).toEqual({ phase: "done", value: 3 });
});

it("goes to failed with the job's failure, and back to idle on reset", async () => {
  const { result } = await renderHook(() => useTestJob("refuse"));
  await result.current.run({ row: 3 });
  await until(() => result.current.state.phase === "failed");
  expect(result.current.state).toMatchObject({ failure: { code: "bad-input", row: 3 } });
  result.current.reset();
  await until(() => result.current.state.phase === "idle");
});

it("shows a cancel as failed with the code canceled", async () => {
  const { result } = await renderHook(() => useTestJob("spin"));
  const run = result.current.run({ tag: "x" });
  await until(() => result.current.state.phase === "running" && result.current.state.progress.label !== "");
  result.current.cancel();
  expect(await run).toMatchObject({ ok: false, failure: { code: "canceled" } });
  await until(() => result.current.state.phase === "failed");
});

it("a new run aborts the old one, whose result is not heard", async () => {
  const { result } = await renderHook(() => useTestJob("steps"));
  const old = result.current.run({ count: 50 });
  const latest = result.current.run({ count: 1 });
  expect(await old).toMatchObject({ ok: false, failure: { code: "canceled" } });
  expect(await latest).toEqual({ ok: true, value: 1 });
  await until(() => result.current.state.phase === "done");
  expect(result.current.state).toEqual({ phase: "done", value: 1 });
});

it("leaving the screen aborts the run", async () => {
  const { result, unmount } = await renderHook(() => useTestJob("spin"));
  const run = result.current.run({ tag: "y" });
  await until(() => result.current.state.phase === "running");
  await unmount();
  expect(await run).toMatchObject({ ok: false, failure: { code: "canceled" } });
});

it("runs nothing for a screen that was left while it still waited for its data", async () => {
  const { result, unmount } = await renderHook(() => useTestJob("steps"));
  const { run } = result.current;
  await unmount();
  expect(await run({ count: 1 })).toMatchObject({ ok: false, failure: { code: "canceled" } });
  expect(pool.jobs()).toEqual([]);
});

it("is no longer running when a run ends, however long its result takes to draw", async () => {
  const never = new Promise<never>(() => undefined);
  const Result = ({ done }: { done: boolean }) => <p>{done ? use(never) : "nothing yet"}</p>;
  let start: () => Promise<unknown> = () => Promise.resolve();
  const Screen = () => {
    const { state, running, run } = useTestJob("steps");
    start = () => run({ count: 2 });
    return (
      <Suspense>
        <button type="button" disabled={running}>
          Run
        </button>
        <Result done={state.phase === "done"} />
      </Suspense>
    );
  };
  await render(<Screen />);
  const ended = start();
  await expect.element(page.getByRole("button", { name: "Run" })).toBeDisabled();
  await ended;
  await expect.element(page.getByRole("button", { name: "Run" })).toBeEnabled();
});
