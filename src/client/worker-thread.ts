import { proxy, transfer } from "comlink";
import type { ComputeApi, ProgressMessage, RunAnswer, RunRequest } from "../../workers/runtime/compute";
import type { Crew } from "../../workers/runtime/crew";
import { WatchedWorker } from "./watched-worker";

/** One compute worker: started, given jobs, ended. */
export class WorkerThread {
  private readonly worker: WatchedWorker<ComputeApi>;
  private readonly progress: MessagePort;
  private readonly starting: Promise<unknown>;
  private hasStarted = false;
  private settle: () => void = () => undefined;
  /** Settles once the worker can compute, or has ended before. */
  readonly ready: Promise<void> = new Promise((resolve) => {
    this.settle = resolve;
  });

  /**
   * @param onProgress called with every progress message
   * @param onDeath called once if the worker dies
   * @param crew where it gets help for a run of many parts
   */
  constructor(spawn: () => Worker, onProgress: (message: ProgressMessage) => void, onDeath: (reason: unknown) => void, crew: Crew) {
    const { port1, port2 } = new MessageChannel();
    this.progress = port1;
    this.progress.onmessage = ({ data }: MessageEvent<ProgressMessage>) => onProgress(data);
    this.worker = new WatchedWorker(spawn, onDeath);
    this.starting = Promise.all([this.worker.ready, this.worker.api.start(transfer(port2, [port2]), proxy(crew))]);
    // A failed start is reported to the caller of `run`; a worker started in advance has no caller yet.
    this.starting.then(() => {
      this.hasStarted = true;
      this.settle();
    }, this.settle);
  }

  /** Whether its script and kernels have loaded. */
  get started(): boolean {
    return this.hasStarted;
  }

  /** Rejects if the worker cannot start; stays pending if it ends meanwhile, which `onDeath` or the caller of `end` handles. */
  async run(request: RunRequest): Promise<RunAnswer> {
    await this.starting;
    return this.worker.api.run(request);
  }

  /** Terminates the worker immediately. */
  end(): void {
    this.settle();
    this.progress.close();
    this.worker.end();
  }
}
