import type { Outcome, Series } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { StoredWorkspace } from "../workspace";

/** A dataset with its numbers. */
export function loadSeries(input: { workspace: string; hash: string }, context: JobContext): Promise<Outcome<Series>> {
  return new StoredWorkspace(input.workspace).load(input.hash, context);
}
