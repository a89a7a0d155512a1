import { whenIdle } from "../lib/when-idle";
import { isPassing } from "./passing-period";
import { draftOf } from "./run-draft";
import { dropUnwritten, keepUnwritten } from "./run-journal";
import type { RunToRecord } from "./run-to-record";
import { toldRuns } from "./told-runs";

/** Runs the list of runs does not have yet. */
const unwritten = new Map<string, RunToRecord>();
const writing = new Set<Promise<void>>();

// A page that goes takes its workers with it: what they have not written yet is kept by itself, and read when the list is next wanted.
window.addEventListener("pagehide", () => {
  for (const [id, run] of unwritten) if (run.outcome.ok) keepUnwritten(id, draftOf(run));
});

/** Once every run that has finished so far is on the list. */
export async function runsWritten(): Promise<void> {
  await Promise.all(writing);
}

/** Keeps a finished run on this device, unless it was over a period that was only looked at. Nobody waits for it: it begins once the result is drawn, and digests are made in a worker. */
export async function recordRun(run: RunToRecord): Promise<void> {
  toldRuns.add(run);
  if (Object.values(run.data).some(({ series }) => series && isPassing(series))) return;
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
    // The result is there all the same.
    console.warn("the run was not written down:", error);
  }
  unwritten.delete(id);
  dropUnwritten(id);
}
