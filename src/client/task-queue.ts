/** `interactive`: the person waits for it. `batch`: a sweep or a simulation that may wait. */
export type Priority = "interactive" | "batch";

/** First come, first served within a priority; interactive before batch. */
export class TaskQueue<Task extends { priority: Priority }> {
  private readonly waiting: Record<Priority, Task[]> = { interactive: [], batch: [] };

  add(task: Task): void {
    this.waiting[task.priority].push(task);
  }

  /** The next task without taking it, or undefined when nothing waits. */
  peek(): Task | undefined {
    return this.waiting.interactive[0] ?? this.waiting.batch[0];
  }

  take(): Task | undefined {
    return this.waiting.interactive.shift() ?? this.waiting.batch.shift();
  }

  /** Takes a task out before its turn; false when it was not waiting. */
  remove(task: Task): boolean {
    const line = this.waiting[task.priority];
    const place = line.indexOf(task);
    if (place >= 0) line.splice(place, 1);
    return place >= 0;
  }
}
