import { withRole } from "./analyzed-column";
import type { Bars } from "./backtest";
import type { Column, ColumnRole } from "./contract";

/** Bars for the traded column: opens, highs and lows belong to closes; any other column is traded alone. */
export function barsAround(columns: readonly Column[], traded: Column): Bars {
  const valuesOf = (role: ColumnRole) => withRole({ columns }, role)?.values ?? null;
  const closes = valuesOf("close");
  const adjusted = traded.role === "adjusted-close" && closes !== null;
  if (traded.role !== "close" && !adjusted) return { close: traded.values };
  const [open, high, low] = (["open", "high", "low"] as const).map(valuesOf);
  return { close: traded.values, open, high, low, unadjusted: adjusted ? closes : null };
}

/** Whether a column has news sentiment scores. */
export const isSentiment = ({ name }: Column): boolean => /^sentiment$/i.test(name.trim());

/** News sentiment of each row, if the data have a column of that name. */
export const sentimentIn = (columns: readonly Column[]): Float64Array | null => columns.find(isSentiment)?.values ?? null;
