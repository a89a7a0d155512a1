import type { Failure, Millis, Outcome, Progress } from "../../workers/contract";
import { Listened } from "../lib/store";
import type { Priority } from "./task-queue";

/** A job that was asked for and has not ended, as the shell lists it. */
export interface ActiveJob {
  run: number;
  job: string;
  /** Null while it waits for a worker. */
  progress: Progress | null;
  /** What the Cancel of its screen does; not there where it has none. */
  cancel?: () => void;
}

/** A job that has come to its end: not one that was canceled, answered from kept results, or unlisted. */
export interface FinishedJob {
  job: string;
  millis: Millis;
  /** Why it failed; null when it did not. */
  failure: Failure | null;
}

/** A job as the pool keeps it. */
export interface ListedJob extends ActiveJob {
  priority: Priority;
  since: Millis;
  /** Nobody asked for it by itself: the shell does not hear of it. */
  unlisted: boolean;
}

/** What the shell hears of jobs: those that wait or run, and each that has come to its end. */
export class JobList<Job extends ListedJob> extends Listened {
  protected readonly active = new Map<number, Job>();
  private readonly endListeners = new Set<(job: FinishedJob) => void>();
  private snapshot: readonly ActiveJob[] = [];

  /** The jobs that wait or run; the same list as long as nothing changed. */
  jobs = (): readonly ActiveJob[] => this.snapshot;

  /** Calls `listener` with every job that has ended; returns what stops that. */
  onFinish = (listener: (job: FinishedJob) => void): (() => void) => {
    this.endListeners.add(listener);
    return () => this.endListeners.delete(listener);
  };

  protected tellEnd({ job, since, unlisted }: Job, outcome: Outcome<unknown>): void {
    if (unlisted || (!outcome.ok && outcome.failure.code === "canceled")) return;
    const finished = { job, millis: Date.now() - since, failure: outcome.ok ? null : outcome.failure };
    for (const listener of this.endListeners) listener(finished);
  }

  /** Lists a job without its Cancel: it was pressed, and what is done until then is on its way. */
  protected takeCancel(job: Job): void {
    job.cancel = undefined;
    this.changed();
  }

  protected changed(): void {
    const own = [...this.active.values()].filter((job) => !job.unlisted);
    this.snapshot = own.map(({ run, job, progress, cancel }) => ({ run, job, progress, cancel }));
    this.tell();
  }
}
