import { type Column, columnFromArray, float64, TimeUnit, tableFromColumns, tableToIPC, timestamp, utf8 } from "@uwdata/flechette";
import { type ColumnCells, columnCells, hasGaps, withNulls } from "./column-cells";
import type { TableWriter } from "./table-writer";

function columnOf(column: ColumnCells): Column<unknown> {
  if (column.kind === "text") return columnFromArray(column.cells, utf8());
  if (column.kind === "time") return columnFromArray(column.cells, timestamp(TimeUnit.MILLISECOND, "UTC"));
  return columnFromArray(hasGaps(column.cells) ? withNulls(column.cells) : column.cells, float64());
}

/** An Arrow file (Feather V2): numbers as doubles, dates as millisecond timestamps, texts; null for missing values. */
export const writeArrow: TableWriter = async (columns, _rows, advance) => {
  const made: [string, Column<unknown>][] = [];
  for (const column of columnCells(columns)) {
    made.push([column.name, columnOf(column)]);
    advance(made.length / columns.length);
  }
  const bytes = tableToIPC(tableFromColumns(made), { format: "file" });
  if (!bytes) throw new Error("nothing was written");
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: "application/vnd.apache.arrow.file" });
};
