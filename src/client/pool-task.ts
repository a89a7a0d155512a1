import type { Outcome, Progress } from "../../workers/contract";
import type { ListedJob } from "./job-list";

/** A run as the pool has it in hand. */
export interface Task extends ListedJob {
  input: unknown;
  cancelFlag: Int32Array | null;
  onProgress: ((progress: Progress) => void) | undefined;
  part: boolean;
  /** Whether a fresh worker has it now: what a thread could not fetch once may stay missing to it, and a fresh one asks again. */
  again: boolean;
  /** Settles the caller's promise; only the first call counts. */
  settle: (outcome: Outcome<unknown>) => void;
}
