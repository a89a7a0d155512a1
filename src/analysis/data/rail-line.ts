import type { Failure } from "../../../workers/contract";
import { plural } from "../../lib/format.ts";
import { RAIL } from "../../ui/tool-layout.tsx";
import type { SeriesSource } from "./use-series-source";

type Field = Pick<SeriesSource, "series" | "failure" | "returning">;

/** While what a field held comes back the bar of the folded rail already stands: it would push the results down when that is there. */
export const returningLine = ({ returning }: Pick<Field, "returning">): string | undefined => (returning ? RAIL : undefined);

/**
 * The folded rail in one line: "dem2gbp.csv · 1,974 values · GARCH(1,1)". Undefined leaves the rail open: nothing is in the field, or it was
 * refused.
 *
 * @param refused why the last run was refused, where that is to be amended in the rail
 */
export function railLine(field: Field, of?: string, refused?: Failure | null): string | undefined {
  const { series, failure } = field;
  if (series && !failure && !refused) return `${series.name} · ${plural(series.length, "value")}${of ? ` · ${of}` : ""}`;
  return returningLine(field);
}
