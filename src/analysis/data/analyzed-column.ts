import { columnFor, kindFor } from "../../../workers/analyzed-column";
import type { Column, Series } from "../../../workers/contract";

/**
 * The column chosen by name, or the one detected by the reader.
 * @param kind input type, on tools that accept returns
 */
export const chosenColumn = (series: Series, chosen: string | null, kind?: string): Column =>
  series.columns.find(({ name }) => name === chosen) ?? columnFor(series, kind);

/** The values of the chosen column and their input type. */
export function analyzedValues<Kind extends string>(series: Series, { column, kind }: { column: string | null; kind: Kind }) {
  const chosen = chosenColumn(series, column, kind);
  return { values: chosen.values, kind: kindFor(series, chosen, kind) };
}
