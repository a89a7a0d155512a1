import type { ColumnRole, DecimalSign } from "../contract";
import { parseNumber } from "./number-format";
import type { PlannedColumn } from "./plan";
import type { TextRecord } from "./records";

const IN_ORDER: readonly ColumnRole[] = ["open", "high", "low", "close"];
/** Column orders of exchange APIs after the time, without names: Coinbase, Bitfinex and KuCoin. */
const BY_EXCHANGES: readonly (readonly ColumnRole[])[] = [
  ["low", "high", "open", "close"],
  ["open", "close", "high", "low"],
];
/** Maximum ratio of high to low for a bar. */
const MAX_RATIO = 2;

/**
 * Roles of four or more columns without a header: they are bars if one column is never below the others and one never above them. Orders
 * other than open, high, low, close also need dates before, volumes after, and a high close to the low.
 */
export function inferBars(
  columns: PlannedColumn[],
  rows: readonly TextRecord[],
  { decimal, dated }: { decimal: DecimalSign; dated: boolean },
): void {
  if (columns.length < 4 || rows.length < 2) return;
  const cells = rows.map((row) => columns.slice(0, 4).map(({ index }) => parseNumber(row.cells[index] ?? "", decimal)));
  const fits = (order: readonly ColumnRole[], ratio: number) => {
    const [high, low] = [order.indexOf("high"), order.indexOf("low")];
    return cells.every((bar) => bar.every((price) => !(bar[high] < price) && !(bar[low] > price) && !(bar[high] > ratio * bar[low])));
  };
  const other = dated && columns.length > 4 ? BY_EXCHANGES.find((order) => fits(order, MAX_RATIO)) : undefined;
  const order = fits(IN_ORDER, Number.POSITIVE_INFINITY) ? IN_ORDER : other;
  if (order) for (const [place, column] of columns.slice(0, 5).entries()) column.role = order[place] ?? "volume";
}
