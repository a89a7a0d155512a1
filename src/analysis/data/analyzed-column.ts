import { columnFor, isReturn, kindFor } from "../../../workers/analyzed-column";
import type { Column, ColumnRole, Series } from "../../../workers/contract";

/** The first column of a role. */
export const withRole = (series: Series, role: ColumnRole): Column | undefined => series.columns.find((column) => column.role === role);

/**
 * The column chosen by name, or the one the reader picked.
 * @param kind what a tool that takes returns too is to take its values for
 */
export const chosenColumn = (series: Series, chosen: string | null, kind?: string): Column =>
  series.columns.find(({ name }) => name === chosen) ?? columnFor(series, kind);

/** The values of the chosen column and what they are. */
export function analyzedValues<Kind extends string>(series: Series, { column, kind }: { column: string | null; kind: Kind }) {
  const chosen = chosenColumn(series, column, kind);
  return { values: chosen.values, kind: kindFor(chosen, kind) };
}

/**
 * The column of closes: the one chosen by name, the one a header calls Close, returns if the reader picked them and prices are not asked for, or the
 * only one there is; null if unknown.
 */
export function closeColumn(series: Series, chosen: string | null, kind?: string): Column | null {
  const named = chosen === null ? undefined : series.columns.find(({ name }) => name === chosen);
  const picked = columnFor(series, kind);
  const returned = kind !== "prices" && isReturn(picked.role) ? picked : undefined;
  const only = series.columns.length === 1 ? picked : undefined;
  return named ?? returned ?? withRole(series, "close") ?? withRole(series, "adjusted-close") ?? only ?? null;
}
