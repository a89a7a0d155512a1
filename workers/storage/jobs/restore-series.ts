import type { Outcome } from "../../contract";
import type { Dataset } from "../dataset";
import { StoredWorkspace } from "../workspace";

/** Brings a removed dataset back. */
export function restoreSeries(input: { workspace: string; hash: string }): Promise<Outcome<Dataset>> {
  return new StoredWorkspace(input.workspace).restore(input.hash);
}
