import type { Cause, Count } from "../../contract";
import type { ExportColumn } from "../jobs/export-table";

/** Writes a table; `advance` receives the fraction done, and throws if the job was canceled. @throws TableTooLarge */
export type TableWriter = (columns: readonly ExportColumn[], rows: Count, advance: (share: number) => void) => Promise<Blob>;

/** A format cannot store this many rows or columns. */
export class TableTooLarge extends Error {
  constructor(readonly failure: Cause) {
    super(failure.reason);
  }
}
