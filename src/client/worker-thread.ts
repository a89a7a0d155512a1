import { type Remote, releaseProxy, transfer, wrap } from "comlink";
import type { Outcome } from "../../workers/contract";
import type { ComputeApi, ProgressMessage, RunRequest } from "../../workers/lib/compute";

let threads = 0;

/** One compute worker: started, asked to run jobs, and watched, so that its death is noticed however it comes. */
export class WorkerThread {
  private readonly worker: Worker;
  private readonly api: Remote<ComputeApi>;
  private readonly started: Promise<void>;
  private readonly ended = new AbortController();
  private readonly progress: MessagePort;

  /**
   * @param onProgress called with every progress message
   * @param onDeath called once when the worker dies by itself: its script does not load, an error nobody caught, killed by the browser
   */
  constructor(
    spawn: () => Worker,
    onProgress: (message: ProgressMessage) => void,
    private readonly onDeath: (reason: unknown) => void,
  ) {
    const channel = new MessageChannel();
    this.progress = channel.port1;
    this.progress.onmessage = ({ data }: MessageEvent<ProgressMessage>) => onProgress(data);
    this.worker = spawn();
    this.worker.addEventListener("error", (event) => this.died(event.message || "the worker's script did not load"));
    this.worker.addEventListener("messageerror", () => this.died("a message could not be read"));
    this.api = wrap<ComputeApi>(this.worker);
    this.started = this.start(channel.port2);
  }

  /** Rejects when the worker cannot start; stays pending when it ends meanwhile, which `onDeath` or the caller of `end` knows. */
  async run(request: RunRequest): Promise<Outcome<unknown>> {
    await this.started;
    return this.api.run(request);
  }

  /** Ends the worker at once, whatever it does. */
  end(): void {
    if (this.ended.signal.aborted) return;
    this.ended.abort();
    this.progress.close();
    this.api[releaseProxy]();
    this.worker.terminate();
  }

  private async start(progress: MessagePort): Promise<void> {
    const name = `prospect-worker-${Date.now()}-${++threads}-${Math.random()}`;
    const held = await this.api.start(transfer(progress, [progress]), name);
    if (held) this.watch(name);
  }

  /** The worker holds this lock for life: once it can be had, the worker is gone. Without locks only the error event tells. */
  private watch(name: string): void {
    const { signal } = this.ended;
    navigator.locks.request(name, { signal }, () => this.died("the worker ended")).catch(() => undefined);
  }

  private died(reason: unknown): void {
    if (this.ended.signal.aborted) return;
    this.end();
    this.onDeath(reason);
  }
}
