import { Worker } from "node:worker_threads";
import { proxy, type Remote, transfer, wrap } from "comlink";
import nodeEndpoint from "comlink/dist/esm/node-adapter";
import type { Outcome } from "../../contract";
import type { ComputeApi, ProgressMessage, RunAnswer } from "../../runtime/compute";
import { ALONE } from "../../runtime/crew";
import type { Job } from "../../runtime/job";

/** What a job of a thread answers with. */
export type ValueOf<Asked extends Job<never, unknown>> = Extract<Awaited<ReturnType<Asked>>, { ok: true }>["value"];

/** The built file of a thread lies beside this one. */
const ENTRY = new URL("compute-thread.mjs", import.meta.url);
/** Memory of kernels never shrinks: beyond this a thread is replaced. */
const MAX_KERNEL_BYTES = 256 << 20;

/** A thread died while it computed: what it had in hand is not answered. */
export class ThreadDied extends Error {}

/** One thread that computes, with its own kernels; started when it is first needed. */
export class Thread {
  private worker: Worker | null = null;
  private api: Remote<ComputeApi> | null = null;
  private starting: Promise<unknown> = Promise.resolve();
  /** Why the thread is no longer there. */
  private death: ThreadDied | null = null;
  /** Tells what is under way. No promise that lasts as long as the thread: each race with one would keep what it came to. */
  private onDeath: (death: ThreadDied) => void = () => undefined;
  private readonly flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

  /** @param onProgress of what it computes, 0 to 1 */
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
    [this.worker, this.api] = [worker, api];
    return api;
  }

  /**
   * Runs a job, one at a time; throws `ThreadDied` where the thread ends meanwhile.
   * @typeParam Asked the function the name stands for among the thread's jobs
   */
  async run<Asked extends Job<never, unknown>>(job: string, input: Parameters<Asked>[0]): Promise<Outcome<ValueOf<Asked>>> {
    const api = this.open();
    const request = { run: 0, job, part: false, input, cancel: this.flag, shared: false };
    // It is sent at once: the thread answers the one after the other.
    const answered = Promise.all([api.run(request) as Promise<RunAnswer>, this.starting]);
    const [{ outcome, kernelBytes }] = await this.orDeath(answered);
    if (kernelBytes > MAX_KERNEL_BYTES) await this.end();
    // The thread answers with what the job of this name returns.
    return outcome as Outcome<ValueOf<Asked>>;
  }

  /** Starts the thread; who asks it first waits for it, and hears why it cannot. */
  begin(): void {
    this.open();
    this.starting.catch(() => undefined);
  }

  /** Settles once the thread is there and waits to be asked; throws `ThreadDied` where it ends meanwhile. */
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

  /** Takes back a cancel: what is run next is another question. */
  renew(): void {
    Atomics.store(this.flag, 0, 0);
  }

  /** What it computes ends at its next look at the flag. */
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
