import type { Remote } from "comlink";
import type { Count } from "../../workers/contract";
import type { ChartApi, ChartColumns, ChartWindow } from "../../workers/lib/chart-views";
import { WatchedWorker } from "./watched-worker";

export type { ChartColumns, ChartWindow } from "../../workers/lib/chart-views";

/** Columns of any length, read as many points as a chart has pixels. */
export interface ChartView {
  /** Number of rows. */
  readonly length: Count;
  /**
   * Rows from..to (end excluded) for a plot `pixels` wide: every row where there are few, else two points per pixel column.
   * @returns null once the view is closed, or when the worker cannot be had
   */
  read(from: number, to: number, pixels: number): Promise<ChartWindow | null>;
  /** Index of the first row whose x is not below `x` (the length where there is none); null like `read`. */
  indexAt(x: number): Promise<number | null>;
  close(): void;
}

interface Connection {
  worker: WatchedWorker<ChartApi>;
  /** Resolves once every view known at the start is open. */
  ready: Promise<unknown>;
  /** Rejects when the worker dies. */
  death: Promise<never>;
}

/**
 * Serves charts from a worker of its own, so that a long fit never holds up zooming. Shared columns are read in place; others are copied
 * there once, when the view is opened. A worker that dies is started again with the same views.
 */
export class ChartFeed {
  private readonly columns = new Map<number, ChartColumns>();
  private connection: Connection | null = null;
  private views = 0;

  constructor(private readonly spawn: () => Worker) {}

  open(columns: ChartColumns): ChartView {
    const view = ++this.views;
    this.columns.set(view, columns);
    // A new connection opens every known view, this one included.
    const opened = this.connection ? this.ask(view, (api) => api.open(view, columns)) : this.connect().ready;
    const ask = async <T>(question: (api: Remote<ChartApi>) => Promise<T>) => {
      await opened;
      return this.ask(view, question);
    };
    return {
      length: columns.x?.length ?? columns.series[0]?.length ?? 0,
      read: (from, to, pixels) => ask((api) => api.read(view, from, to, pixels)),
      indexAt: (x) => ask((api) => api.indexAt(view, x)),
      close: () => {
        if (this.columns.delete(view)) void this.connection?.worker.api.close(view).catch(() => undefined);
      },
    };
  }

  /** Ends the worker; open views answer null until another view is opened. */
  close(): void {
    this.columns.clear();
    this.connection?.worker.end();
    this.connection = null;
  }

  private connect(): Connection {
    let fail: (reason: unknown) => void = () => undefined;
    const death = new Promise<never>((_, reject) => {
      fail = reject;
    });
    death.catch(() => undefined);
    const worker = new WatchedWorker<ChartApi>(this.spawn, (reason) => {
      if (this.connection === connection) this.connection = null;
      fail(reason);
    });
    const ready = Promise.allSettled([...this.columns].map(([view, columns]) => worker.api.open(view, columns)));
    const connection = { worker, ready, death };
    this.connection = connection;
    return connection;
  }

  /** Asks the worker, a second time on a fresh one when the first dies over it. */
  private async ask<T>(view: number, question: (api: Remote<ChartApi>) => Promise<T>): Promise<T | null> {
    for (let attempt = 0; attempt < 2; attempt++) {
      if (!this.columns.has(view)) return null;
      const { worker, ready, death } = this.connection ?? this.connect();
      try {
        return await Promise.race([ready.then(() => question(worker.api)), death]);
      } catch (error) {
        if (this.columns.has(view)) console.error("the chart worker did not answer:", error);
      }
    }
    return null;
  }
}

const spawn = () => new Worker(new URL("../../workers/chart.worker.ts", import.meta.url), { type: "module", name: "chart" });

/** The chart feed of the product. */
export const chartFeed = new ChartFeed(spawn);
