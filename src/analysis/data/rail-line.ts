import type { Failure } from "../../../workers/contract";
import { plural } from "../../lib/format.ts";
import { RAIL } from "../../ui/tool-layout.tsx";
import type { SeriesSource } from "./use-series-source";

type Field = Pick<SeriesSource, "series" | "failure" | "returning">;

/** Text of the folded rail's bar while a field's content is being restored: without it the bar would appear later and shift the results. */
export const returningLine = ({ returning }: Pick<Field, "returning">): string | undefined => (returning ? RAIL : undefined);

/**
 * Summary of the folded rail: "dem2gbp.csv · 1,974 values · GARCH(1,1)". Undefined keeps the rail open: the field is empty, or it was
 * refused.
 * @param refused why the last run was refused, if that must be fixed in the rail
 */
export function railLine(field: Field, of?: string, refused?: Failure | null): string | undefined {
  const { series, failure } = field;
  if (series && !failure && !refused) return `${series.name} · ${plural(series.length, "value")}${of ? ` · ${of}` : ""}`;
  return returningLine(field);
}
