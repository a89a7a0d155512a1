import type { Outcome } from "../contract";
import { StoredWorkspace } from "./workspace";

export const isFull = (outcome: Outcome<unknown>): boolean => !outcome.ok && outcome.failure.reason === "storage/full";

/** Retries an operation on a full device if purging removed items makes room; until then they could be restored. */
export async function makingRoom<T>(workspace: string, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  const outcome = await work();
  return isFull(outcome) && (await new StoredWorkspace(workspace).makeRoom()) ? work() : outcome;
}
