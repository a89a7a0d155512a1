import { sharesMemory } from "../../workers/capabilities";
import type { Count, FailureCode, Millis, Outcome, Progress } from "../../workers/contract";
import type { JobTable, RunAnswer } from "../../workers/runtime/compute";
import type { Crew } from "../../workers/runtime/crew";
import { isLeaving } from "../lib/leaving";
import { cacheKey } from "./cache-key";
import { markReleased, noteColumns } from "./collecting";
import { canceled, crashed, notLoaded, withTexts } from "./failures";
import { JobList } from "./job-list";
import { PartGroup } from "./part-group";
import { MAX_IDLE_BYTES, Slot } from "./pool-slot";
import type { Task } from "./pool-task";
import { bytesOf, ResultCache } from "./result-cache";
import { type Priority, TaskQueue } from "./task-queue";
import { WorkerThread } from "./worker-thread";

/** How long a worker may take to react to a cancel before it is terminated. The caller is answered at once in any case. */
const CANCEL_PATIENCE: Millis = 80;
/** The same for a worker that is still starting: it is kept for the next run, as are helpers of a run that has ended. */
const START_PATIENCE: Millis = 9000;
/** Failures after which the worker is replaced: it may retain memory, be in an undefined state, or remember a file that failed to load. */
const SPENT: ReadonlySet<FailureCode> = new Set(["too-large", "crashed", "not-loaded"]);
const KEPT_RESULTS: Count = 64;
const KEPT_BYTES = 256 << 20;
/** Larger results are not cached: their columns may be released by the screen that shows them. */
const MAX_KEPT_BYTES = 64 << 20;

export type JobInput<Jobs extends JobTable, Name extends keyof Jobs> = Parameters<Jobs[Name]>[0];
export type JobValue<Jobs extends JobTable, Name extends keyof Jobs> = Extract<Awaited<ReturnType<Jobs[Name]>>, { ok: true }>["value"];

export interface PoolOptions {
  /** Starts a compute worker. */
  spawn: () => Worker;
  /** Maximum number of workers; read before each start, so that a setting can change it. */
  size: () => Count;
  /** Whether memory is shared with the workers: cancellation is then a flag, and columns are passed without copying. */
  shared?: boolean;
  /** Overrides `CANCEL_PATIENCE`. */
  cancelPatience?: Millis;
}

export interface RunOptions extends Pick<Task, "cancel"> {
  signal?: AbortSignal;
  /** When aborted, the run ends with a partial result if its job supports that; results of the job from then on are not cached. */
  enough?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  priority?: Priority;
  /** False for jobs that read or change anything besides their input. Otherwise results are cached. */
  cache?: boolean;
  /** True for work not started by the user: it is not listed. */
  unlisted?: boolean;
  /** Part of another run's job, from the table of parts; used only by the crew. */
  part?: boolean;
}

/** Runs jobs on up to `size` workers, plus one per kind of work the user waits for. Every run settles with an outcome, never rejects. */
export class Pool<Jobs extends JobTable> extends JobList<Task> {
  private readonly queue = new TaskQueue<Task>();
  private readonly groups = new Map<number, PartGroup>();
  private readonly results = new ResultCache<Outcome<unknown>>(KEPT_RESULTS, KEPT_BYTES);
  private readonly shared: boolean;
  private slots: Slot<Task>[] = [];
  private runs = 0;
  private resting = false;
  /** How a worker gets help for a run of many parts. */
  private readonly crew: Crew = {
    spare: () => this.spare(),
    open: (run, job, inputs) => {
      if (!this.active.has(run)) return;
      // The worker names jobs from its own table.
      const runPart = (input: unknown, signal: AbortSignal) =>
        this.run(job as keyof Jobs & string, input as JobInput<Jobs, keyof Jobs>, {
          signal,
          priority: "batch",
          cache: false,
          unlisted: true,
          part: true,
        });
      this.groups.set(run, new PartGroup(inputs, Math.min(this.spare(), inputs.length - 1), runPart));
    },
    take: (run) => this.groups.get(run)?.take() ?? null,
    collect: async (run) => {
      const outcomes = (await this.groups.get(run)?.collect()) ?? [];
      this.groups.delete(run);
      return outcomes;
    },
  };
  constructor(private readonly options: PoolOptions) {
    super();
    this.shared = options.shared ?? sharesMemory();
  }

