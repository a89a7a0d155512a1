import { Suspense, use } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render, renderHook } from "vitest-browser-react";
import { type Answer, answer, type Turn, useAnalysis } from "../../src/analysis/use-analysis";
import { useFollowing } from "../../src/analysis/use-follow-up";
import { compute } from "../../src/client/compute";
import { canceled } from "../../src/client/failures";
import { fail, succeed } from "../../workers/contract";

const JOB = "make-sample-prices";
type Asked = { seed: number };
type Run = Answer<typeof JOB>;

/** Jobs that end only when the test says so, and whose answer is the seed they were given. */
function heldJobs() {
  const asked: { seed: number; cancel: (() => void) | undefined; end: (failed?: "failed") => void; report: (fraction: number) => void }[] =
    [];
  vi.spyOn(compute, "run").mockImplementation((async (_name: string, input: Asked, options: Parameters<typeof compute.run>[2]) => {
    const outcome = await new Promise((resolve) => {
      asked.push({
        seed: input.seed,
        cancel: options?.cancel,
        end: (failed) => resolve(failed ? fail("bad-input", "numerics/seed") : succeed({ text: `${input.seed}` })),
        report: (fraction) => options?.onProgress?.({ fraction, label: "Drawing" }),
      });
      options?.signal?.addEventListener("abort", () => resolve(canceled()));
    });
    return outcome;
  }) as unknown as typeof compute.run);
  return asked;
}

afterEach(() => void vi.restoreAllMocks());

const told: string[] = [];
const useSample = (seedNow = 1) =>
  useAnalysis<Run, [seed: number]>({
    work: (turn, seed) => answer(turn, JOB, { seed }, {}),
    isStale: (run) => run.input.seed !== seedNow,
    onDone: (run) => void told.push(run.value.text),
  });
/** What `start` returns, once its changes are drawn; wrapped in an object, so that a promise is not awaited. */
async function drawn<T>(act: (work: () => void) => Promise<void>, start: () => T): Promise<{ answered: T }> {
  const answers: T[] = [];
  await act(() => void answers.push(start()));
  return { answered: answers[0] };
}
const hook = () => renderHook((seedNow?: number) => useSample(seedNow), { initialProps: 1 });

it("goes from nothing through progress to a result, which becomes stale once the settings differ", async () => {
  const jobs = heldJobs();
  told.length = 0;
  const { result, act, rerender } = await hook();
  expect(result.current).toMatchObject({ shown: null, busy: false, progress: null, stale: false });
  const { answered: run } = await drawn(act, () => result.current.run(1));
  expect(result.current).toMatchObject({ busy: true, progress: { fraction: 0 } });
  await act(() => jobs[0].report(0.5));
  expect(result.current.progress).toEqual({ fraction: 0.5, label: "Drawing" });
  await act(() => jobs[0].end());
  expect(await run).toBe(true);
  expect(result.current).toMatchObject({
    shown: { job: JOB, input: { seed: 1 }, value: { text: "1" } },
    busy: false,
    progress: null,
    stale: false,
  });
  expect(told).toEqual(["1"]);
  await rerender(2);
  expect(result.current.stale).toBe(true);
});

it("shows a failure, keeps the last result, and drops the failure when dismissed or with the next run", async () => {
  const jobs = heldJobs();
  const { result, act } = await hook();
  await act(() => void result.current.run(1));
  await act(() => jobs[0].end());
  await act(() => void result.current.run(2));
  await act(() => jobs[1].end("failed"));
  expect(result.current).toMatchObject({ shown: { value: { text: "1" } }, failure: { reason: "numerics/seed" }, busy: false });
  await act(() => result.current.forget());
  expect(result.current.failure).toBeNull();
  await act(() => void result.current.run(3));
  await act(() => jobs[2].end("failed"));
  await act(() => void result.current.run(4));
  expect(result.current.failure).toBeNull();
});

it("canceled twice, as by a double click, still shows the completed part", async () => {
  let cancelOfList = () => {};
  vi.spyOn(compute, "run").mockImplementation(async (_name, _input, options) => {
    cancelOfList = options?.cancel ?? cancelOfList;
    const ended = (signal?: AbortSignal) => new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve()));
    const part = ended(options?.enough).then(() => new Promise((resolve) => setTimeout(resolve, 50)));
    const dropped = ended(options?.signal).then(() => canceled());
    return (await Promise.race([part.then(() => succeed("half")), dropped])) as never;
  });
  const work = (turn: Turn<unknown>) => turn.ask(JOB, { seed: 1 } as never, { keepsPart: true });
  const { result, act } = await renderHook(() => useAnalysis<unknown>({ work }));
  await act(() => void result.current.run());
  await act(() => cancelOfList());
  await act(() => cancelOfList());
  await expect.poll(() => result.current.shown).toBe("half");
});

it("ends at once when canceled, without a failure", async () => {
  heldJobs();
  const { result, act } = await hook();
  const { answered: run } = await drawn(act, () => result.current.run(1));
  await act(() => result.current.cancel());
  expect(await run).toBe(false);
  expect(result.current).toMatchObject({ shown: null, failure: null, busy: false, progress: null });
});

