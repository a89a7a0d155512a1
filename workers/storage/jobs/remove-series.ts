import type { Outcome } from "../../contract";
import type { Dataset } from "../dataset";
import { isFull } from "../making-room";
import { StoredWorkspace } from "../workspace";

export interface RemoveSeriesInput {
  workspace: string;
  hash: string;
  /** Deletes it immediately: for outdated numbers of a feed, which would otherwise pile up. */
  forGood?: boolean;
}

/**
 * Takes a dataset off the list; its numbers are kept for a while, so that it can be restored. A full device may have no room even for that
 * note.
 */
export async function removeSeries({ workspace, hash, forGood = false }: RemoveSeriesInput): Promise<Outcome<Dataset>> {
  const stored = new StoredWorkspace(workspace);
  const removed = forGood ? null : await stored.remove(hash);
  return removed && !isFull(removed) ? removed : stored.purge(hash);
}
