import type { Count, Millis } from "../../contract";
import { distinctNames } from "../../series";
import { type ExportColumn, rowsOf } from "../jobs/export-table";

/** A column for other programs: all cells from the first row on, of one kind, with a unique name. */
export type ColumnCells =
  | { name: string; kind: "number"; cells: Float64Array }
  | { name: string; kind: "time"; cells: (Millis | null)[] }
  | { name: string; kind: "text"; cells: (string | null)[] };

function cellsOf(
  { values, start = 0, words, kind = "number", absolute = false, factor = 1, flag = false }: ExportColumn,
  name: string,
  rows: Count,
): ColumnCells {
  if (!(values instanceof Float64Array) || words) {
    const text = (value: number | string | undefined) => (typeof value === "number" ? words?.[value] : value) ?? null;
    return { name, kind: "text", cells: Array.from({ length: rows }, (_, row) => text(values[row - start])) };
  }
  if (kind === "time") {
    // As in CSV: fractions of a millisecond are omitted.
    const moment = (time: Millis | undefined) => (time === undefined || !Number.isFinite(time) ? null : Math.trunc(time));
    return { name, kind, cells: Array.from({ length: rows }, (_, row) => moment(values[row - start])) };
  }
  const cells = new Float64Array(rows).fill(Number.NaN);
  cells.set(flag ? values.map((value) => Number(!Number.isNaN(value))) : values, start);
  const sizes = absolute ? cells.map(Math.abs) : cells;
  return { name, kind, cells: factor === 1 ? sizes : sizes.map((value) => factor * value) };
}

/** All columns of a table, one at a time, so that they are not all in memory at once. */
export function* columnCells(columns: readonly ExportColumn[]): Generator<ColumnCells> {
  const rows = rowsOf(columns);
  const names = distinctNames(columns.map(({ name }) => name));
  for (const [place, column] of columns.entries()) yield cellsOf(column, names[place], rows);
}

/** Whether a column has missing values, which formats store differently from numbers. */
export const hasGaps = (cells: Float64Array): boolean => cells.some(Number.isNaN);

/** Numbers, with null for missing ones. */
export const withNulls = (cells: Float64Array): (number | null)[] => Array.from(cells, (cell) => (Number.isNaN(cell) ? null : cell));
