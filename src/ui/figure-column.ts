import { fixed, percent } from "../lib/format";
import type { TableColumn } from "./table-columns";

type Writer<Figure> = (figure: Figure) => string;

/** A sortable column with one figure per row, formatted by `write`; `matters` as in TableColumn. */
export function figureColumn<Row, Figure extends number | null = number | null>(
  id: string,
  header: string,
  pick: (row: Row) => Figure,
  write: Writer<Figure>,
  matters = false,
): TableColumn<Row> {
  return { id, header, matters, cell: (row) => write(pick(row)), sortBy: pick };
}

/** Formats a number with the given decimals. */
export const decimals =
  (places: number): Writer<number | null> =>
  (figure) =>
    fixed(figure, places);

/** Formats a fraction as percent with the given decimals. */
export const percents =
  (places: number): Writer<number | null> =>
  (figure) =>
    percent(figure, places);
