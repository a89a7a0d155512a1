import type { Remote } from "comlink";
import type { ChartApi } from "../../workers/charts/chart-views";
import type { Millis } from "../../workers/contract";
import type { ChartColumns, ChartFeed, ChartHandle } from "../charts/feed";
import { MAX_IDLE_BYTES } from "./pool-slot";
import { bytesOf } from "./result-cache";
import { WatchedWorker } from "./watched-worker";

/** Delay before a replacement is decided: screens close their charts one by one, and the next one opens its own. */
const CLOSING_PATIENCE: Millis = 1000;

interface ChartView extends ChartHandle {
  /** Index of the first row whose x is at least `x`; the length if there is none. */
  indexAt(x: number): Promise<number>;
}

interface Connection {
  worker: WatchedWorker<ChartApi>;
  /** Resolves once every view known at the start is open. */
  ready: Promise<unknown>;
  /** Rejects when the worker dies or is replaced. */
  death: Promise<never>;
  giveUp: (reason: unknown) => void;
  /** Total bytes of closed views. */
  closed: number;
}

/**
 * Serves charts from a separate worker, so that a long fit never delays zooming. Shared columns are read in place; others are copied once,
 * when the view is opened. If the worker dies or is replaced, a new one is started with the same views when one of them is read.
 */
export class WorkerChartFeed implements ChartFeed {
  private readonly columns = new Map<number, ChartColumns>();
  private connection: Connection | null = null;
  private views = 0;

  constructor(private readonly spawn: () => Worker) {}

  open(columns: ChartColumns): ChartView {
    const view = ++this.views;
    this.columns.set(view, columns);
    // A new connection opens every known view, including this one. If opening fails, reading reports why.
    const opened = this.connection ? this.ask(view, (api) => api.open(view, columns)).catch(() => undefined) : void this.connect();
    const ask = async <T>(question: (api: Remote<ChartApi>) => Promise<T>) => {
      await opened;
      return this.ask(view, question);
    };
    return {
      length: columns.length,
      read: (from, to, pixels, known) => ask((api) => api.read(view, from, to, pixels, known)),
      indexAt: (x) => ask((api) => api.indexAt(view, x)),
      close: () => {
        if (!this.columns.delete(view) || !this.connection) return;
        void this.connection.worker.api.close(view).catch(() => undefined);
        this.noteClosed(this.connection, bytesOf(columns));
      },
    };
  }

  /** Replaces an idle worker once it may hold more memory of closed views than allowed. */
  private noteClosed(connection: Connection, bytes: number): void {
    const before = connection.closed;
    connection.closed += bytes;
    if (before <= MAX_IDLE_BYTES && connection.closed > MAX_IDLE_BYTES) setTimeout(() => this.end(connection), CLOSING_PATIENCE);
  }

  /** Ends the worker; pending requests are repeated on the next one. */
  private end(connection: Connection): void {
    connection.worker.end();
    connection.giveUp(new Error("the chart feed is closed"));
    if (this.connection === connection) this.connection = null;
  }

  /** Ends the worker and closes every view. */
  close(): void {
    this.columns.clear();
    if (this.connection) this.end(this.connection);
  }

  private connect(): Connection {
    let giveUp: (reason: unknown) => void = () => undefined;
    const death = new Promise<never>((_, reject) => {
      giveUp = reject;
    });
    death.catch(() => undefined);
    const worker = new WatchedWorker<ChartApi>(this.spawn, (reason) => {
      if (this.connection === connection) this.connection = null;
      giveUp(reason);
    });
    const opened = [...this.columns].map(([view, columns]) => worker.api.open(view, columns));
    const ready = Promise.allSettled([worker.ready, ...opened]);
    const connection = { worker, ready, death, giveUp, closed: 0 };
    this.connection = connection;
    return connection;
  }

  /** Asks the worker; if it dies, repeats the request once on a new one. */
  private async ask<T>(view: number, question: (api: Remote<ChartApi>) => Promise<T>): Promise<T> {
    let reason: unknown;
    for (let attempt = 0; attempt < 2; attempt++) {
      if (!this.columns.has(view)) throw new Error(`view ${view} is closed`);
      const { worker, ready, death } = this.connection ?? this.connect();
      try {
        return await Promise.race([ready.then(() => question(worker.api)), death]);
      } catch (error) {
        reason = error;
      }
    }
    throw reason;
  }
}

const spawn = () => new Worker(new URL("../../workers/chart.worker.ts", import.meta.url), { type: "module", name: "chart" });

/** The chart feed of the app. */
export const chartFeed: ChartFeed = new WorkerChartFeed(spawn);