it("ends with a failure if a file of the app cannot be loaded, or if a bug throws", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const bug = new Error("undefined is not a function");
  const unfetched = new TypeError("Failed to fetch dynamically imported module: http://localhost/part.js");
  const { result, act } = await renderHook(() => useAnalysis<Run, [unknown]>({ work: (_, error) => Promise.reject(error) }));
  for (const [error, code, said] of [
    [unfetched, "not-loaded", []],
    [bug, "crashed", [[bug]]],
  ] as const) {
    const { answered } = await drawn(act, () => result.current.run(error));
    expect(await answered).toBe(false);
    await expect.poll(() => result.current).toMatchObject({ busy: false, shown: null, failure: { code } });
    expect(errors.mock.calls).toEqual(said);
  }
});

it("follows only the newer of two runs", async () => {
  const jobs = heldJobs();
  const { result, act } = await hook();
  const { answered: old } = await drawn(act, () => result.current.run(1));
  await act(() => void result.current.run(2));
  expect(await old).toBe(false);
  await act(() => jobs[0].report(0.9));
  expect(result.current.progress?.fraction).toBe(0);
  await act(() => jobs[1].end());
  expect(result.current.shown?.value.text).toBe("2");
});

it("clears result and failure, and restores the result", async () => {
  const jobs = heldJobs();
  const { result, act } = await hook();
  await act(() => void result.current.run(1));
  await act(() => jobs[0].end());
  const { answered: restore } = await drawn(act, () => result.current.clear());
  expect(result.current.shown).toBeNull();
  await act(() => restore());
  expect(result.current.shown?.value.text).toBe("1");
});

it("does not abort the signal of finished work, so what it has started continues", async () => {
  const signals: AbortSignal[] = [];
  const { result, act, unmount } = await renderHook(() =>
    useAnalysis<string>({
      work: async ({ signal }) => {
        signals.push(signal);
        return succeed("connected");
      },
    }),
  );
  await act(() => void result.current.run());
  expect(result.current).toMatchObject({ shown: "connected", busy: false });
  await act(() => void result.current.run());
  await unmount();
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
});

it("is canceled by leaving the screen, and runs nothing for a screen that was left", async () => {
  const jobs = heldJobs();
  const { result, act, unmount } = await hook();
  const { answered: run } = await drawn(act, () => result.current.run(1));
  const { run: later } = result.current;
  await unmount();
  expect(await run).toBe(false);
  expect(await later(2)).toBe(false);
  expect(jobs.map(({ seed }) => seed)).toEqual([1]);
});

it("is no longer busy when a run ends, however long its result takes to draw", async () => {
  const jobs = heldJobs();
  const never = new Promise<never>(() => undefined);
  const Result = ({ done }: { done: boolean }) => <p>{done ? use(never) : "nothing yet"}</p>;
  let start: () => Promise<unknown> = () => Promise.resolve();
  const Screen = () => {
    const { shown, busy, run } = useSample();
    start = () => run(1);
    return (
      <Suspense>
        <button type="button" disabled={busy}>
          Run
        </button>
        <Result done={shown !== null} />
      </Suspense>
    );
  };
  await render(<Screen />);
  const ended = start();
  await expect.element(page.getByRole("button", { name: "Run" })).toBeDisabled();
  jobs[0].end();
  await ended;
  await expect.element(page.getByRole("button", { name: "Run" })).toBeEnabled();
});

it("runs by itself, again for every new question, and its answer belongs to the question", async () => {
  const jobs = heldJobs();
  const { result, act, rerender } = await renderHook((input?: Asked | null) => useFollowing(JOB, input ?? null), {
    initialProps: { seed: 1 } as Asked | null,
  });
  await act(() => jobs[0].end());
  expect(result.current.value?.text).toBe("1");
  await rerender({ seed: 2 });
  expect(result.current).toMatchObject({ value: null, busy: true });
  await act(() => jobs[1].end());
  expect(result.current.value?.text).toBe("2");
  await rerender(null);
  expect(result.current).toMatchObject({ value: null, busy: false });
  expect(jobs).toHaveLength(2);
});

it("has a Cancel in the list of jobs only if it can be run again, or shows its progress", async () => {
  const jobs = heldJobs();
  const { result, act } = await hook();
  await act(() => void result.current.run(1));
  const input: Asked = { seed: 2 };
  await renderHook(() => useFollowing(JOB, input));
  await renderHook(() => useFollowing(JOB, input, { listsCancel: true }));
  expect(jobs.map(({ cancel }) => cancel !== undefined)).toEqual([true, false, true]);
});

it("what runs after a part can be canceled in the list of jobs too, older work no longer", async () => {
  const jobs = heldJobs();
  const { result, act } = await renderHook(() =>
    useAnalysis<Run>({
      work: async (turn) => {
        await turn.ask(JOB, { seed: 1 }, { keepsPart: true });
        return answer(turn, JOB, { seed: 2 }, {});
      },
    }),
  );
  const { answered: run } = await drawn(act, () => result.current.run());
  await act(() => jobs[0].cancel?.());
  await act(() => jobs[0].end());
  await act(() => jobs[1].cancel?.());
  expect(await run).toBe(false);
  await act(() => void result.current.run());
  await act(() => jobs[1].cancel?.());
  expect(result.current.busy).toBe(true);
});
