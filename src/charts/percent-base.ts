import type { PaneScene } from "./pane-scene";
import { rowsWithin } from "./position";

/** Maximum number of leading rows without a price skipped to find the base of percentages. */
const MAX_LOOKED_AT = 1000;

/** Base of percentages: the first value in view of the pane's first series. */
export function baseOf({ pane: { scale, series }, axis, view }: PaneScene): number | null {
  const [first] = series;
  if (scale !== "percent" || !first || first.kind === "band") return null;
  const start = rowsWithin(axis, (first.start ?? 0) + first.values.length, view).first - (first.start ?? 0);
  const base = first.values.subarray(Math.max(0, start), Math.max(0, start) + MAX_LOOKED_AT).find((value) => !Number.isNaN(value));
  return base !== undefined && base > 0 ? base : null;
}
