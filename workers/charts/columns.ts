/** Aggregation of a column where one bar covers many rows: its first, last, greatest or least number, the sum of all, or a quantile. */
export type Reduction = "first" | "last" | "maximum" | "minimum" | "sum" | Quantile;

/** By its percent. */
export type Quantile = "q05" | "q25" | "q50" | "q75" | "q95";

/** Columns of one length whose rows belong together. */
export interface ChartColumns {
  length: number;
  /** Ascending positions of the rows on a numeric axis; null where a row's position is its number. */
  x: Float64Array | null;
  /** One value per row; NaN if there is none. */
  series: Float64Array[];
  /** Places among the series of those that are read as |value|; none by default. */
  absolute?: readonly number[];
  /**
   * How each series is reduced where many rows share a bar (opens to the first, highs to the greatest, volumes to their sum). Such columns
   * are read as bars, one sample each, instead of extremes.
   */
  reduce?: readonly Reduction[];
}

/**
 * Samples of the rows `from`..`to` (half open). Where a pixel column of many rows was reduced, two neighboring samples share its position:
 * its extremes, in the order they are drawn (the maximum first where the column falls). NaN where a column has no number.
 */
export interface ChartWindow {
  from: number;
  to: number;
  /** Position of each sample, ascending: row numbers counted from 0 (middle of the pixel column), or values of `ChartColumns.x`. */
  x: Float64Array;
  /** In the order of `ChartColumns.series`, each as long as `x`. */
  series: Float64Array[];
  /** Rows each sample stands for, where the columns are reduced to bars; bars begin at multiples of it. */
  rowsPerBar?: number;
}
