import { failBecause, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import type { CsvStyleName } from "../table-text";
import { TableTooLarge, type TableWriter } from "../tables/table-writer";
import { type ExportColumn, exportTable, rowsOf } from "./export-table";

export interface WriteTableInput {
  columns: ExportColumn[];
  format: "csv" | "parquet" | "arrow" | "xlsx";
  /** Separator and decimal sign of a CSV; commas and points by default. */
  csv?: CsvStyleName;
}

/** One line per format; each is loaded when the first table is saved in it. */
// biome-ignore format: one line per format
const WRITERS: Record<Exclude<WriteTableInput["format"], "csv">, () => Promise<TableWriter>> = {
  arrow: () => import("../tables/arrow").then(({ writeArrow }) => writeArrow),
  parquet: () => import("../tables/parquet").then(({ writeParquetTable }) => writeParquetTable),
  xlsx: () => import("../tables/xlsx").then(({ writeXlsx }) => writeXlsx),
};

/** Columns of any length as a file in a common format; reading it back gives the same numbers, bit for bit. */
export async function writeTable({ columns, format, csv }: WriteTableInput, context: JobContext): Promise<Outcome<Blob>> {
  if (format === "csv" || columns.length === 0) return exportTable({ columns, csv }, context);
  const advance = (share: number) => {
    context.checkpoint();
    context.progress(share, "Writing the file");
  };
  try {
    const write = await WRITERS[format]();
    return succeed(await write(columns, rowsOf(columns), advance));
  } catch (error) {
    if (error instanceof TableTooLarge) return failBecause("bad-input", error.failure);
    throw error;
  }
}
