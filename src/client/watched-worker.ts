import { type Remote, releaseProxy, wrap } from "comlink";
import { locks } from "../../workers/capabilities";
import type { Millis } from "../../workers/contract";
import type { Liveness } from "../../workers/runtime/hold-lock";

/** A worker that has said nothing for so long after its start is taken for dead. */
const START_PATIENCE: Millis = 60_000;

let lastNumber = 0;

/** A worker behind Comlink whose death is noticed however it comes: Comlink alone leaves every open call pending for ever. */
export class WatchedWorker<Api extends Liveness> {
  readonly api: Remote<Api>;
  /** Resolves once its death would be noticed; a call made before might wait for ever. Stays pending when the worker dies first. */
  readonly ready: Promise<void>;
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
    this.ready = this.watch();
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
    const name = `prospect-worker-${crypto.getRandomValues(new Uint32Array(2)).join("-")}-${++lastNumber}`;
    const { signal } = this.ended;
    const watching = (await this.holds(name)) ? locks() : null;
    if (watching === null || signal.aborted) return;
    // Once the person has deleted all that the device holds of the app, a thread of Chromium's has its locks apart from its page's. One that
    // can be had at once tells of that, or of a death: a worker that still answers is alive, and its lock tells nothing.
    if (await watching.request(name, { ifAvailable: true }, (free) => free !== null).catch(() => true))
      return void (await this.holds(`${name}-again`));
    // Given up when the worker is ended on purpose.
    watching.request(name, { signal }, () => this.died("the worker ended")).catch(() => undefined);
  }

  /** Whether the worker holds a lock from now on; it is taken for dead when it does not answer. */
  private async holds(lock: string): Promise<boolean> {
    const patience = setTimeout(() => this.died("the worker did not start"), START_PATIENCE);
    this.ended.signal.addEventListener("abort", () => clearTimeout(patience));
    const held = await (this.api as unknown as Liveness).hold(lock);
    clearTimeout(patience);
    return held;
  }

  private died(reason: unknown): void {
    if (this.ended.signal.aborted) return;
    this.end();
    this.onDeath(reason);
  }
}
