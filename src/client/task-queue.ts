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
    this.waiting.push(task);
    // Their names are in reverse alphabetical order.
    this.waiting.sort((a, b) => b.priority.localeCompare(a.priority) || a.run - b.run);
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
