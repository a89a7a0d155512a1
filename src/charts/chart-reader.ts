import type { ChartAxis, ChartPane, ChartSeries, PriceBars } from "./chart-spec";
import { type ChartColumns, type ChartFeed, type ChartHandle, type ChartWindow, RAW_PER_PIXEL, type Reduction } from "./feed";
import { positionsOf, seriesLength } from "./position";

/** What is drawn of a series: positions and values, or the lower and upper edge of a band. */
export interface Samples {
  x: Float64Array;
  y: Float64Array;
  upper?: Float64Array;
  /** Of a backdrop: its color is painted where `y` has this sign. */
  side?: 1 | -1;
  /** Of candles and sticks, whose close is `y`. */
  open?: Float64Array;
  high?: Float64Array;
  low?: Float64Array;
  /** Of a line drawn as quantile bands around its median `y`: pairs of edges, widest first. */
  quantiles?: readonly (readonly [Float64Array, Float64Array])[];
}

/** Samples of every series, by pane, in the order of the spec. */
export type Reading = Samples[][];

/** Series with the same first row and length, read together. */
interface Group {
  start: number;
  columns: ChartColumns & { absolute: number[]; reduce?: Reduction[] };
  form: Form;
  handle: ChartHandle | null;
}

/** How many rows are aggregated into one sample. */
type Form = "extremes" | "bars" | "quantiles";

interface Slot {
  group: Group;
  column: number;
  upper: number | null;
  side?: 1 | -1;
  /** A bar: open, high and low are in the three preceding columns. */
  bar: boolean;
  /** Drawn as separate points. */
  points: boolean;
  /** Values are multiplied by this for display. */
  factor: number;
}

/** Reads row ranges of a chart's columns: short ones directly, long ones through the feed. */
export class ChartReader {
  private readonly groups: Group[] = [];
  private readonly slots: Slot[][];
  private readonly feed: ChartFeed | null;

  constructor(axis: ChartAxis, panes: ChartPane[], feed: ChartFeed | null) {
    this.feed = feed;
    this.slots = panes.map((pane) => pane.series.map((series) => this.place(axis, series)));
  }

  /**
   * Samples of the rows `from`..`to`: returned directly if every series is short, otherwise a promise of the feed's answer.
   * @param known - number of rows known so far; later rows are never read
   */
  read(from: number, to: number, pixels: number, known: number): Reading | Promise<Reading> {
    const windows = this.groups.map((group) => this.readGroup(group, from, Math.min(to, known), pixels, known - group.start));
    if (windows.every((window): window is ChartWindow => !(window instanceof Promise))) return this.arrange(windows);
    return Promise.all(windows).then((read) => this.arrange(read, windows));
  }

  close(): void {
    for (const group of this.groups) group.handle?.close();
  }

  private place(axis: ChartAxis, series: ChartSeries): Slot {
    const start = series.start ?? 0;
    const length = seriesLength(series);
    const range = series.kind === "candles" || series.kind === "sticks" ? (series.price?.range ?? null) : null;
    const inBars = range !== null || (series.kind === "bars" && series.total === true);
    const spread = series.kind === "line" && series.spread === true;
    const form: Form = inBars ? "bars" : spread ? "quantiles" : "extremes";
    const alike = (one: Group) => one.start === start && one.columns.length === length && one.form === form;
    let group = this.groups.find(alike);
    if (!group) {
      const x = positionsOf(axis)?.subarray(start, start + length) ?? null;
      group = { start, columns: { length, x, series: [], absolute: [], reduce: form === "extremes" ? undefined : [] }, form, handle: null };
      this.groups.push(group);
    }
    const columns = columnsOf(series, range, spread);
    const column = group.columns.series.push(...columns) - columns.length;
    if (series.kind !== "band" && series.absolute) group.columns.absolute.push(column);
    group.columns.reduce?.push(...(spread ? QUANTILES : range ? BAR : (["sum"] as const)));
    const upper = series.kind === "band" ? column + columns.length - 1 : null;
    const side = series.kind === "band" ? series.backdrop : undefined;
    const factor = (series.kind !== "band" && series.factor) || 1;
    return { group, column: range ? column + 3 : column, upper, side, bar: range !== null, points: series.kind === "points", factor };
  }

