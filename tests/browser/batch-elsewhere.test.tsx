import { expect, it, vi } from "vitest";
import { renderHook } from "vitest-browser-react";
import { BUSY_LOCK } from "../../src/client/update";
import { batchJournal } from "../../src/state/batch-journal";
import type { BatchRun } from "../../src/tools/batch/batch-run";
import { alone, forgetRun, keepBegun, keepWhole } from "../../src/tools/batch/kept-run";
import { useKeptRun } from "../../src/tools/batch/use-kept-run";

type Head = Parameters<typeof batchJournal.begin>[0];
const headOf = (id: string, at = Date.now()) => ({ id, at, hash: null, sources: [{}, {}] }) as Head;

type Shown = Pick<BatchRun, "id" | "rows" | "elsewhere"> & { sources: readonly unknown[] };

/** A run over two series that another tab works on until `leave` is called. */
async function shownElsewhere(id: string) {
  await batchJournal.begin(headOf(id), new Set());
  let leave: () => void = () => undefined;
  const working = new Promise<void>((resolve) => {
    leave = resolve;
  });
  await new Promise<void>((held) => {
    void navigator.locks.request(`prospect-batch-${id}`, () => {
      held();
      return working;
    });
  });
  const shown: Shown = { id, rows: [], sources: [{}, {}], elsewhere: true };
  const analysis = { shown, busy: false, partial: false, run: vi.fn(async () => true), clear: vi.fn(() => () => undefined) };
  await renderHook(() => useKeptRun(analysis as unknown as Parameters<typeof useKeptRun>[0], "", () => undefined));
  return { ...analysis, leave };
}

it("a batch that the other tab cleared is cleared here", async () => {
  const { run, clear, leave } = await shownElsewhere("cleared");
  await batchJournal.forget("cleared");
  expect(clear).not.toHaveBeenCalled();
  leave();
  await expect.poll(() => clear.mock.calls.length).toBe(1);
  expect(run).not.toHaveBeenCalled();
});

it("a batch that the other tab left unfinished is shown as stopped", async () => {
  const { run, clear, leave } = await shownElsewhere("left");
  leave();
  await expect.poll(() => run.mock.calls).toMatchObject([[{ id: "left", elsewhere: false }, "as-it-is"]]);
  expect(clear).not.toHaveBeenCalled();
});

it("newer batches evict a stopped one from the device, but none that is running; one that is then resumed is stored again completely", async () => {
  const part = (place: number) => ({ places: [place], rows: [{}], outlines: [new Float64Array()], text: "[]" });
  const batch = (name: string, at: number) => ({ ...headOf(name, at), data: { name, series: null }, rows: [{}], parts: [part(0)] });
  const stopped = batch("stopped", 1) as unknown as BatchRun;
  const working = batch("working", 2) as unknown as BatchRun;
  for (const run of [stopped, working]) await keepWhole(run);
  let end: () => void = () => undefined;
  const work = alone("working", () => new Promise<void>((resolve) => (end = resolve)));
  // Nor does a new version of the app take over meanwhile.
  await expect.poll(async () => (await navigator.locks.query()).held?.some(({ name }) => name === BUSY_LOCK)).toBe(true);
  for (let later = 3; later < 9; later++) await keepBegun(batch(`later ${later}`, later) as unknown as BatchRun);
  expect(await batchJournal.read("stopped")).toBeNull();
  expect(await batchJournal.read("working")).toMatchObject({ head: { id: "working" }, parts: [{ places: [0] }] });
  await keepWhole(stopped);
  expect(await batchJournal.read("stopped")).toMatchObject({ parts: [{ places: [0] }] });
  end();
  await work;
  await keepBegun(batch("last", 9) as unknown as BatchRun);
  expect(await batchJournal.read("working")).toBeNull();
});

it("clearing a batch that another tab has just finished, and undoing it, keeps the other tab's rows", async () => {
  const part = { places: [0], rows: [{}], outlines: [new Float64Array()], text: "[]" };
  const finished = { ...headOf("finished"), data: { name: "a", series: null }, rows: [{}], parts: [part] };
  await keepWhole(finished as unknown as BatchRun);
  const undo = forgetRun({ ...finished, rows: [], parts: [] } as unknown as BatchRun);
  await undo();
  expect(await batchJournal.read("finished")).toMatchObject({ parts: [{ places: [0] }] });
});
