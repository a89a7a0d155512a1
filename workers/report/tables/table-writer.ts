import type { Cause, Count } from "../../contract";
import type { ExportColumn } from "../jobs/export-table";

/** Writes a table; `advance` is told how much of it is done, and throws where the work was canceled. @throws TableTooLarge */
export type TableWriter = (columns: readonly ExportColumn[], rows: Count, advance: (share: number) => void) => Promise<Blob>;

/** A format has no place for so many rows or columns. */
export class TableTooLarge extends Error {
  constructor(readonly failure: Cause) {
    super(failure.reason);
  }
}
