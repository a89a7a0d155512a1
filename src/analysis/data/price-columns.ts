import { withRole } from "../../../workers/analyzed-column";
import type { Column, ColumnRole, Series } from "../../../workers/contract";
import type { PriceBars } from "../../charts/chart-spec";

/** Unadjusted closes; a plain list of values may contain those too. */
const CLOSES: readonly ColumnRole[] = ["close", "value"];

/**
 * Opens, highs, lows and volumes of the series, to draw with the closes. Undefined if the column is not prices, or is an adjusted close,
 * which does not match the other prices.
 */
export function priceBars(series: Series, { role, values }: Column): PriceBars | undefined {
  const analyzed = series.columns[series.primary].values === values;
  if (!analyzed || series.quality.zeroOrNegative.count > 0 || role === "volume") return undefined;
  const [open, high, low] = (["open", "high", "low"] as const).map((one) => withRole(series, one)?.values);
  const range = open && high && low && CLOSES.includes(role) ? { open, high, low } : null;
  return { range, volume: withRole(series, "volume")?.values ?? null, dataset: series.hash };
}

/** Highs and lows that match the closes; null if either is missing. */
export function rangeColumns(series: Series): { high: Column; low: Column } | null {
  const [high, low] = [withRole(series, "high"), withRole(series, "low")];
  return high && low ? { high, low } : null;
}
