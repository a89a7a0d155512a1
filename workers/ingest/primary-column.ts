import { isReturn } from "../analyzed-column";
import type { ColumnRole } from "../contract";
import { PRIMARY } from "./column-kinds";
import type { PlannedColumn, ReadOptions } from "./plan";
import type { Preset } from "./preset-table";
import { plainName } from "./presets";

const OTHER_ROLES: ReadonlySet<ColumnRole> = new Set(["open", "high", "low", "volume"]);

/** The name of the column asked for: in so many words, as the one of closes or returns, or by the known form. */
function wantedName(columns: readonly PlannedColumn[], { column, uses }: ReadOptions, preset: Preset | undefined): string | undefined {
  if (column !== undefined) return column;
  const close = columns.find(({ index }) => uses?.[index] === "close") ?? columns.find(({ index }) => isReturn(uses?.[index] ?? "value"));
  if (close) return close.name;
  return preset?.primary && columns.find(({ name }) => plainName(name) === preset.primary)?.name;
}

/**
 * The analyzed column: the one asked for, otherwise the one whose header matches. A first column of undated rows yields to a second one
 * that contains numbers and has no role of its own.
 */
export function primaryColumn(
  columns: readonly PlannedColumn[],
  { isHeaded, isDated, preset }: { isHeaded: boolean; isDated: boolean; preset: Preset | undefined },
  options: ReadOptions,
): number {
  const wanted = wantedName(columns, options, preset)?.toLowerCase();
  const named = columns.findIndex(({ name }) => name.toLowerCase() === wanted);
  if (named >= 0) return named;
  const exact = columns.findIndex(({ name }) => /^<?(price|value|close|amount)>?$/i.test(name.trim()));
  const close = columns.findIndex(({ role }) => role === "close");
  const similar = columns.findIndex(({ name }) => PRIMARY.test(name));
  const match = [exact, close, similar].find((place) => place >= 0);
  if (isHeaded && match !== undefined) {
    // A match in the first column is more likely a running number than the price, unless the column beside it has a role of its own.
    const second = columns.findIndex(({ index, role }) => index === 1 && !OTHER_ROLES.has(role));
    return !isDated && columns[match].index === 0 && second >= 0 ? second : match;
  }
  const traded = columns.findIndex(({ role }) => role !== "volume");
  return [close, traded].find((place) => place >= 0) ?? 0;
}
