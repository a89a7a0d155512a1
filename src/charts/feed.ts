/**
 * How charts get their samples without looping over a series on the main thread. A chart asks for a stretch of rows at the resolution
 * of its pixels; whoever implements `ChartFeed` answers from another thread. Stretches of at most `RAW_PER_PIXEL` rows per pixel are
 * never asked for: the chart takes them straight from the columns.
 */

/** Above this many rows per pixel of plot width a stretch is read through the feed. */
export const RAW_PER_PIXEL = 4;

/** Columns of one length whose rows belong together. */
export interface ChartColumns {
  length: number;
  /** Ascending positions of the rows on a numeric axis; null where a row's position is its number. */
  x: Float64Array | null;
  /** One value per row; NaN where there is none. */
  series: Float64Array[];
}

/**
 * Samples of the rows `from`..`to` (half open). Where a pixel column of many rows was reduced, two neighbouring samples share its position:
 * its extremes, in the order they are drawn (the maximum first where the column falls). NaN where a column holds no number.
 */
export interface ChartWindow {
  from: number;
  to: number;
  /** Position of each sample, ascending: row numbers counted from 0 (middle of the pixel column), or values of `ChartColumns.x`. */
  x: Float64Array;
  /** In the order of `ChartColumns.series`, each as long as `x`. */
  series: Float64Array[];
}

export interface ChartHandle {
  readonly length: number;
  /** Rejects when the rows cannot be read; the chart says so and offers another try. Late answers are dropped by the chart. */
  read(from: number, to: number, pixels: number): Promise<ChartWindow>;
  /** Frees whatever was built for reading. Reads under way may still settle. */
  close(): void;
}

export interface ChartFeed {
  /** Returns at once; what has to be built first only makes the first read later. Columns do not change while the handle is open. */
  open(columns: ChartColumns): ChartHandle;
}
