import type { Remote } from "comlink";
import type { ChartApi } from "../../workers/charts/chart-views";
import type { ChartColumns, ChartFeed, ChartHandle } from "../charts/feed";
import { WatchedWorker } from "./watched-worker";

export interface ChartView extends ChartHandle {
  /** Index of the first row whose x is not below `x`; the length where there is none. */
  indexAt(x: number): Promise<number>;
}

interface Connection {
  worker: WatchedWorker<ChartApi>;
  /** Resolves once every view known at the start is open. */
  ready: Promise<unknown>;
  /** Rejects when the worker dies or is given up. */
  death: Promise<never>;
  giveUp: (reason: unknown) => void;
}

/**
 * Serves charts from a worker of its own, so that a long fit never holds up zooming. Shared columns are read in place; others are copied
 * there once, when the view is opened. A worker that dies is started again with the same views.
 */
export class WorkerChartFeed implements ChartFeed {
  private readonly columns = new Map<number, ChartColumns>();
  private connection: Connection | null = null;
  private views = 0;

  constructor(private readonly spawn: () => Worker) {}

  open(columns: ChartColumns): ChartView {
    const view = ++this.views;
    this.columns.set(view, columns);
    // A new connection opens every known view, this one included. Should opening fail, reading will say why.
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
        if (this.columns.delete(view)) void this.connection?.worker.api.close(view).catch(() => undefined);
      },
    };
  }

  /** Ends the worker and closes every view. */
  close(): void {
    this.columns.clear();
    this.connection?.worker.end();
    this.connection?.giveUp(new Error("the chart feed is closed"));
    this.connection = null;
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
    const connection = { worker, ready, death, giveUp };
    this.connection = connection;
    return connection;
  }

  /** Asks the worker, a second time on a fresh one when the first dies over it. */
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

/** The chart feed of the product. */
export const chartFeed: ChartFeed = new WorkerChartFeed(spawn);
