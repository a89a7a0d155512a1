import type { Outcome } from "../../contract";
import type { Dataset } from "../dataset";
import { StoredWorkspace } from "../workspace";

/** Renames a dataset. */
export function renameSeries(input: { workspace: string; hash: string; name: string }): Promise<Outcome<Dataset>> {
  return new StoredWorkspace(input.workspace).rename(input.hash, input.name);
}
