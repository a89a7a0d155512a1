import type { Column, ColumnRole, Series } from "../../../workers/contract";

/** The first column of a role. */
export const withRole = (series: Series, role: ColumnRole): Column | undefined => series.columns.find((column) => column.role === role);

/** Whether a column has returns, simple or logarithmic. */
export const isReturn = ({ role }: Column): boolean => role.endsWith("return");

/** The returns that prices were made of, for whom they will do: prices are asked for by name. */
const madeOf = ({ columns, quality: { returns } }: Series, kind?: string): Column | undefined =>
  returns?.compounded && (kind === "auto" || kind === "returns") ? columns.find(({ name }) => name === returns.column) : undefined;

/**
 * The column chosen by name, or the one the reader picked.
 * @param kind what a tool that takes returns too is to take its values for
 */
export const chosenColumn = (series: Series, chosen: string | null, kind?: string): Column =>
  series.columns.find(({ name }) => name === chosen) ?? madeOf(series, kind) ?? series.columns[series.primary];

/** What a column holds: as it was read where that is left open, else the jobs go by its values. */
export const kindOf = <Kind extends string>(column: Column, kind: Kind): Kind | "returns" =>
  kind === "auto" && isReturn(column) ? "returns" : kind;

/** The values of the chosen column and what they are. */
export function analyzedValues<Kind extends string>(series: Series, { column, kind }: { column: string | null; kind: Kind }) {
  const chosen = chosenColumn(series, column, kind);
  return { values: chosen.values, kind: kindOf(chosen, kind) };
}

/** The column of closes: the one chosen by name, the one a header calls Close, that of returns, or the only one there is; null if unknown. */
export function closeColumn(series: Series, chosen: string | null, kind?: string): Column | null {
  const named = chosen === null ? undefined : series.columns.find(({ name }) => name === chosen);
  const only = series.columns.length === 1 ? series.columns[0] : undefined;
  const prices = withRole(series, "close") ?? withRole(series, "adjusted-close");
  return named ?? madeOf(series, kind) ?? prices ?? series.columns.find(isReturn) ?? only ?? null;
}
