import type { Millis, Outcome, Series } from "../../workers/contract";
import type { Jobs } from "../../workers/jobs/index";
import type { Figure } from "./run-body";
import { draftOf } from "./run-draft";
import { dropUnwritten, keepUnwritten } from "./run-journal";

/** What a tool tells of a run that has finished. */
export interface RunToRecord {
  /** Canonical address of the screen. */
  screen: `/${string}`;
  /** What to call the run: "GARCH(1,1), Skewed-t". */
  title: string;
  job: keyof Jobs & string;
  input: unknown;
  /** The data fields of the screen, by name: what stood in them, and the text where it was typed. */
  data: Record<string, { series: Series | null; text: string }>;
  outcome: Outcome<unknown>;
  figures: readonly Figure[];
  startedAt: Millis;
  millis: Millis;
  /** Settings of the screen by their input names: compared, filled in again, and carried by links. Nothing that is data. */
  settings: object;
  /** Inputs of the screen that are data, such as a news text: filled in again, never in a link. */
  content?: object;
}

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
