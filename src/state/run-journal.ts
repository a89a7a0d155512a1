import { safeParse } from "valibot";
import { inPresentNames } from "../../workers/former-names";
import { type RunBody, runSchema } from "./run-body";

/** A key each, so that tabs do not overwrite one another. */
const PREFIX = "prospect.unwritten-run.";

const keyOf = (id: string): string => PREFIX + id;

/** Keeps a run at once, because the page goes before the list of runs can have it. Where the device refuses, it is lost. */
export function keepUnwritten(id: string, draft: RunBody): void {
  try {
    localStorage.setItem(keyOf(id), JSON.stringify(draft));
  } catch (error) {
    console.warn("a run was not written down before the page went:", error);
  }
}

/** The list has it. */
export function dropUnwritten(id: string): void {
  try {
    localStorage.removeItem(keyOf(id));
  } catch {
    // Where the device refuses, nothing was kept either.
  }
}

/** Runs of pages that went too soon, by id: each stays until it is dropped. One that cannot be read any more is dropped at once. */
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
    return JSON.parse(inPresentNames(text ?? "null"));
  } catch {
    return null;
  }
}
