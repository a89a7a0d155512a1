import { whenIdle } from "../lib/when-idle";
import { pageRuns } from "./page-runs";
import { isTransient } from "./passing-period";
import { draftOf } from "./run-draft";
import { dropUnwritten, keepUnwritten } from "./run-journal";
import type { RunToRecord } from "./run-to-record";

/** Runs not yet in the list. */
const unwritten = new Map<string, RunToRecord>();
const writing = new Set<Promise<void>>();

// Closing the page ends its workers: pending runs are stored separately, and added when the list is next needed.
window.addEventListener("pagehide", () => {
  for (const [id, run] of unwritten) if (run.outcome.ok) keepUnwritten(id, draftOf(run));
});

/** Settles once every run finished so far is in the list. */
export async function runsWritten(): Promise<void> {
  await Promise.all(writing);
}

/**
 * Records a finished run on this device, unless it was for a previewed period. Not awaited: it starts once the result is rendered, and the
 * digest is computed in a worker.
 */
export async function recordRun(run: RunToRecord): Promise<void> {
  pageRuns.add(run);
  if (Object.values(run.data).some(({ series }) => series && isTransient(series))) return;
  const written = write(run).finally(() => writing.delete(written));
  writing.add(written);
  await written;
}

async function write(run: RunToRecord): Promise<void> {
  const id = crypto.randomUUID();
  unwritten.set(id, run);
  await new Promise<void>(whenIdle);
  try {
    const { runBook } = await import("./run-list");
    await runBook.record(run);
  } catch (error) {
    // The result is unaffected.
    console.warn("the run was not written down:", error);
  }
  unwritten.delete(id);
  dropUnwritten(id);
}
