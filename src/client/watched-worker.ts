import { type Remote, releaseProxy, wrap } from "comlink";
import { locks } from "../../workers/capabilities";
import type { Millis } from "../../workers/contract";
import type { Liveness } from "../../workers/runtime/hold-lock";

/** A worker that has not responded this long after its start is considered dead. */
const START_PATIENCE: Millis = 60_000;

let lastNumber = 0;

/** A worker behind Comlink with crash detection: Comlink alone leaves calls to a dead worker pending forever. */
export class WatchedWorker<Api extends Liveness> {
  readonly api: Remote<Api>;
  /** Resolves once crashes are detected; an earlier call could wait forever. Stays pending if the worker dies first. */
  readonly ready: Promise<void>;
  private readonly worker: Worker;
  private readonly ended = new AbortController();

  /**
   * @param onDeath called once if the worker dies: its script fails to load, an uncaught error, or killed by the browser;
   * not after `end`
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

  /** Terminates the worker immediately. */
  end(): void {
    if (this.ended.signal.aborted) return;
    this.ended.abort();
    this.api[releaseProxy]();
    this.worker.terminate();
  }

  /**
   * The worker holds a lock for life: once this page obtains it, the worker is gone. Without Web Locks only the error event reports a
   * death.
   */
  private async watch(): Promise<void> {
    const name = `prospect-worker-${crypto.getRandomValues(new Uint32Array(2)).join("-")}-${++lastNumber}`;
    const { signal } = this.ended;
    const watching = (await this.holds(name)) ? locks() : null;
    if (watching === null || signal.aborted) return;
    // After the user has deleted the site data, Chromium keeps a worker's locks apart from its page's. A lock that is available at once
    // therefore means either that or a dead worker; if the worker still responds, its lock means nothing.
    if (await watching.request(name, { ifAvailable: true }, (free) => free !== null).catch(() => true))
      return void (await this.holds(`${name}-again`));
    // Aborted when the worker is ended on purpose.
    watching.request(name, { signal }, () => this.died("the worker ended")).catch(() => undefined);
  }

  /** Whether the worker now holds a lock; it is considered dead if it does not respond. */
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
