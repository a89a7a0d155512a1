import { type Cause, type Column, type ColumnRole, type Failure, type Reason, retold, type Series } from "../../../workers/contract";
import type { PriceBars } from "../../charts/chart-spec";

const withRole = (series: Series, role: ColumnRole): Column | undefined => series.columns.find((column) => column.role === role);

const isReturn = ({ role }: Column): boolean => role.endsWith("return");

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

/** Closes as the market made them: a lone list of values may be that too. */
const CLOSES: readonly ColumnRole[] = ["close", "value"];

/**
 * What a chart of prices draws beside the closes: opens, highs, lows and volumes that are in the series. Undefined where the column holds
 * no prices, or an adjusted close, which the other prices do not go with.
 */
export function priceBars(series: Series, { role, values }: Column): PriceBars | undefined {
  const analyzed = series.columns[series.primary].values === values;
  if (!analyzed || series.quality.zeroOrNegative.count > 0 || role === "volume") return undefined;
  const [open, high, low] = (["open", "high", "low"] as const).map((one) => withRole(series, one)?.values);
  const range = open && high && low && CLOSES.includes(role) ? { open, high, low } : null;
  return { range, volume: withRole(series, "volume")?.values ?? null, dataset: series.hash };
}

/** Words that head the column of prices; the reader takes the first that matches. */
const HEADS_PRICES = /price|value|close|amount/i;

/** The column that is analyzed though nothing says that it holds the prices: neither its name nor a choice; null where something does. */
export function guessedColumn({ columns, primary }: Series, chosen: string | null): Column | null {
  if (columns.length < 2 || columns.some(({ name }) => name === chosen)) return null;
  const { name, role } = columns[primary];
  return role === "close" || role === "adjusted-close" || isReturn(columns[primary]) || HEADS_PRICES.test(name) ? null : columns[primary];
}

/** Highs and lows that go with closes; null where either is missing. */
export function rangeColumns(series: Series): { high: Column; low: Column } | null {
  const [high, low] = [withRole(series, "high"), withRole(series, "low")];
  return high && low ? { high, low } : null;
}

const NOT_A_CSV: readonly Reason[] = ["ingest/csvNotCsv", "ingest/csvInvalid", "ingest/otherFile"];

/** A file that is no CSV, in the words of the screen it was meant for. */
export const uploadFailure = (failure: Failure | null, cause: Cause): Failure | null =>
  failure && NOT_A_CSV.includes(failure.reason) ? retold(failure, cause) : failure;
