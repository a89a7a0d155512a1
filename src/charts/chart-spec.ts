import type { Drawing } from "../../workers/indicators/schema";

/** How a screen describes a chart: plain data, columns included. */

/** Colors by token name of `src/ui/tokens.css`, so that they follow the theme. */
export type ColorToken = "accent" | "up" | "down" | "warn" | "text" | "muted" | "faint" | "line-strong" | SeriesToken;

/** Colors for unordered things (categories, assets, slices), also distinguishable when color-blind. */
export type SeriesToken = `series-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`;

export interface ChartAxis {
  /**
   * time: rows are evenly spaced and labeled with their dates, as on a trading screen (no gaps for weekends). index: rows are numbered from
   * 1. number: rows are placed at their value.
   */
  kind: "time" | "index" | "number";
  /** Milliseconds since 1970 UTC (time) or positions (number), ascending, one per row; null for an index. */
  values: Float64Array | null;
  /** Header of the first table column, also read by screen readers: "Date", "Day", "Shock". */
  label: string;
  /** Decimals of a number axis in read-out and table; 4 by default. */
  digits?: number;
  /** Unit appended to positions in the read-out: "%". */
  unit?: string;
  /** Names of rows, such as the assets of a scatter chart; "" for an unnamed row. */
  names?: readonly string[];
}

interface SeriesBase {
  key: string;
  label: string;
  /** Shorter name for the read-out at the cursor; the label by default. */
  short?: string;
  color: ColorToken;
  /** Row of the first value; 0 by default. A forecast starts at the end of the history, which saves a column of padding. */
  start?: number;
  /** Decimals in read-out and table; the pane's by default. */
  digits?: number;
  /** Unit appended to values: "%", "USD". The pane's by default. */
  unit?: string;
  /** false: drawn without widening the axis (bars behind the main line). */
  fitsAxis?: boolean;
}

/** Further columns of a price, whose closes are the values of its series. */
export interface PriceBars {
  /** Null if only closes are known: no candles or bars then. */
  range: { open: Float64Array; high: Float64Array; low: Float64Array } | null;
  volume: Float64Array | null;
  /** Hash of the series of this price; drawings are stored under it. Without it, drawing is disabled. */
  dataset?: string;
}

export type PriceStyle = "candles" | "sticks" | "line" | "area";
export type ScaleKind = "linear" | "log" | "percent";

export interface ValueSeries extends SeriesBase {
  /** candles and sticks (a stroke from high to low, open at its left, close at its right) need `price.range`. */
  kind: "line" | "area" | "bars" | "points" | "candles" | "sticks";
  /** NaN: no value, the line breaks. */
  values: Float64Array;
  /** Drawn as |value|, so that sizes of returns need no column of their own. For bars, which start at zero. */
  absolute?: boolean;
  /** Factor for display: 100 shows fractions as percent without another column. For lines, areas, bars and points. */
  factor?: number;
  /** Dashed line; solid by default. */
  dashed?: boolean;
  /** The price of an instrument: style, scale and volume are chosen by the user. */
  price?: PriceBars;
  /** Summed when one bar stands for many rows: the volume below candles. */
  total?: boolean;
  /**
   * For a line that jumps between extremes: with many rows per pixel it is drawn as its median within quantile bands instead of a solid
   * block.
   */
  spread?: boolean;
}

export interface BandSeries extends SeriesBase {
  kind: "band";
  /**
   * A background color over the whole height, such as a regime's, from each row whose value in the column used for both edges has this sign
   * to the next row. Shown in the legend; excluded from read-out, table and files.
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

/** A cross at (x, y), and labels of its quadrants: upper left, upper right, lower left, lower right. */
export interface ChartQuadrants {
  x: number;
  y: number;
  labels?: readonly [string, string, string, string];
}

export interface ChartPane {
  key: string;
  /** Height relative to the other panes. */
  share: number;
  /** Fixed limits of the axis; null: from the data. */
  range?: [number | null, number | null];
  unit?: string;
  digits?: number;
  /**
   * linear (default). log: equal distances are equal ratios; needs positive values. percent: labels are changes from the first price in
   * view.
   */
  scale?: ScaleKind;
  /** Dashed horizontal levels: RSI 30 and 70, zero. */
  guides?: ChartGuide[];
  /** Only on a number axis. */
  trends?: ChartTrend[];
  quadrants?: ChartQuadrants;
  /** Most important first: it leads the legend and is drawn on top of others of its kind. */
  series: ChartSeries[];
}

interface ChartLineMarker {
  /** Row number (from 0, may be fractional) on time and index axes, position on a number axis. */
  at: number;
  label: string;
}

export interface ChartZoneMarker {
  from: number;
  to: number;
  label: string;
  /** dimmed: values are unreliable (warm-up). shaded: a notable period. */
  tone: "dimmed" | "shaded";
  /** Key of the pane to restrict it to; all panes by default. */
  pane?: string;
}

export interface ChartMarkers {
  /** The user's drawings on the price. */
  drawings?: readonly Drawing[];
  /** Marks where a trading day begins, on an axis with several rows a day. */
  sessions?: boolean;
  lines?: ChartLineMarker[];
  zones?: ChartZoneMarker[];
}