  run<Name extends keyof Jobs & string>(
    name: Name,
    input: JobInput<Jobs, Name>,
    options: RunOptions = {},
  ): Promise<Outcome<JobValue<Jobs, Name>>> {
    const { signal, enough, onProgress, priority = "interactive", cache = true, unlisted = false, part = false, cancel } = options;
    // The only place where it is assumed that the worker returns the type of the named job.
    type Answer = Outcome<JobValue<Jobs, Name>>;
    if (signal?.aborted) return Promise.resolve(canceled());
    const key = cache ? cacheKey(name, input) : null;
    const known = key === null ? undefined : this.results.get(key);
    if (known) return Promise.resolve(known as Answer);

    return new Promise<Answer>((resolve) => {
      const run = ++this.runs;
      const abort = () => this.cancel(task);
      const end = () => this.endWithPart(task);
      const task: Task = {
        run,
        job: name,
        priority,
        unlisted,
        part,
        cancel,
        again: false,
        progress: null,
        since: Date.now(),
        input,
        cancelFlag: this.shared ? new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) : null,
        onProgress,
        settle: (outcome) => {
          if (!this.active.delete(run)) return;
          this.groups.get(run)?.end();
          this.groups.delete(run);
          signal?.removeEventListener("abort", abort);
          enough?.removeEventListener("abort", end);
          if (key !== null && outcome.ok && !enough?.aborted && bytesOf(outcome) <= MAX_KEPT_BYTES) this.results.set(key, outcome);
          this.changed();
          if (!enough?.aborted) this.tellEnd(task, outcome);
          resolve(outcome as Answer);
        },
      };
      signal?.addEventListener("abort", abort);
      enough?.addEventListener("abort", end);
      this.active.set(run, task);
      this.queue.add(task);
      this.dispatch();
      this.changed();
    });
  }

  /** Starts a worker in advance, so that the first job does not wait for it; settles once it can compute, or failed to start. */
  warm(): Promise<void> {
    if (this.slots.length === 0) this.slots.push(this.open());
    return this.slots[0].thread.ready;
  }

  /** Removes the columns from a large result that is no longer shown; smaller results may be reused. */
  release(result: object): void {
    if (bytesOf(result) > MAX_KEPT_BYTES) markReleased(result);
  }

  /** Ends every worker; running jobs are answered with `canceled`. */
  close(): void {
    for (const task of [...this.active.values()]) this.cancel(task);
    for (const slot of [...this.slots]) this.retire(slot);
  }

  /** Suspends or resumes all work: workers end, and their tasks start over on resuming. */
  rest(resting: boolean): void {
    this.resting = resting;
    for (const slot of resting ? [...this.slots] : []) {
      if (slot.task) this.queue.add(slot.task);
      slot.task = null;
      this.retire(slot);
    }
    this.dispatch();
  }

  private open(): Slot<Task> {
    const slot: Slot<Task> = new Slot(
      new WorkerThread(
        this.options.spawn,
        ({ run, fraction, label }) => this.report(slot, run, { fraction, label }),
        (reason) => this.crash(slot, reason),
        this.crew,
      ),
    );
    return slot;
  }

  /** Number of workers available beyond the busy ones. */
  private spare(): Count {
    return Math.max(0, this.options.size() - this.slots.filter((slot) => slot.task !== null).length);
  }

  private retire(slot: Slot<Task>): void {
    slot.end();
    this.slots = this.slots.filter((other) => other !== slot);
  }

  /** Assigns queued tasks to idle workers, starting workers up to the limit. */
  private dispatch(): void {
    for (let next = this.queue.peek(); next && !this.resting; next = this.queue.peek()) {
      const slot = this.freeSlot(next.priority);
      if (!slot) return;
      this.queue.take();
      void this.execute(slot, next);
    }
  }

  private freeSlot(priority: Priority): Slot<Task> | undefined {
    const idle = this.slots.find((slot) => slot.task === null);
    if (idle) return idle;
    // If other work occupies all workers, there is an extra one for an interactive job (besides batches and readings) or a reading (always).
    const waits = priority === "batch" || this.slots.some(({ task }) => task?.priority === priority);
    if (waits && this.slots.length >= Math.max(1, this.options.size())) return undefined;
    const slot = this.open();
    this.slots.push(slot);
    return slot;
  }

  private async execute(slot: Slot<Task>, task: Task): Promise<void> {
    slot.begin(task);
    task.progress = { fraction: 0, label: "" };
    const { run, job, part, input, cancelFlag: cancel } = task;
    try {
      const answer = await slot.thread.run({ run, job, part, input, cancel, shared: this.shared });
      await withTexts(answer.outcome);
      if (slot.task === task) this.finish(slot, task, answer);
    } catch (error) {
      // Jobs never throw, so the worker failed to start, or a value could not be cloned.
      if (slot.task === task) this.crash(slot, error);
    }
  }

  private finish(slot: Slot<Task>, task: Task, { outcome, kernelBytes }: RunAnswer): void {
    slot.task = null;
    this.answer(task, outcome);
    const bytes = this.shared ? bytesOf(outcome) : 0;
    const large = Math.max(kernelBytes, bytes) > MAX_IDLE_BYTES;
    if (bytes > MAX_IDLE_BYTES) noteColumns(outcome);
    const spent = large || (!outcome.ok && SPENT.has(outcome.failure.code));
    // Of a job's and a reading's worker the job's is kept, whichever ends first: it holds what follow-up jobs need.
    const staying = this.slots.filter((one) => one.task?.priority !== "reading").length;
    if (spent || staying > Math.max(1, this.options.size())) this.retire(slot);
    this.dispatch();
    // Started now, so that the next job does not wait for it.
    if (large) void this.warm();
    if (this.slots.includes(slot)) slot.rest(task.input, () => this.replace(slot));
  }

  private replace(slot: Slot<Task>): void {
    this.retire(slot);
    void this.warm();
  }

  private crash(slot: Slot<Task>, reason: unknown): void {
    const { task } = slot;
    slot.task = null;
    this.retire(slot);
    if (!isLeaving()) console.error("a worker stopped:", reason);
    if (task) this.answer(task, slot.thread.started ? crashed() : notLoaded());
    this.dispatch();
  }

  /** Settles a task; if part of the app failed to load, it is retried once on a new worker: WebKit may load the script only there. */
  private answer(task: Task, outcome: Outcome<unknown>): void {
    if (outcome.ok || outcome.failure.code !== "not-loaded" || task.again) task.settle(outcome);
    else if (this.active.has(task.run)) this.queue.add(Object.assign(task, { again: true }));
  }

  /** Ends a run with a partial result; cancels it if it has not started or cannot be signaled. */
  private endWithPart(task: Task): void {
    const slot = this.slots.find((one) => one.task === task);
    if (task.cancelFlag && slot?.thread.started) {
      Atomics.store(task.cancelFlag, 0, 2);
      this.groups.get(task.run)?.end();
      this.takeCancel(task);
    } else this.cancel(task);
  }

  private cancel(task: Task): void {
    const slot = this.slots.find((one) => one.task === task);
    this.queue.remove(task);
    task.settle(canceled());
    if (!slot) return;
    const endIfStillBusy = () => {
      if (slot.task !== task) return;
      slot.task = null;
      this.retire(slot);
      this.dispatch();
    };
    if (task.cancelFlag) {
      Atomics.store(task.cancelFlag, 0, 1);
      setTimeout(endIfStillBusy, slot.thread.started ? (this.options.cancelPatience ?? CANCEL_PATIENCE) : START_PATIENCE);
    } else endIfStillBusy();
  }

  private report(slot: Slot<Task>, run: number, progress: Progress): void {
    const { task } = slot;
    // Ignores late messages of a canceled run.
    if (task?.run !== run || !this.active.has(run)) return;
    task.progress = progress;
    task.onProgress?.(progress);
    this.changed();
  }
}
