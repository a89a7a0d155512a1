/** Aggregation of a column when one bar covers many rows: its first, last, maximum or minimum, the sum, or a quantile. */
export type Reduction = "first" | "last" | "maximum" | "minimum" | "sum" | Quantile;

/** Named by percentage. */
export type Quantile = "q05" | "q25" | "q50" | "q75" | "q95";

/** Columns of the same length whose rows belong together. */
export interface ChartColumns {
  length: number;
  /** Ascending x values of the rows; null if the row number is the x value. */
  x: Float64Array | null;
  /** One value per row; NaN if missing. */
  series: Float64Array[];
  /** Indices of the series drawn as |value|; none by default. */
  absolute?: readonly number[];
  /**
   * How each series is reduced when many rows share a bar (opens to the first, highs to the maximum, volumes to the sum). Such columns are
   * read as bars, one sample each, instead of extremes.
   */
  reduce?: readonly Reduction[];
}

/**
 * Samples of the rows `from`..`to` (half open). If a pixel column covers many rows, two neighboring samples share its position: its
 * extremes in drawing order (the maximum first if the column falls). NaN if a column has no number.
 */
export interface ChartWindow {
  from: number;
  to: number;
  /** Position of each sample, ascending: row numbers counted from 0 (middle of the pixel column), or values of `ChartColumns.x`. */
  x: Float64Array;
  /** In the order of `ChartColumns.series`, each as long as `x`. */
  series: Float64Array[];
  /** Rows per sample, if the columns are reduced to bars; bars begin at multiples of it. */
  rowsPerBar?: number;
}
