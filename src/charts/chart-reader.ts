import type { ChartAxis, ChartPane, ChartSeries } from "./chart-spec";
import { type ChartColumns, type ChartFeed, type ChartHandle, type ChartWindow, RAW_PER_PIXEL } from "./feed";
import { positionsOf, seriesLength } from "./position";

/** What is drawn of one series: positions and values, or lower and upper edge. */
export interface Samples {
  x: Float64Array;
  y: Float64Array;
  upper?: Float64Array;
}

/** Samples of every pane's series, in their order. */
export type Reading = Samples[][];

/** Series that start at the same row and are equally long: read together. */
interface Group {
  start: number;
  columns: ChartColumns;
  handle: ChartHandle | null;
}

interface Slot {
  group: Group;
  column: number;
  upper: number | null;
}

/** Reads stretches of a chart's columns: short ones at once, long ones through the feed. */
export class ChartReader {
  private readonly groups: Group[] = [];
  private readonly slots: Slot[][];
  private readonly feed: ChartFeed | null;

  constructor(axis: ChartAxis, panes: ChartPane[], feed: ChartFeed | null) {
    this.feed = feed;
    this.slots = panes.map((pane) => pane.series.map((series) => this.place(axis, series)));
  }

  /** Samples of the rows `from`..`to`: at once where no series is long, else when the feed has answered. */
  read(from: number, to: number, pixels: number): Reading | Promise<Reading> {
    const windows = this.groups.map((group) => this.readGroup(group, from, to, pixels));
    if (windows.every((window): window is ChartWindow => !(window instanceof Promise))) return this.arrange(windows);
    return Promise.all(windows).then((read) => this.arrange(read));
  }

  close(): void {
    for (const group of this.groups) group.handle?.close();
  }

  private place(axis: ChartAxis, series: ChartSeries): Slot {
    const start = series.start ?? 0;
    const length = seriesLength(series);
    let group = this.groups.find((candidate) => candidate.start === start && candidate.columns.length === length);
    if (!group) {
      const x = positionsOf(axis)?.subarray(start, start + length) ?? null;
      group = { start, columns: { length, x, series: [] }, handle: null };
      this.groups.push(group);
    }
    const columns = series.kind === "band" ? [series.lower, series.upper] : [series.values];
    const column = group.columns.series.push(...columns) - columns.length;
    return { group, column, upper: series.kind === "band" ? column + 1 : null };
  }

  private readGroup(group: Group, from: number, to: number, pixels: number): ChartWindow | Promise<ChartWindow> {
    const first = Math.min(group.columns.length, Math.max(0, from - group.start));
    const end = Math.min(group.columns.length, Math.max(first, to - group.start));
    if (!this.feed || end - first <= RAW_PER_PIXEL * pixels) return rawWindow(group, first, end);
    group.handle ??= this.feed.open(group.columns);
    return group.handle.read(first, end, pixels).then((window) => {
      if (group.start === 0 || group.columns.x) return window;
      return { ...window, x: window.x.map((row) => row + group.start) };
    });
  }

  private arrange(windows: ChartWindow[]): Reading {
    return this.slots.map((pane) =>
      pane.map(({ group, column, upper }) => {
        const { x, series } = windows[this.groups.indexOf(group)];
        return upper === null ? { x, y: series[column] } : { x, y: series[column], upper: series[upper] };
      }),
    );
  }
}

/** Views into the columns: nothing is copied but the row numbers, a few per pixel. */
function rawWindow({ start, columns }: Group, from: number, to: number): ChartWindow {
  const x = columns.x?.subarray(from, to) ?? Float64Array.from({ length: to - from }, (_, i) => start + from + i);
  return { from, to, x, series: columns.series.map((values) => values.subarray(from, to)) };
}
