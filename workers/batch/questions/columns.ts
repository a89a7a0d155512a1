import { columnFor, kindFor, withRole } from "../../analyzed-column";
import type { Column, ColumnRole, Outcome } from "../../contract";
import { fail, succeed } from "../../contract";
import type { Numbers } from "./question";

/** The column a question is about. */
export const chosen = ({ columns, primary }: Numbers): Column => columns[primary];

/** The values and their kind, for a question that also accepts returns. */
export function analyzedOf<Kind extends string>(series: Numbers, kind: Kind) {
  const column = columnFor(series, kind);
  return { values: column.values, kind: kindFor(series, column, kind) };
}

/** Values of the column with a role. */
export const valuesOf = (series: Numbers, role: ColumnRole): Float64Array | null => withRole(series, role)?.values ?? null;

/** Highs and lows if both exist, otherwise neither. */
export function rangesOf(series: Numbers): { high: Float64Array | null; low: Float64Array | null } {
  const [high, low] = [valuesOf(series, "high"), valuesOf(series, "low")];
  return high && low ? { high, low } : { high: null, low: null };
}

/** The same series with another column chosen; a failure if there is no column of that name. */
export function choose(series: Numbers, name: string | null): Outcome<Numbers> {
  if (name === null) return succeed(series);
  const primary = series.columns.findIndex((column) => column.name.toLowerCase() === name.toLowerCase());
  const names = series.columns.map((column) => column.name).join(", ");
  return primary >= 0
    ? succeed({ ...series, primary })
    : fail("bad-input", "runtime/said", { text: `No column "${name}"; available: ${names}.` }, { column: name });
}
