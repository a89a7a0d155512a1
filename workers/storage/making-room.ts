import type { Outcome } from "../contract";
import { StoredWorkspace } from "./workspace";

export const isFull = (outcome: Outcome<unknown>): boolean => !outcome.ok && outcome.failure.reason === "storage/full";

/** Does something again where the device is full and what was removed makes room for it: that could be brought back until then. */
export async function makingRoom<T>(workspace: string, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  const outcome = await work();
  return isFull(outcome) && (await new StoredWorkspace(workspace).makeRoom()) ? work() : outcome;
}
