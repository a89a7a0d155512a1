import type { Failure } from "../../../workers/contract";
import { plural } from "../../lib/format.ts";
import type { SeriesSource } from "./use-series-source";

type Field = Pick<SeriesSource, "series" | "failure" | "returning">;

/**
 * The folded rail in one line: "dem2gbp.csv · 1,974 values · GARCH(1,1)". While a series comes back the bar already stands, as it would push
 * the results down when that is there. Undefined leaves the rail open: nothing is in the field, or it was refused.
 *
 * @param refused why the last run was refused, where that is to be amended in the rail
 */
export function railLine(
  { series, failure, returning }: Field,
  of: string | null = null,
  refused: Failure | null = null,
): string | undefined {
  if (series && !failure && !refused) return [series.name, plural(series.length, "value"), of].filter(Boolean).join(" · ");
  return returning ? "Data and settings" : undefined;
}
