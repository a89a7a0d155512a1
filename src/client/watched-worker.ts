import { type Remote, releaseProxy, wrap } from "comlink";
import type { Liveness } from "../../workers/lib/hold-lock";

let lastNumber = 0;

/** A worker behind Comlink whose death is noticed however it comes: Comlink alone leaves every open call pending for ever. */
export class WatchedWorker<Api extends Liveness> {
  readonly api: Remote<Api>;
  private readonly worker: Worker;
  private readonly ended = new AbortController();

  /**
   * @param onDeath called once when the worker dies by itself: its script does not load, an error nobody caught, killed by the browser;
   *   not when `end` ended it
   */
  constructor(
    spawn: () => Worker,
    private readonly onDeath: (reason: unknown) => void,
  ) {
    this.worker = spawn();
    this.worker.addEventListener("error", (event) => this.died(event.message || "the worker's script did not load"));
    this.worker.addEventListener("messageerror", () => this.died("a message could not be read"));
    this.api = wrap<Api>(this.worker);
    void this.watch();
  }

  /** Ends the worker at once, whatever it does. */
  end(): void {
    if (this.ended.signal.aborted) return;
    this.ended.abort();
    this.api[releaseProxy]();
    this.worker.terminate();
  }

  /** The worker holds a lock for life: once it can be had here, the worker is gone. Without locks only the error event tells. */
  private async watch(): Promise<void> {
    const { signal } = this.ended;
    const name = `prospect-worker-${Date.now()}-${Math.random()}-${++lastNumber}`;
    const liveness: Liveness = this.api as unknown as Liveness;
    try {
      if (await liveness.hold(name)) await navigator.locks.request(name, { signal }, () => this.died("the worker ended"));
    } catch {
      // The request for the lock was given up because the worker was ended.
    }
  }

  private died(reason: unknown): void {
    if (this.ended.signal.aborted) return;
    this.end();
    this.onDeath(reason);
  }
}
