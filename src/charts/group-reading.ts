import { isLeaving } from "../lib/leaving";
import { ChartReader, type Reading } from "./chart-reader";
import type { ChartAxis, ChartPane } from "./chart-spec";
import type { ChartFeed } from "./feed";
import { rowsIn } from "./position";
import { sameView, type View } from "./view";

interface Source {
  axis: ChartAxis;
  panes: ChartPane[];
  feed: ChartFeed | null;
}

export interface ReadingListener {
  /** reading: nothing drawn yet. failed: the feed did not answer. */
  onState(state: "reading" | "drawn" | "failed"): void;
  /** An asynchronous read has completed. */
  onAnswer(): void;
}

/** What a group of panes has read from its columns. One read at a time; answers for columns that have been replaced are dropped. */
export class GroupReading {
  /** The newest samples; null before the first. */
  samples: Reading | null = null;
  private reader: ChartReader;
  /** What was last requested. */
  private asked: { view: View; rows: number; pixels: number } | null = null;
  private busy = false;
  /** The last read failed: alert and button stay until a read succeeds or is retried. */
  private failed = false;
  private closed = false;

  constructor(
    private data: Source,
    private readonly listener: ReadingListener,
  ) {
    this.reader = new ChartReader(data.axis, data.panes, data.feed);
  }

  /** Replaces the columns. @param keep - whether the last samples stay visible until the new ones arrive */
  setData(data: Source, keep: boolean): void {
    this.reader.close();
    this.reader = new ChartReader(data.axis, data.panes, data.feed);
    this.data = data;
    this.busy = false;
    this.retry();
    if (!keep) this.samples = null;
  }

  retry(): void {
    this.asked = null;
    this.failed = false;
  }

  close(): void {
    this.closed = true;
    this.reader.close();
  }

  /** Reads the view at a width, limited to the known rows, unless that has been read or is being read. */
  read(view: View, rows: number, pixels: number): void {
    const { asked, reader } = this;
    if (this.busy || (asked && asked.pixels === pixels && asked.rows === rows && sameView(asked.view, view))) return;
    this.asked = { view, rows, pixels };
    const { from, to } = rowsIn(this.data.axis, rows, view);
    const answer = reader.read(from, to, pixels, rows);
    if (!(answer instanceof Promise)) {
      this.accept(answer);
      return;
    }
    if (!this.samples && !this.failed) this.listener.onState("reading");
    this.busy = true;
    const settle = (reading: Reading | null) => {
      if (reader !== this.reader || this.closed) return;
      this.busy = false;
      this.accept(reading);
      this.listener.onAnswer();
    };
    answer.then(settle, (error: unknown) => {
      // No error if the columns were released during the read, or the page is being left: Firefox aborts what its threads are loading.
      if (reader === this.reader && !this.closed && !isLeaving()) console.error("the chart could not be read:", error);
      settle(null);
    });
  }

  private accept(reading: Reading | null): void {
    if (reading) this.samples = reading;
    this.failed = reading === null;
    this.listener.onState(reading ? "drawn" : "failed");
  }
}
