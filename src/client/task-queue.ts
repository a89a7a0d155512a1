/**
 * `reading`: user input, pasted or from a file. `interactive`: a result the user is waiting for. `batch`: a sweep or a simulation that may
 * wait.
 */
export type Priority = "reading" | "interactive" | "batch";

/** First come, first served within a priority; reading before interactive before batch. */
export class TaskQueue<Task extends { priority: Priority }> {
  private readonly waiting: Record<Priority, Task[]> = { reading: [], interactive: [], batch: [] };

  add(task: Task): void {
    this.waiting[task.priority].push(task);
  }

  /** The next task without removing it; undefined if the queue is empty. */
  peek(): Task | undefined {
    return this.waiting.reading[0] ?? this.waiting.interactive[0] ?? this.waiting.batch[0];
  }

  take(): Task | undefined {
    return this.waiting.reading.shift() ?? this.waiting.interactive.shift() ?? this.waiting.batch.shift();
  }

  /** Removes a queued task; false if it was not queued. */
  remove(task: Task): boolean {
    const line = this.waiting[task.priority];
    const place = line.indexOf(task);
    if (place >= 0) line.splice(place, 1);
    return place >= 0;
  }
}
