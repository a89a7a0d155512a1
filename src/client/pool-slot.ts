import type { Millis } from "../../workers/contract";
import { bytesOf } from "./result-cache";
import type { WorkerThread } from "./worker-thread";

/**
 * A worker whose kernels' memory has grown beyond this, or that answered with more, is replaced: the memory never shrinks, and a worker
 * that has nothing to do does not collect what it has let go, the shared columns of its results and questions included.
 */
export const MAX_IDLE_BYTES = 64 << 20;
/** How long one that was asked about more may have nothing to do: the next question is often about the same columns. */
const IDLE_PATIENCE: Millis = 2000;

/** A place of a pool: a worker, and what it has in hand. */
export class Slot<Task> {
  task: Task | null = null;
  /** Whether it was given large columns, which it may still hold. */
  private laden = false;
  private idle: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly thread: WorkerThread) {}

  begin(task: Task): void {
    clearTimeout(this.idle);
    this.task = task;
  }

  /** After a task: where the worker may hold large columns and nothing comes, `replace` is called. */
  rest(input: unknown, replace: () => void): void {
    this.laden ||= bytesOf(input) > MAX_IDLE_BYTES;
    if (this.laden && this.task === null) this.idle = setTimeout(replace, IDLE_PATIENCE);
  }

  end(): void {
    clearTimeout(this.idle);
    this.thread.end();
  }
}
