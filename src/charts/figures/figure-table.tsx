import { useMemo } from "react";
import type { TableColumn } from "../../ui/data-table";
import { PagedTable } from "../../ui/paged-table";

export interface FigureTableProps {
  title: string;
  /** Headers of all columns; the first column holds names. */
  heads: readonly string[];
  rows: number;
  cell: (row: number, column: number) => string;
}

/** All values of a figure as a table. */
export function FigureTable({ title, heads, rows, cell }: FigureTableProps) {
  const columns = useMemo(
    () =>
      heads.map(
        (header, column): TableColumn<number> => ({
          id: `${column} ${header}`,
          header,
          cell: (row) => cell(row, column),
          words: column === 0,
        }),
      ),
    [heads, cell],
  );
  return <PagedTable label={title} columns={columns} total={rows} rowsAt={numbersBetween} rowKey={(row: number) => row} />;
}

export const numbersBetween = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
