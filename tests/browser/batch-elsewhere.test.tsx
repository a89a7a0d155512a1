import { expect, it, vi } from "vitest";
import { renderHook } from "vitest-browser-react";
import { batchJournal } from "../../src/state/batch-journal";
import type { BatchRun } from "../../src/tools/batch/batch-run";
import { useKeptRun } from "../../src/tools/batch/use-kept-run";

type Shown = Pick<BatchRun, "id" | "rows" | "elsewhere"> & { sources: readonly unknown[] };

/** A run of two series that another tab works on until it is left. */
async function shownElsewhere(id: string) {
  await batchJournal.begin({ id, at: Date.now(), hash: null, sources: [{}, {}] } as Parameters<typeof batchJournal.begin>[0]);
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
