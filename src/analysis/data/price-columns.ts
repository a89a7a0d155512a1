import { isReturn, withRole } from "../../../workers/analyzed-column";
import type { Column, ColumnRole, Series } from "../../../workers/contract";
import type { PriceBars } from "../../charts/chart-spec";

/** Closes as the market made them: a lone list of values may be that too. */
const CLOSES: readonly ColumnRole[] = ["close", "value"];

/**
 * What a chart of prices draws beside the closes: opens, highs, lows and volumes that are in the series. Undefined where the column holds
 * no prices, or an adjusted close, which the other prices do not go with.
 */
export function priceBars(series: Series, { role, values }: Column): PriceBars | undefined {
  const analyzed = series.columns[series.primary].values === values;
  if (!analyzed || series.quality.zeroOrNegative.count > 0 || role === "volume") return undefined;
  const [open, high, low] = (["open", "high", "low"] as const).map((one) => withRole(series, one)?.values);
  const range = open && high && low && CLOSES.includes(role) ? { open, high, low } : null;
  return { range, volume: withRole(series, "volume")?.values ?? null, dataset: series.hash };
}

/** Words that head the column of prices; the reader takes the first that matches. */
const HEADS_PRICES = /price|value|close|amount/i;

/** The column that is analyzed though nothing says that it holds the prices: neither its name nor a choice; null where something does. */
export function guessedColumn({ columns, primary }: Series, chosen: string | null): Column | null {
  if (columns.length < 2 || columns.some(({ name }) => name === chosen)) return null;
  const { name, role } = columns[primary];
  return role === "close" || role === "adjusted-close" || isReturn(role) || HEADS_PRICES.test(name) ? null : columns[primary];
}

/** Highs and lows that go with closes; null where either is missing. */
export function rangeColumns(series: Series): { high: Column; low: Column } | null {
  const [high, low] = [withRole(series, "high"), withRole(series, "low")];
  return high && low ? { high, low } : null;
}
