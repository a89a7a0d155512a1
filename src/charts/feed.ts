import type { ChartColumns, ChartWindow, Reduction } from "../../workers/charts/columns";
import type { ExportColumn } from "../../workers/report/jobs/export-table";

export type { ChartColumns, ChartWindow, Reduction };

/** A column of a saved table: numbers, times or words. */
export type ChartCsvColumn = ExportColumn;

/**
 * How charts get their samples without looping over a series on the main thread. A chart asks for a range of rows at the resolution
 * of its pixels; whoever implements `ChartFeed` answers from another thread. Ranges of at most `RAW_PER_PIXEL` rows per pixel are
 * never asked for: the chart takes them straight from the columns.
 */

/** Above this many rows per pixel of plot width a range is read through the feed. */
export const RAW_PER_PIXEL = 4;

export interface ChartHandle {
  readonly length: number;
  /**
   * Rejects when the rows cannot be read; the chart says so and offers another try. Late answers are dropped by the chart.
   * @param known - rows there are yet: no bar takes in a later one. All of them by default
   */
  read(from: number, to: number, pixels: number, known?: number): Promise<ChartWindow>;
  /** Frees whatever was built for reading. Reads in progress may still settle. */
  close(): void;
}

export interface ChartFeed {
  /** Returns at once; what has to be built first only makes the first read later. Columns do not change while the handle is open. */
  open(columns: ChartColumns): ChartHandle;
}