  private readGroup(group: Group, from: number, to: number, pixels: number, known: number): ChartWindow | Promise<ChartWindow> {
    const first = Math.min(group.columns.length, Math.max(0, from - group.start));
    const end = Math.min(group.columns.length, Math.max(first, to - group.start));
    const slot = { bars: BAR_SLOT, quantiles: QUANTILE_SLOT, extremes: 1 }[group.form];
    const most = Math.max(1, Math.floor(pixels / slot));
    if (!this.feed || end - first <= { bars: most, quantiles: ROWS_PER_PIXEL * pixels, extremes: RAW_PER_PIXEL * pixels }[group.form])
      return rawWindow(group, first, end);
    group.handle ??= this.feed.open(group.columns);
    return group.handle.read(first, end, most, known).then((window) => {
      if (group.start === 0 || group.columns.x) return window;
      return { ...window, x: window.x.map((row) => row + group.start) };
    });
  }

  /** @param asked - requests to the feed per window, if any */
  private arrange(windows: ChartWindow[], asked?: unknown[]): Reading {
    return this.slots.map((pane) =>
      pane.map(({ group, column, upper, side, bar, points, factor }) => {
        const place = this.groups.indexOf(group);
        const { x, series, from, to } = windows[place];
        if (points && asked?.[place] instanceof Promise)
          return scaled(withCloud(group, column, { x, y: series[column] }, from, to), factor);
        if (group.form === "quantiles" && asked?.[place] instanceof Promise)
          return medianOf(x, series.slice(column, column + QUANTILES.length));
        if (bar) return { x, y: series[column], open: series[column - 3], high: series[column - 2], low: series[column - 1] };
        return upper === null ? scaled({ x, y: series[column] }, factor) : { x, y: series[column], upper: series[upper], side };
      }),
    );
  }
}

/** Scales a few samples per pixel; the column itself is not touched. */
const scaled = ({ x, y }: Samples, factor: number): Samples => ({ x, y: factor === 1 ? y : y.map((value) => factor * value) });

/** Minimum width of a candle including its gap, in CSS pixels. */
const BAR_SLOT = 5;
const BAR: readonly Reduction[] = ["first", "maximum", "minimum", "last"];

/** Beyond this many rows per pixel a line would look like a solid block. */
const ROWS_PER_PIXEL = 4;
/** Minimum width of one set of quantiles, in CSS pixels. */
const QUANTILE_SLOT = 3;
const QUANTILES: readonly Reduction[] = ["q05", "q25", "q50", "q75", "q95"];

const medianOf = (x: Float64Array, [low, lower, y, upper, high]: Float64Array[]): Samples => ({
  x,
  y,
  quantiles: [
    [low, high],
    [lower, upper],
  ],
});

function columnsOf(series: ChartSeries, range: PriceBars["range"], spread: boolean): Float64Array[] {
  if (series.kind === "band") return series.backdrop ? [series.upper] : [series.lower, series.upper];
  if (range) return [range.open, range.high, range.low, series.values];
  return spread ? QUANTILES.map(() => series.values) : [series.values];
}

/** Maximum number of points drawn in addition to the extremes. */
const CLOUD = 5000;

/**
 * Extremes alone would show a cloud of points as its outline, so every k-th row of the range is added and both body and outliers are
 * visible. Zooming in lowers k until every row is drawn.
 */
function withCloud({ start, columns }: Group, column: number, extremes: Samples, from: number, to: number): Samples {
  const stride = Math.max(1, Math.ceil((to - from) / CLOUD));
  const rows = Math.ceil((to - from) / stride);
  const values = columns.series[column];
  const x = new Float64Array(rows + extremes.x.length);
  const y = new Float64Array(rows + extremes.x.length);
  for (let i = 0, row = from; i < rows; i++, row += stride) {
    x[i] = columns.x ? columns.x[row] : start + row;
    y[i] = values[row];
  }
  x.set(extremes.x, rows);
  y.set(extremes.y, rows);
  return { x, y };
}

const partOf = (values: Float64Array, absolute: boolean) => (absolute ? Float64Array.from(values, Math.abs) : values);

/** Views into the columns; only row numbers and sizes, a few per pixel, are copied. */
function rawWindow({ start, columns }: Group, from: number, to: number): ChartWindow {
  const x = columns.x?.subarray(from, to) ?? Float64Array.from({ length: to - from }, (_, i) => start + from + i);
  return { from, to, x, series: columns.series.map((values, i) => partOf(values.subarray(from, to), columns.absolute.includes(i))) };
}
