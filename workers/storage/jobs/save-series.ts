import type { Outcome, Series } from "../../contract";
import type { JobContext } from "../../runtime/job";
import type { Dataset } from "../dataset";
import { makingRoom } from "../making-room";
import { StoredWorkspace } from "../workspace";

/** Keeps a series on this device. The same numbers are kept once: saving them again answers with the dataset that is there. */
export function saveSeries(input: { workspace: string; series: Series }, context: JobContext): Promise<Outcome<Dataset>> {
  const { workspace, series } = input;
  return makingRoom(workspace, () => new StoredWorkspace(workspace).save(series, context));
}
