import { withRole } from "./analyzed-column";
import type { Bars } from "./backtest";
import type { Column, ColumnRole } from "./contract";

/** Bars around the column that is traded: opens, highs and lows belong to closes; any other column is traded by itself. */
export function barsAround(columns: readonly Column[], traded: Column): Bars {
  const valuesOf = (role: ColumnRole) => withRole({ columns }, role)?.values ?? null;
  const closes = valuesOf("close");
  const adjusted = traded.role === "adjusted-close" && closes !== null;
  if (traded.role !== "close" && !adjusted) return { close: traded.values };
  const [open, high, low] = (["open", "high", "low"] as const).map(valuesOf);
  return { close: traded.values, open, high, low, unadjusted: adjusted ? closes : null };
}

/** Whether a column has scores of the news of each row. */
export const isSentiment = ({ name }: Column): boolean => /^sentiment$/i.test(name.trim());

/** Scores of the news of each row, where the data has a column of that name. */
export const sentimentIn = (columns: readonly Column[]): Float64Array | null => columns.find(isSentiment)?.values ?? null;
