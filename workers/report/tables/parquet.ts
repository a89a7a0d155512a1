import { ByteWriter } from "hyparquet-writer";
import { type ColumnCells, columnCells, hasGaps, withNulls } from "./column-cells";
import { ParquetColumns } from "./parquet-columns";
import type { TableWriter } from "./table-writer";

/** Rows per row group: the most a reader must load for a part of a column. */
const GROUP = 100_000;

function groupOf(column: ColumnCells, from: number, to: number) {
  if (column.kind === "text") return column.cells.slice(from, to);
  if (column.kind === "time") return column.cells.slice(from, to).map((time) => (time === null ? null : new Date(time)));
  const cells = column.cells.subarray(from, to);
  return hasGaps(cells) ? withNulls(cells) : cells;
}

/** A Parquet file: numbers as doubles, dates as millisecond timestamps, texts; null for missing values. */
export const writeParquetTable: TableWriter = async (columns, rows, advance) => {
  const all = [...columnCells(columns)];
  const bytes = new ByteWriter();
  const file = new ParquetColumns(
    bytes,
    all.map(({ name, kind }) => ({ name, type: kind })),
  );
  for (let from = 0; from < rows; from += GROUP) {
    const to = Math.min(rows, from + GROUP);
    await file.write(
      all.map((column) => groupOf(column, from, to)),
      GROUP,
    );
    advance(to / rows);
  }
  await file.finish();
  return new Blob([bytes.getBuffer()], { type: "application/vnd.apache.parquet" });
};
