import type { Outcome, Series } from "../../contract";
import type { JobContext } from "../../runtime/job";
import type { Dataset } from "../dataset";
import { makingRoom } from "../making-room";
import { StoredWorkspace } from "../workspace";

/** Stores a series on this device. The same numbers are stored once: saving them again returns the existing dataset. */
export function saveSeries(input: { workspace: string; series: Series }, context: JobContext): Promise<Outcome<Dataset>> {
  const { workspace, series } = input;
  return makingRoom(workspace, () => new StoredWorkspace(workspace).save(series, context));
}
