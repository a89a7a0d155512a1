import type { Outcome, Progress } from "../../workers/contract";
import type { ListedJob } from "./job-list";

/** A run in the pool. */
export interface Task extends ListedJob {
  input: unknown;
  cancelFlag: Int32Array | null;
  onProgress: ((progress: Progress) => void) | undefined;
  part: boolean;
  /**
   * Whether it has been restarted on a new worker: a file that a worker failed to load may stay unavailable to it, while a new one fetches
   * it again.
   */
  again: boolean;
  /** Settles the caller's promise; only the first call has an effect. */
  settle: (outcome: Outcome<unknown>) => void;
}
