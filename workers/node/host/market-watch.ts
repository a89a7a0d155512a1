import { type Count, type Millis, type Outcome, succeed } from "../../contract";
import { markOf } from "../data/find-sources";
import type { ComputePool } from "./compute-pool";
import type { MarketRow, Newest, readNewest } from "./read-newest";

/** Polling interval of files. */
const EVERY: Millis = 1000;
/** Maximum number of rows sent at once; if more have arrived, the newest. */
const MAX_ROWS: Count = 1000;

type Listener = (rows: readonly MarketRow[]) => void;

interface Watched {
  symbol: string;
  from: string;
  mark: string;
  known: Count;
  listeners: Set<Listener>;
}

/** Follows the files of symbols: rows appended to them are sent to the listeners. */
export class MarketWatch {
  private readonly watched = new Map<string, Watched>();
  private readonly timer: ReturnType<typeof setInterval>;
  private looking = false;
  private readonly ends = new AbortController();

  constructor(
    private readonly folder: string,
    private readonly pool: ComputePool,
  ) {
    this.timer = setInterval(() => void this.look(), EVERY);
  }

  /** Sends the newest row at once, then appended ones. @returns a function that stops listening */
  async follow(symbol: string, listener: Listener): Promise<Outcome<() => void>> {
    const newest = await this.read(symbol, null);
    if (!newest.ok) return newest;
    const { from, length, rows } = newest.value;
    const mark = await markOf(from);
    // Another listener may have begun to follow the symbol meanwhile.
    const watched = this.watched.get(symbol) ?? { symbol, from, mark, known: length, listeners: new Set() };
    this.watched.set(symbol, watched);
    watched.listeners.add(listener);
    listener(rows);
    return succeed(() => {
      watched.listeners.delete(listener);
      if (watched.listeners.size === 0 && this.watched.get(symbol) === watched) this.watched.delete(symbol);
    });
  }

  end(): void {
    clearInterval(this.timer);
    this.ends.abort();
  }

  private read(symbol: string, known: Count | null): Promise<Outcome<Newest>> {
    return this.pool.ask<typeof readNewest>("read-newest", { folder: this.folder, symbol, known, most: MAX_ROWS }, this.ends.signal);
  }

  private async look(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    try {
      for (const watched of [...this.watched.values()]) await this.lookAt(watched);
    } finally {
      this.looking = false;
    }
  }

  private async lookAt(watched: Watched): Promise<void> {
    const mark = await markOf(watched.from);
    if (mark === watched.mark) return;
    const newest = await this.read(watched.symbol, watched.known);
    // A file that is being written, or missing for a moment, is polled again.
    if (!newest.ok) return;
    const { length, rows } = newest.value;
    const grown = length !== watched.known;
    [watched.mark, watched.known] = [mark, length];
    if (grown) for (const listener of watched.listeners) listener(rows);
  }
}
