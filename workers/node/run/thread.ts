import type { EventLoopUtilization } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { proxy, type Remote, transfer, wrap } from "comlink";
import nodeEndpoint from "comlink/dist/esm/node-adapter";
import { fail, type Outcome } from "../../contract";
import type { ComputeApi, ProgressMessage, RunAnswer } from "../../runtime/compute";
import { ALONE } from "../../runtime/crew";
import type { Job } from "../../runtime/job";

/** The value a thread job returns. */
export type ValueOf<Asked extends Job<never, unknown>> = Extract<Awaited<ReturnType<Asked>>, { ok: true }>["value"];

/** The bundled file of a thread is beside this one. */
const ENTRY = new URL("compute-thread.mjs", import.meta.url);
/** Kernel memory never shrinks: above this, a thread is replaced. */
const MAX_KERNEL_BYTES = 256 << 20;

/** A thread died while computing: its current work is unanswered. */
export class ThreadDied extends Error {}

/** A compute thread with its own kernels; started on first use. */
export class Thread {
  private worker: Worker | null = null;
  private api: Remote<ComputeApi> | null = null;
  private starting: Promise<unknown> = Promise.resolve();
  /** Its use when last asked for. */
  private usage: EventLoopUtilization | undefined;
  /** Why the thread no longer exists. */
  private death: ThreadDied | null = null;
  /** Rejects the current work. Not a promise with the lifetime of the thread: each race with one would retain its result. */
  private onDeath: (death: ThreadDied) => void = () => undefined;
  private readonly flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

  /** @param onProgress of its computation, 0 to 1 */
  constructor(private readonly onProgress: (fraction: number) => void) {}

  private open(): Remote<ComputeApi> {
    if (this.api) return this.api;
    const worker = new Worker(ENTRY);
    const api = wrap<ComputeApi>(nodeEndpoint(worker));
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<ProgressMessage>) => this.onProgress(data.fraction);
    this.death = null;
    const die = (reason: string) => {
      if (this.worker !== worker) return;
      this.death ??= new ThreadDied(reason);
      this.onDeath(this.death);
    };
    worker.once("error", (error) => die(String(error)));
    worker.once("exit", () => {
      port1.close();
      die("a thread ended");
    });
    this.starting = api.start(transfer(port2, [port2]), proxy(ALONE));
    [this.worker, this.api, this.usage] = [worker, api, undefined];
    return api;
  }

  /**
   * Runs a job, one at a time; throws `ThreadDied` if the thread ends meanwhile.
   * @typeParam Asked function that the name refers to in the thread's jobs
   */
  async run<Asked extends Job<never, unknown>>(job: string, input: Parameters<Asked>[0]): Promise<Outcome<ValueOf<Asked>>> {
    const api = this.open();
    const request = { run: 0, job, part: false, input, cancel: this.flag, shared: false };
    // Sent immediately: the thread processes messages in order.
    const answered = Promise.all([api.run(request) as Promise<RunAnswer>, this.starting]);
    const [{ outcome, kernelBytes }] = await this.orDeath(answered).catch((error: unknown): [RunAnswer] => {
      // Nobody waits for a canceled job, so its thread may be ended.
      if (Atomics.load(this.flag, 0) === 0) throw error;
      return [{ outcome: fail("canceled", "runtime/canceled"), kernelBytes: 0 }];
    });
    if (kernelBytes > MAX_KERNEL_BYTES) await this.end();
    // The thread returns what the job of this name returns.
    return outcome as Outcome<ValueOf<Asked>>;
  }

  /** Starts the thread; the first job waits for it and receives a failure to start. */
  begin(): void {
    this.open();
    this.starting.catch(() => undefined);
  }

  /** Resolves once the thread is ready; throws `ThreadDied` if it ends meanwhile. */
  async ready(): Promise<void> {
    this.open();
    await this.orDeath(this.starting);
  }

  private async orDeath<Value>(work: Promise<Value>): Promise<Value> {
    const died = new Promise<never>((_, reject) => {
      this.onDeath = reject;
      if (this.death) reject(this.death);
    });
    try {
      return await Promise.race([work, died]);
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  /** Share of the time since the last call during which it has computed, rather than waited for a file. */
  computing(): number {
    if (!this.worker) return 0;
    const before = this.usage;
    const { performance } = this.worker;
    this.usage = performance.eventLoopUtilization();
    return performance.eventLoopUtilization(this.usage, before).utilization;
  }

  /** Resets the cancel flag for the next job. */
  renew(): void {
    Atomics.store(this.flag, 0, 0);
  }

  /** Cancels the computation at its next checkpoint. */
  cancel(): void {
    Atomics.store(this.flag, 0, 1);
  }

  async end(): Promise<void> {
    const { worker } = this;
    [this.worker, this.api] = [null, null];
    this.onDeath(new ThreadDied("a thread was ended"));
    await worker?.terminate();
  }
}
