const PRIORITIES = ["reading", "interactive", "batch"] as const;
/**
 * `reading`: user input, pasted or from a file. `interactive`: a result the user is waiting for. `batch`: a sweep or a simulation that may
 * wait.
 */
export type Priority = (typeof PRIORITIES)[number];

/** First come, first served within a priority; reading before interactive before batch. */
export class TaskQueue<Task extends { priority: Priority; run: number }> {
  private waiting: Task[] = [];

  /** One that starts over keeps its place: it may save what a later one has changed since. */
  add(task: Task): void {
    const rank = ({ priority }: Task) => PRIORITIES.indexOf(priority);
    this.waiting.push(task);
    this.waiting.sort((a, b) => rank(a) - rank(b) || a.run - b.run);
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
