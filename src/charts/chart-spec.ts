import type { Drawing } from "../../workers/indicators/schema";

/** What a screen says about a chart: plain data, columns included. */

/** Colors by the name of their token in `src/ui/tokens.css`, so that both themes fit. */
export type ColorToken = "accent" | "up" | "down" | "warn" | "text" | "muted" | "faint" | "line-strong" | SeriesToken;

/** Colors of things without an order of their own, distinguished by the color-blind as well: categories, assets, slices. */
export type SeriesToken = `series-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`;

export interface ChartAxis {
  /**
   * time: rows are side by side at equal distance, as on a trading screen (no holes for week-ends), and carry their date.
   * index: rows are counted from 1. number: rows are at their value.
   */
  kind: "time" | "index" | "number";
  /** Milliseconds since 1970 UTC (time) or positions (number), ascending, one per row; null for an index. */
  values: Float64Array | null;
  /** Head of the first table column, and the words a screen reader hears: "Date", "Day", "Shock". */
  label: string;
  /** Decimals of a number axis in the read-out and the table; 4 by default. */
  digits?: number;
  /** Appended to positions in the read-out: "%". */
  unit?: string;
  /** What rows are called: assets of a scatter; "" for a row without a name. */
  names?: readonly string[];
}

interface SeriesBase {
  key: string;
  label: string;
  /** Shorter name for the read-out at the cursor; the label by default. */
  short?: string;
  color: ColorToken;
  /** Row of the first value; 0 by default. A forecast starts where its history ends, without a column of padding. */
  start?: number;
  /** Decimals in the read-out and the table; the pane's by default. */
  digits?: number;
  /** Appended to values: "%", "USD". The pane's by default. */
  unit?: string;
  /** false: drawn, but does not widen the axis (bars behind the line that matters). */
  fitsAxis?: boolean;
}

/** What belongs to a price beside its closes, which are the values of its series. */
export interface PriceBars {
  /** Null where only closes are known: then candles and bars are not to be had. */
  range: { open: Float64Array; high: Float64Array; low: Float64Array } | null;
  volume: Float64Array | null;
  /** Hash of the series it is in: what is drawn on it is kept by that. Nothing is drawn without. */
  dataset?: string;
}

export type PriceStyle = "candles" | "sticks" | "line" | "area";
export type ScaleKind = "linear" | "log" | "percent";

export interface ValueSeries extends SeriesBase {
  /** candles and sticks (a stroke from high to low, open at its left, close at its right) need `price.range`. */
  kind: "line" | "area" | "bars" | "points" | "candles" | "sticks";
  /** NaN = no value: lines break there. */
  values: Float64Array;
  /** Shown as |value|: sizes of returns without a column of their own. For bars, which are on zero. */
  absolute?: boolean;
  /** Shown times this: 100 for fractions in percent without a column of their own. Of lines, areas, bars and points. */
  factor?: number;
  /** Dashes of a line; solid by default. */
  dashed?: boolean;
  /** The price of an instrument: how it is drawn, its scale and its volume are the user's choice. */
  price?: PriceBars;
  /** Added up where one bar stands for many rows: volumes below candles. */
  total?: boolean;
  /** A line that leaps between its ends: where a pixel has many rows it is drawn as its median within bands of its quantiles, not as a block of extremes. */
  spread?: boolean;
}

export interface BandSeries extends SeriesBase {
  kind: "band";
  /**
   * Only a color behind the others, such as a regime's, over the whole height where the column that is both edges has this sign, up to the next
   * row: named in the legend, and excluded from read-out, table and files.
   */
  backdrop?: 1 | -1;
  lower: Float64Array;
  upper: Float64Array;
}

export type ChartSeries = ValueSeries | BandSeries;

export interface ChartGuide {
  y: number;
  label: string;
}

/** A straight line through points: y = intercept + slope · x. */
export interface ChartTrend {
  key: string;
  label: string;
  color: ColorToken;
  intercept: number;
  slope: number;
  dashed?: boolean;
}

/** A cross at (x, y), and names for the corners it makes: upper left, upper right, lower left, lower right. */
export interface ChartQuadrants {
  x: number;
  y: number;
  labels?: readonly [string, string, string, string];
}

export interface ChartPane {
  key: string;
  /** Height relative to the other panes. */
  share: number;
  /** Fixed ends of the axis; null = from the data. */
  range?: [number | null, number | null];
  unit?: string;
  digits?: number;
  /** linear by default. log: equal distances are equal ratios, where all is above zero. percent: labels count from the first price in view. */
  scale?: ScaleKind;
  /** Dashed levels: RSI 30 and 70, zero. */
  guides?: ChartGuide[];
  /** On a number axis. */
  trends?: ChartTrend[];
  quadrants?: ChartQuadrants;
  /** The one that matters most first: it leads the legend, and is painted over others of its kind. */
  series: ChartSeries[];
}

export interface ChartLineMarker {
  /** Row number (from 0, fractions allowed) on time and index axes, position on a number axis. */
  at: number;
  label: string;
}

export interface ChartZoneMarker {
  from: number;
  to: number;
  label: string;
  /** dimmed: what is there is not to be relied on (warm-up). shaded: a period of note. */
  tone: "dimmed" | "shaded";
  /** Key of the only pane it belongs to; all panes by default. */
  pane?: string;
}

export interface ChartMarkers {
  /** What a user has drawn on the price. */
  drawings?: readonly Drawing[];
  /** Where a new trading day begins, on an axis with several rows a day. */
  sessions?: boolean;
  lines?: ChartLineMarker[];
  zones?: ChartZoneMarker[];
}
