/**
 * `reading`: user input, pasted or from a file. `interactive`: a result the user is waiting for. `batch`: a sweep or a simulation that may
 * wait.
 */
export type Priority = "reading" | "interactive" | "batch";

/** First come, first served within a priority; reading before interactive before batch. */
export class TaskQueue<Task extends { priority: Priority; run: number }> {
  private waiting: Task[] = [];

  /** One that starts over keeps its place: it may save what a later one has changed since. */
  add(task: Task): void {
    // Names of priorities are in reverse alphabetical order. Searched from the end, where nearly all belong.
    const before = this.waiting.findLastIndex(
      ({ priority, run }) => priority > task.priority || (priority === task.priority && run < task.run),
    );
    this.waiting.splice(before + 1, 0, task);
  }

  /** The next task without removing it; undefined if the queue is empty. */
  peek(): Task | undefined {
    return this.waiting[0];
  }

  take(): Task | undefined {
    return this.waiting.shift();
  }

  remove(task: Task): void {
    this.waiting = this.waiting.filter((one) => one !== task);
  }
}
