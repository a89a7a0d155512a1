import { fixed, percent } from "../lib/format";
import type { TableColumn } from "./table-columns";

type Writer<Figure> = (figure: Figure) => string;

/** A sortable column of one figure of every row, shown as `write` puts it; `matters` as in TableColumn. */
export function figureColumn<Row, Figure extends number | null = number | null>(
  id: string,
  header: string,
  pick: (row: Row) => Figure,
  write: Writer<Figure>,
  matters = false,
): TableColumn<Row> {
  return { id, header, matters, cell: (row) => write(pick(row)), sortBy: pick };
}

/** Writes a figure with so many decimals. */
export const decimals =
  (places: number): Writer<number | null> =>
  (figure) =>
    fixed(figure, places);

/** Writes a fraction in percent, with so many decimals. */
export const percents =
  (places: number): Writer<number | null> =>
  (figure) =>
    percent(figure, places);
