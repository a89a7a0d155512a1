import type { Outcome } from "../../contract";
import type { Dataset } from "../dataset";
import { StoredWorkspace } from "../workspace";

/** The datasets stored on this device, newest first. `tidy`: also purge what was removed a while ago and what interrupted saves left. */
export function listSeries(input: { workspace: string; tidy: boolean }): Promise<Outcome<{ datasets: Dataset[]; unreadable: number }>> {
  return new StoredWorkspace(input.workspace).list(input.tidy);
}
