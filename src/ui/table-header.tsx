import { InfoButton } from "./info-button.tsx";
import { isClose, isWords, type Sorting, type TableColumn } from "./table-columns.ts";
import type { Folding } from "./use-folding.ts";

interface TableHeaderProps<Row> {
  columns: readonly TableColumn<Row>[];
  sorting: Sorting | null;
  /** Whether the table is sortable at all. */
  sortable: boolean;
  onSort: (id: string) => void;
  /** Sticks to the top while the rows scroll under it. */
  sticky: boolean;
  /** Class names of the column that stays in place during horizontal scrolling. */
  frozen: string;
  numbered: boolean;
  fold: Folding<Row>["fold"];
}

/** Column headers; a sortable one is a button, whose arrow takes no extra room. */
export function TableHeader<Row>({ columns, sorting, sortable, onSort, sticky, frozen, numbered, fold }: TableHeaderProps<Row>) {
  return (
    <thead>
      <tr aria-rowindex={numbered ? 1 : undefined}>
        {columns.map((column, index) => {
          const words = isWords(column, index);
          const direction = sorting?.id === column.id ? (sorting.descending ? "descending" : "ascending") : undefined;
          const arrow = direction === "descending" ? "↓" : "↑";
          return (
            <th
              key={column.id}
              scope="col"
              data-report={column.unreported ? "none" : undefined}
              aria-sort={direction}
              className={`border-line border-b ${isClose(columns) ? "px-1.5" : "px-2"} py-1.5 align-middle font-medium text-muted text-small first:pl-3.5 last:pr-3.5 @max-[400px]:px-1 @max-[400px]:first:pl-2.5 @max-[400px]:last:pr-2 ${words ? "text-left" : "text-right"} ${column.info && !column.unreported ? "@min-[800px]:whitespace-nowrap" : ""} ${
                sticky ? "sticky top-0 z-2 bg-[var(--ground,var(--surface))]" : ""
              } ${index === 0 ? `${frozen} z-3` : ""}`}
            >
              {column.sortBy && sortable ? (
                <button
                  type="button"
                  onClick={() => onSort(column.id)}
                  className={`group relative min-h-6 min-w-6 hover:text-text ${words ? "text-left" : "text-right"}`}
                >
                  {column.header}
                  <span
                    aria-hidden="true"
                    className={`absolute top-1/2 -translate-y-1/2 ${words ? "-right-3.5" : "-left-3.5"} ${direction ? "text-text" : "hidden group-hover:inline"}`}
                  >
                    {arrow}
                  </span>
                </button>
              ) : (
                column.header
              )}
              {column.info ? (
                <span className={`inline-flex py-1 align-middle ${isClose(columns) ? "" : "ml-1 @max-[400px]:ml-0"}`}>
                  <InfoButton {...column.info} placement="bottom start" />
                </span>
              ) : null}
            </th>
          );
        })}
      </tr>
      {fold ? (
        <fold.FoldedHeader sorting={sorting} sortable={sortable} onSort={onSort} {...fold} span={columns.length} onToggle={fold.toggle} />
      ) : null}
    </thead>
  );
}
