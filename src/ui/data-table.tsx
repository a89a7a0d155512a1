import { type ReactNode, useMemo, useState } from "react";
import { Button } from "./button.tsx";
import { toast } from "./toast-queue.ts";

export interface TableColumn<Row> {
  id: string;
  header: string;
  /** What the cell shows, formatted. */
  cell: (row: Row) => ReactNode;
  /** Text for copying; needed where `cell` is not a string. */
  text?: (row: Row) => string;
  /** Makes the column sortable by this. */
  sortBy?: (row: Row) => number | string;
  /** Left-aligned words in the text face; figures are right-aligned mono. The first column is words unless told otherwise. */
  words?: boolean;
}

export interface DataTableProps<Row> {
  /** Read out as the table's name. */
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Adds "Copy" (tab-separated, for a spreadsheet). */
  copyable?: boolean;
}

interface Sorting {
  id: string;
  descending: boolean;
}

function sortRows<Row>(rows: readonly Row[], columns: readonly TableColumn<Row>[], sorting: Sorting | null): readonly Row[] {
  const by = columns.find((column) => column.id === sorting?.id)?.sortBy;
  if (!by || !sorting) return rows;
  const sign = sorting.descending ? -1 : 1;
  return [...rows].sort((one, other) => {
    const a = by(one);
    const b = by(other);
    return sign * (a < b ? -1 : a > b ? 1 : 0);
  });
}

const cellText = <Row,>(column: TableColumn<Row>, row: Row): string => {
  if (column.text) return column.text(row);
  const shown = column.cell(row);
  return typeof shown === "string" || typeof shown === "number" ? String(shown) : "";
};

/** Tab-separated text of a table, for the clipboard. */
export function tableText<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map((column) => cellText(column, row).replace(/[\t\n]/g, " ")).join("\t"));
  return [columns.map((column) => column.header).join("\t"), ...lines].join("\n");
}

export function DataTable<Row>({ label, columns, rows, rowKey, copyable }: DataTableProps<Row>) {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const sorted = useMemo(() => sortRows(rows, columns, sorting), [rows, columns, sorting]);
  const toggle = (id: string) => setSorting((now) => ({ id, descending: now?.id === id && !now.descending }));
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(tableText(columns, sorted));
      toast.success("Table copied");
    } catch {
      toast.error("The browser refused to copy");
    }
  };
  return (
    <div>
      <table className="w-full border-collapse" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th
                key={column.id}
                scope="col"
                aria-sort={sorting?.id === column.id ? (sorting.descending ? "descending" : "ascending") : undefined}
                className={`px-2 py-1.5 font-medium first:pl-3.5 last:pr-3.5 text-muted text-small ${isWords(column, index) ? "text-left" : "text-right"}`}
              >
                {column.sortBy ? (
                  <button type="button" onClick={() => toggle(column.id)} className="min-h-6 hover:text-text">
                    {column.header}
                    <span aria-hidden="true">{sorting?.id === column.id ? (sorting.descending ? " ↓" : " ↑") : ""}</span>
                  </button>
                ) : (
                  column.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column, index) => (
                <td
                  key={column.id}
                  className={`border-line border-t px-2 py-1.5 first:pl-3.5 last:pr-3.5 ${isWords(column, index) ? "text-left" : "num whitespace-nowrap text-right"}`}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {copyable ? (
        <div className="flex justify-end border-line border-t px-3.5 py-1.5">
          <Button size="small" kind="quiet" onPress={() => void copy()}>
            Copy
          </Button>
        </div>
      ) : null}
    </div>
  );
}

const isWords = <Row,>(column: TableColumn<Row>, index: number): boolean => column.words ?? index === 0;

export interface FactRow {
  name: ReactNode;
  value: ReactNode;
  key?: string;
}

/** Name and figure per line, hairlines between: the small table of a settings rail. */
export function FactList({ facts, label }: { facts: readonly FactRow[]; label?: string }) {
  return (
    <dl aria-label={label}>
      {facts.map((fact, index) => (
        <div
          key={fact.key ?? (typeof fact.name === "string" ? fact.name : index)}
          className="flex justify-between gap-3 border-line border-t py-1 first:border-t-0"
        >
          <dt>{fact.name}</dt>
          <dd className="num text-right">{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
