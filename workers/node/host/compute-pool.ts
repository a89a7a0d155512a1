import { type Count, fail, type Millis, type Outcome } from "../../contract";
import type { Job } from "../../runtime/job";
import { Thread, ThreadDied, type ValueOf } from "../run/thread";

/** Same limit as for a page that computes for the API. */
const MAX_WAIT: Millis = 240_000;
/** A thread still computing this long after it was told to stop is terminated. */
const GRACE: Millis = 2000;
/** Maximum number of questions waiting for a thread; more are refused. */
const MAX_WAITING: Count = 256;

/** Threads that answer the questions of a host, first come, first served. */
export class ComputePool {
  readonly size: Count;
  private readonly idle: Thread[];
  private readonly all: readonly Thread[];
  private readonly waiting: ((thread: Thread) => void)[] = [];

  constructor(threads: Count) {
    this.size = threads;
    this.all = Array.from({ length: threads }, () => new Thread(() => undefined));
    this.idle = [...this.all];
  }

  /** Answers one question; canceled if the client disconnects, and after four minutes. */
  async ask<Asked extends Job<never, unknown>>(
    name: string,
    input: Parameters<Asked>[0],
    signal: AbortSignal,
  ): Promise<Outcome<ValueOf<Asked>>> {
    if (this.idle.length === 0 && this.waiting.length >= MAX_WAITING) return fail("not-loaded", "api/busy");
    const ends = AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT)]);
    const thread = await this.take();
    try {
      if (ends.aborted) return fail("canceled", signal.aborted ? "runtime/canceled" : "api/timeout");
      const outcome = await this.run<Asked>(thread, name, input, ends);
      return !outcome.ok && outcome.failure.code === "canceled" && !signal.aborted ? fail("canceled", "api/timeout") : outcome;
    } finally {
      this.give(thread);
    }
  }

  /** Number of threads computing now, and of questions waiting for one. */
  get load(): { busy: Count; waiting: Count } {
    return { busy: this.size - this.idle.length, waiting: this.waiting.length };
  }

  async end(): Promise<void> {
    await Promise.all(this.all.map((thread) => thread.end()));
  }

  /** Lends a thread for an operation of a quarter of a second, after waiting questions; a longer one is told to end by `signal`. */
  async lend<Value>(work: (thread: Thread) => Promise<Value>, signal: AbortSignal): Promise<Value> {
    const thread = await this.take();
    try {
      return await this.until(signal, thread, () => work(thread));
    } finally {
      this.give(thread);
    }
  }

  private async run<Asked extends Job<never, unknown>>(
    thread: Thread,
    name: string,
    input: Parameters<Asked>[0],
    ends: AbortSignal,
  ): Promise<Outcome<ValueOf<Asked>>> {
    try {
      return await this.until(ends, thread, () => thread.run<Asked>(name, input));
    } catch (error) {
      if (!(error instanceof ThreadDied)) throw error;
      return ends.aborted ? fail("canceled", "runtime/canceled") : fail("crashed", "runtime/crashed");
    }
  }

  /** Runs an operation on a thread, which is canceled when `ends` is aborted. */
  private async until<Value>(ends: AbortSignal, thread: Thread, work: () => Promise<Value>): Promise<Value> {
    let patience: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      thread.cancel();
      patience = setTimeout(() => void thread.end(), GRACE);
    };
    thread.renew();
    if (ends.aborted) stop();
    else ends.addEventListener("abort", stop, { once: true });
    try {
      return await work();
    } finally {
      ends.removeEventListener("abort", stop);
      clearTimeout(patience);
    }
  }

  private take(): Promise<Thread> {
    const thread = this.idle.pop();
    return thread ? Promise.resolve(thread) : new Promise((resolve) => this.waiting.push(resolve));
  }

  private give(thread: Thread): void {
    const next = this.waiting.shift();
    if (next) next(thread);
    else this.idle.push(thread);
  }
}
