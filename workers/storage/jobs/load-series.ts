import type { Outcome, Series } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { StoredWorkspace } from "../workspace";

export interface LoadSeriesInput {
  workspace: string;
  hash: string;
  /** Also returns damaged numbers, as far as they can be read. */
  unverified?: boolean;
}

/** A dataset with its numbers. */
export function loadSeries({ workspace, hash, unverified }: LoadSeriesInput, context: JobContext): Promise<Outcome<Series>> {
  return new StoredWorkspace(workspace).load(hash, context, unverified);
}
