import { useState } from "react";
import { count } from "../lib/format.ts";
import { DataTable, type TableColumn } from "./data-table.tsx";
import { Pager } from "./pager.tsx";

interface PagedTableProps<Row> {
  label: string;
  columns: readonly TableColumn<Row>[];
  /** Number of rows in total. */
  total: number;
  /** The rows from `from` up to, not including, `to`; only displayed rows are created. */
  rowsAt: (from: number, to: number) => readonly Row[];
  rowKey: (row: Row) => string | number;
  pageSize?: number;
  /** Whether the whole table can be saved; charts save theirs themselves. */
  saved?: boolean;
}

/** A table of any length, one page at a time; the tabular form of a chart. */
export function PagedTable<Row>({ label, columns, total, rowsAt, rowKey, pageSize = 25, saved = false }: PagedTableProps<Row>) {
  const [asked, setPage] = useState(0);
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const page = Math.min(asked, pages - 1);
  const whole = saved ? { length: total, at: (row: number) => rowsAt(row, row + 1)[0] } : null;
  const from = page * pageSize;
  const to = Math.min(total, from + pageSize);
  return (
    <div>
      <div>
        <DataTable label={label} columns={columns} rows={rowsAt(from, to)} rowKey={rowKey} whole={whole} />
      </div>
      {total === 0 ? null : (
        <Pager
          label={label}
          status={`${count(from + 1)}–${count(to)} of ${count(total)}`}
          page={page}
          pages={pages}
          onPage={setPage}
          ends
          className="border-line border-t px-3.5 py-1.5"
        />
      )}
    </div>
  );
}
