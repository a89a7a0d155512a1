import type { Millis } from "../../workers/contract";
import { bytesOf } from "./result-cache";
import type { WorkerThread } from "./worker-thread";

/**
 * A worker whose kernel memory or result exceeds this is replaced: wasm memory never shrinks, and an idle worker does not collect what it
 * has released, including shared columns of its results and inputs.
 */
export const MAX_IDLE_BYTES = 64 << 20;
/** How long a worker with a larger input may stay idle before it is replaced: the next job often uses the same columns. */
const IDLE_PATIENCE: Millis = 2000;

/** A slot of a pool: a worker and its current task. */
export class Slot<Task> {
  task: Task | null = null;
  /** Whether it was passed large columns, which it may still hold. */
  private laden = false;
  private idle: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly thread: WorkerThread) {}

  begin(task: Task): void {
    clearTimeout(this.idle);
    this.task = task;
  }

  /** After a task: calls `replace` if the worker may hold large columns and stays idle. */
  rest(input: unknown, replace: () => void): void {
    this.laden ||= bytesOf(input) > MAX_IDLE_BYTES;
    if (this.laden && this.task === null) this.idle = setTimeout(replace, IDLE_PATIENCE);
  }

  end(): void {
    clearTimeout(this.idle);
    this.thread.end();
  }
}
