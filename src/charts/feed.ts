import type { ChartColumns, ChartWindow, Reduction } from "../../workers/charts/columns";
import type { ExportColumn } from "../../workers/report/jobs/export-table";

export type { ChartColumns, ChartWindow, Reduction };

/** A column of a saved table: numbers, times or words. */
export type ChartCsvColumn = ExportColumn;

/**
 * How charts get their samples without looping over a series on the main thread. A chart asks for a range of rows at the resolution of its
 * pixels, and the implementation of `ChartFeed` answers from another thread. Ranges of at most `RAW_PER_PIXEL` rows per pixel are read
 * directly from the columns.
 */

/** Above this many rows per pixel of plot width a range is read through the feed. */
export const RAW_PER_PIXEL = 4;

export interface ChartHandle {
  readonly length: number;
  /**
   * Rejects if the rows cannot be read; the chart reports it and offers a retry. Late answers are dropped by the chart.
   * @param known - number of rows known so far, all by default; no bar includes later rows
   */
  read(from: number, to: number, pixels: number, known?: number): Promise<ChartWindow>;
  /** Frees what was built for reading. Pending reads may still settle. */
  close(): void;
}

export interface ChartFeed {
  /**
   * Returns immediately; if something has to be built, the first read waits for it. The columns must not change while the handle is open.
   */
  open(columns: ChartColumns): ChartHandle;
}
