import { safeParse } from "valibot";
import { withCurrentNames } from "../../workers/former-names";
import { type RunBody, runSchema } from "./run-body";

/** One key per run, so that tabs do not overwrite each other. */
const PREFIX = "prospect.unwritten-run.";

const keyOf = (id: string): string => PREFIX + id;

/** Stores a run synchronously because the page is being closed before it can be recorded. Lost if storage refuses. */
export function keepUnwritten(id: string, draft: RunBody): void {
  try {
    localStorage.setItem(keyOf(id), JSON.stringify(draft));
  } catch (error) {
    console.warn("a run was not written down before the page went:", error);
  }
}

/** Deletes it once it is in the list. */
export function dropUnwritten(id: string): void {
  try {
    localStorage.removeItem(keyOf(id));
  } catch {
    // If storage refuses, nothing was stored either.
  }
}

/** Runs of pages closed too early, by id: each is kept until it is deleted. Unreadable ones are deleted immediately. */
export function unwrittenRuns(): [id: string, draft: RunBody][] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .flatMap((key) => {
        const id = key.slice(PREFIX.length);
        const read = safeParse(runSchema, parsed(localStorage.getItem(key)));
        if (!read.success) dropUnwritten(id);
        return read.success ? [[id, read.output] as [string, RunBody]] : [];
      });
  } catch {
    return [];
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(withCurrentNames(text ?? "null"));
  } catch {
    return null;
  }
}
