import type { Outcome } from "../contract";
import type { Dataset } from "../lib/dataset";
import { StoredWorkspace } from "../lib/workspace";

/** Takes a dataset off the list; its numbers stay a while, so that it can be restored. */
export function removeSeries(input: { workspace: string; hash: string }): Promise<Outcome<Dataset>> {
  return new StoredWorkspace(input.workspace).remove(input.hash);
}
