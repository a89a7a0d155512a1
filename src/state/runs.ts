import type { Millis } from "../../workers/contract";
import { draftOf } from "./run-draft";
import { dropUnwritten, keepUnwritten } from "./run-journal";
import type { RunToRecord } from "./run-to-record";

/** The latest moment at which the writing down begins, busy or not. */
const PATIENCE: Millis = 2000;

/** Runs the list of runs does not have yet. */
const unwritten = new Map<string, RunToRecord>();

// A page that goes takes its workers with it: what they have not written yet is kept by itself, and read when the list is next wanted.
window.addEventListener("pagehide", () => {
  for (const [id, run] of unwritten) if (run.outcome.ok) keepUnwritten(id, draftOf(run));
});

const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: PATIENCE });
    else setTimeout(resolve, PATIENCE / 4);
  });

/** Keeps a finished run on this device. Nobody waits for it: it begins once the result is drawn, and digests are made in a worker. */
export async function recordRun(run: RunToRecord): Promise<void> {
  const id = crypto.randomUUID();
  unwritten.set(id, run);
  await whenIdle();
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
