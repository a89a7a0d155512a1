import type { Failure, Millis, Outcome, Progress } from "../../workers/contract";
import { Listened } from "../lib/store";
import type { Priority } from "./task-queue";

/** A queued or running job, as listed by the shell. */
export interface ActiveJob {
  run: number;
  job: string;
  /** Null while it is queued. */
  progress: Progress | null;
  /** Same as the Cancel button of its screen; absent if it has none. */
  cancel?: () => void;
}

/** A job that has ended, except canceled, cached and unlisted ones. */
export interface FinishedJob {
  job: string;
  millis: Millis;
  /** Why it failed; null if it succeeded. */
  failure: Failure | null;
}

/** A job in the pool. */
export interface ListedJob extends ActiveJob {
  priority: Priority;
  since: Millis;
  /** Not started by the user: hidden from the shell. */
  unlisted: boolean;
}

/** Jobs as seen by the shell: queued and running ones, and an event for each that ends. */
export class JobList<Job extends ListedJob> extends Listened {
  protected readonly active = new Map<number, Job>();
  private readonly endListeners = new Set<(job: FinishedJob) => void>();
  private snapshot: readonly ActiveJob[] = [];

  /** Queued and running jobs; the same array until something changes. */
  jobs = (): readonly ActiveJob[] => this.snapshot;

  /** Calls `listener` with every job that has ended; returns a function that stops it. */
  onFinish = (listener: (job: FinishedJob) => void): (() => void) => {
    this.endListeners.add(listener);
    return () => this.endListeners.delete(listener);
  };

  protected tellEnd({ job, since, unlisted }: Job, outcome: Outcome<unknown>): void {
    if (unlisted || (!outcome.ok && outcome.failure.code === "canceled")) return;
    const finished = { job, millis: Date.now() - since, failure: outcome.ok ? null : outcome.failure };
    for (const listener of this.endListeners) listener(finished);
  }

  /** Removes the Cancel of a job once it was used: the partial result is on its way. */
  protected takeCancel(job: Job): void {
    job.cancel = undefined;
    this.changed();
  }

  protected changed(): void {
    const own = [...this.active.values()].filter((job) => !job.unlisted);
    this.snapshot = own.map(({ run, job, progress, cancel }) => ({ run, job, progress, cancel }));
    this.emit();
  }
}
