import type { Outcome, Series } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { StoredWorkspace } from "../workspace";

export interface LoadSeriesInput {
  workspace: string;
  hash: string;
  /** Includes damaged numbers: whatever remains of them. */
  unverified?: boolean;
}

/** A dataset with its numbers. */
export function loadSeries({ workspace, hash, unverified }: LoadSeriesInput, context: JobContext): Promise<Outcome<Series>> {
  return new StoredWorkspace(workspace).load(hash, context, unverified);
}
