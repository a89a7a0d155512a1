import { hostname } from "node:os";
import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { Queue, Worker } from "bullmq";
import * as v from "valibot";
import { duration, percent, plural } from "../../format";
import { UsageError } from "../command/usage-error";
import { growHeaps } from "../run/heap-growth";
import { Thread } from "../run/thread";
import { answerPart } from "./answer-part";
import { conductRun, type RunEnd } from "./conduct-run";
import { InProgress } from "./in-progress";
import { FEW_EVENTS, opened, type PartEntry, partEntrySchema, QUEUES, RUN_ID, type RunEntry, runEntrySchema } from "./queues";
import { openRedis } from "./redis";

interface WorkerOptions {
  redis: string;
  /** Data folder, the same for all workers; all files named by runs are in it. */
  data: string;
  threads: number;
  /** Seconds without a heartbeat after which a worker is given up and its work reassigned. */
  patience: number;
  /** Idle seconds after which the worker ends; null to wait forever. */
  idle: number | null;
  say(words: string): void;
  signal: AbortSignal;
}

/**
 * A part is given up after it has ended more workers than this: once as a whole, twice at the offending series, and once for the answer
 * without it.
 */
const MAX_STALLS = 3;
const IDLE_LOOK = 100;
/** The queue's error for a worker that reports too late. */
const IS_TAKEN = /^(could not renew lock|Missing (key|lock)) for job/;

/** Threads, each lent to one operation at a time. */
class Threads {
  private readonly all: readonly Thread[];
  private readonly free: Thread[];
  private readonly waiting: ((thread: Thread) => void)[] = [];
  private began = 0;
  private until = 0;
  private busy = 0;
  private pieces = 0;

  constructor(private readonly count: number) {
    this.all = Array.from({ length: count }, () => new Thread(() => undefined));
    this.free = [...this.all];
  }

  /** Starts all of them, so that the first operation finds them ready. */
  begin(): void {
    for (const thread of this.all) thread.begin();
  }

  private async take(): Promise<Thread> {
    return this.free.pop() ?? new Promise((taken) => this.waiting.push(taken));
  }

  private giveBack(thread: Thread): void {
    const next = this.waiting.shift();
    if (next) next(thread);
    else this.free.push(thread);
  }

  async lend<Value>(work: (thread: Thread) => Promise<Value>): Promise<Value> {
    const thread = await this.take();
    const began = performance.now();
    this.began ||= began;
    try {
      return await work(thread);
    } finally {
      this.giveBack(thread);
      this.until = performance.now();
      this.busy += this.until - began;
      this.pieces++;
    }
  }

  /** Lends all idle threads. */
  async lendFree<Value>(work: (threads: readonly Thread[]) => Promise<Value>): Promise<Value> {
    const free = this.free.splice(0);
    try {
      return await work(free);
    } finally {
      for (const thread of free) this.giveBack(thread);
    }
  }

  /** Summary of the work done, and the utilization of the threads from first to last operation. */
  summary(): string {
    const span = this.until - this.began;
    return this.pieces === 0
      ? "No parts answered."
      : `Answered ${plural(this.pieces, "part")}; busy ${percent(this.busy / (this.count * span))} of ${duration(span)}.`;
  }

  /** Share of the time since the last call during which the busiest of them has computed. */
  computing = (): number => Math.max(...this.all.map((thread) => thread.computing()));

  async end(): Promise<void> {
    for (const thread of this.all) thread.cancel();
    await Promise.all(this.all.map((thread) => thread.end()));
  }
}

/** Suppresses repeated messages: a lost connection is reported by every attempt to reconnect. */
function sayOnce(say: (words: string) => void): (words: string) => void {
  let last = "";
  return (words) => {
    if (words !== last) say(words);
    last = words;
  };
}

/** Answers parts of runs until it is told to stop; current parts are finished first, except those that wait for a file that does not come. */
export async function work({ redis: url, data, threads: count, patience, idle, say: print, signal }: WorkerOptions): Promise<void> {
  const say = sayOnce(print);
  growHeaps();
  // All paths of plans and queues are relative to this folder, on this thread and on the compute threads.
  try {
    process.chdir(data);
  } catch (error) {
    throw new UsageError(`The data folder cannot be opened: ${(error as Error).message}`);
  }
  const redis = await openRedis(url, say);
  const patienceMillis = 1000 * patience;
  const inProgress = new InProgress(patienceMillis, say);
  const common = {
    ...opened(redis),
    name: `${hostname()}.${process.pid}.${count}`.replaceAll(":", "-"),
    lockDuration: patienceMillis,
    stalledInterval: patienceMillis / 2,
    maxStalledCount: MAX_STALLS,
    runRetryDelay: 500,
  };
  const [threads, conductors] = [new Threads(count), new Threads(1)];
  const queue = new Queue<PartEntry>(QUEUES.parts, { ...opened(redis), streams: FEW_EVENTS });
  const parts = new Worker<PartEntry, string>(
    QUEUES.parts,
    (job, token) =>
      inProgress.answer(job, token, () => {
        const entry = v.parse(partEntrySchema, job.data);
        return threads.lend((thread) => answerPart(entry, thread, job.stalledCounter));
      }),
    { ...common, concurrency: count },
  );
  const runs = new Worker<RunEntry, RunEnd>(
    QUEUES.runs,
    (job, token = "") =>
      inProgress.answer(job, token, () => {
        v.parse(runEntrySchema, job.data);
        if (!RUN_ID.test(String(job.id))) throw new Error("A run has another name.");
        return conductors.lend((thread) => conductRun(job, token, { parts: queue, thread, borrow: (work) => threads.lendFree(work) }));
      }),
    common,
  );
  const onError = ({ message }: Error) =>
    say(IS_TAKEN.test(message) ? "A part that took too long here was completed by another worker." : `Redis: ${message}`);
  queue.on("error", onError);
  parts.on("error", onError);
  runs.on("error", onError);
  parts.on("failed", (_, error) => say(`A part failed: ${error.message}`));
  await Promise.all([parts.waitUntilReady(), runs.waitUntilReady()]);
  threads.begin();
  say(`Ready: ${plural(count, "thread")}, data in ${process.cwd()}.`);

  const isIdle = () => idle !== null && inProgress.idle() > 1000 * idle;
  while (!signal.aborted && !isIdle()) await wait(IDLE_LOOK, undefined, { signal }).catch(() => undefined);
  const closing = Promise.all([parts.close(), runs.close()]);
  await inProgress.handBack(() => Math.max(threads.computing(), conductors.computing()));
  await closing;
  await queue.close();
  await Promise.all([threads.end(), conductors.end()]);
  say(threads.summary());
  redis.disconnect();
}
