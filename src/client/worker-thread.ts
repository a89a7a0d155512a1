import { proxy, transfer } from "comlink";
import type { ComputeApi, ProgressMessage, RunAnswer, RunRequest } from "../../workers/runtime/compute";
import type { Crew } from "../../workers/runtime/crew";
import { WatchedWorker } from "./watched-worker";

/** One compute worker: started, asked to run jobs, ended. */
export class WorkerThread {
  private readonly worker: WatchedWorker<ComputeApi>;
  private readonly progress: MessagePort;
  private readonly starting: Promise<unknown>;
  private hasStarted = false;
  private settle: () => void = () => undefined;
  /** Settles once the worker can compute, or has ended without ever being able to. */
  readonly ready: Promise<void> = new Promise((resolve) => {
    this.settle = resolve;
  });

  /**
   * @param onProgress called with every progress message
   * @param onDeath called once when the worker dies by itself
   * @param crew where it finds help for a run of many parts
   */
  constructor(spawn: () => Worker, onProgress: (message: ProgressMessage) => void, onDeath: (reason: unknown) => void, crew: Crew) {
    const { port1, port2 } = new MessageChannel();
    this.progress = port1;
    this.progress.onmessage = ({ data }: MessageEvent<ProgressMessage>) => onProgress(data);
    this.worker = new WatchedWorker(spawn, onDeath);
    this.starting = Promise.all([this.worker.ready, this.worker.api.start(transfer(port2, [port2]), proxy(crew))]);
    // Whoever runs a job hears of a worker that cannot start; a worker started in advance has nobody to tell yet.
    this.starting.then(() => {
      this.hasStarted = true;
      this.settle();
    }, this.settle);
  }

  /** Whether its script and the kernels have loaded. */
  get started(): boolean {
    return this.hasStarted;
  }

  /** Rejects when the worker cannot start; stays pending when it ends meanwhile, which `onDeath` or the caller of `end` knows. */
  async run(request: RunRequest): Promise<RunAnswer> {
    await this.starting;
    return this.worker.api.run(request);
  }

  /** Ends the worker at once, whatever it does. */
  end(): void {
    this.settle();
    this.progress.close();
    this.worker.end();
  }
}
