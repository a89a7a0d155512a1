import type { Column, ColumnRole, ColumnUse, QualityReport, ReturnUnit, Series } from "./contract";

/** Whether a column has returns, simple or logarithmic. */
export const isReturn = (role: ColumnUse): boolean => role === "return" || role === "log-return";

/** Whether a column, by default the analyzed one, was read as returns, or is the analyzed one and has values of zero or below. */
export function cannotBePrices(
  { columns, primary, quality }: Pick<Series, "columns" | "primary" | "quality">,
  column: Column = columns[primary],
): boolean {
  return isReturn(column.role) || (column === columns[primary] && quality.zeroOrNegative.count > 0);
}

/**
 * Whether a column's header says that it is in percent: "Return (%)", "ret_pct", "Change percentage". Not a percentile, nor pandas' pct_change,
 * which returns fractions: there the cells or their size decide.
 */
export const saysPercent = (name: string): boolean => /%|pct(?!i?l|[ _.-]?change)|percent(?!ile)/i.test(name);

/** The findings of the reader that determine the unit of a column, and whether prices have replaced its returns. */
export type KnownUnits = Pick<QualityReport, "returns" | "percents" | "panel">;

/** Those findings for some of the columns. */
export const knownUnits = ({ returns, percents, panel }: KnownUnits, names: ReadonlySet<string>): KnownUnits => ({
  ...(returns && names.has(returns.column) && { returns }),
  ...(percents && { percents: percents.filter((name) => names.has(name)) }),
  ...(panel && { panel: { ...panel, symbols: panel.symbols.filter(({ name }) => names.has(name)) } }),
});

interface Numbers {
  columns: readonly Column[];
  primary: number;
  quality?: KnownUnits;
}

/** Whether prices compounded from the returns of a column have replaced them, as in a panel and the symbols extracted from it. */
function isInPlace({ columns, primary, quality }: Numbers, { name, role }: Column): boolean {
  const { returns, panel } = quality ?? {};
  if (isReturn(role)) return false;
  const isOfSymbol = returns?.compounded && returns.column === name && columns[primary].name === name;
  return isOfSymbol || (panel?.symbols.some((symbol) => symbol.name === name && symbol.returns) ?? false);
}

/**
 * The column a tool analyzes if none is chosen by name: the one the reader picked. If that has prices compounded from returns, whose unit is
 * known, an input type of returns takes the returns themselves.
 * @param kind the tool's input type
 */
export function columnFor({ columns, primary, quality }: Numbers, kind?: string): Column {
  const { returns } = quality ?? {};
  const made = kind?.endsWith("returns") && returns?.compounded ? columns.find(({ name }) => name === returns.column) : undefined;
  return made ?? columns[primary];
}

/** The reader's findings on returns; in a panel whose analyzed symbol has prices, those of the first symbol with returns. */
export function returnsOf(series: Pick<Series, "columns" | "primary" | "quality">): QualityReport["returns"] {
  const { returns, panel } = series.quality;
  const first = panel?.symbols.find((symbol) => symbol.returns);
  const column = series.columns.find(({ name }) => name === first?.name);
  if (returns || !first?.returns || !column) return returns;
  return { column: column.name, ...first.returns, compounded: isInPlace(series, column) };
}

/**
 * The input type of a column: as chosen; "auto" means returns if the column was read as such, else the job infers it from the values. Prices
 * that replaced returns are taken as prices even if returns are chosen: their returns are the same.
 */
export function kindFor<Kind extends string>(series: Numbers, column: Column, kind: Kind): Kind | "returns" | "auto" {
  if (kind.endsWith("returns") && isInPlace(series, column)) return "auto";
  return kind === "auto" && isReturn(column.role) ? "returns" : kind;
}

/** The same for a tool of simple returns, which converts logarithmic ones. */
export const simpleKindFor = <Kind extends string>(
  series: Numbers,
  column: Column,
  kind: Kind,
): Kind | "returns" | "log-returns" | "auto" =>
  kind === "auto" && column.role === "log-return" ? "log-returns" : kindFor(series, column, kind);

/** The unit of a column's returns: as chosen, else as found by the reader; "auto" if it found none, to infer it from their size. */
export function unitFor(series: Numbers, column: Column, chosen: ReturnUnit | "auto"): ReturnUnit | "auto" {
  const { returns, percents } = series.quality ?? {};
  const { name } = column;
  if (chosen !== "auto" || isInPlace(series, column)) return chosen;
  // The reader reports the unit of the column it picked; any other is in percent if its cells or its header say so.
  return returns?.column === name ? returns.unit : percents?.includes(name) || saysPercent(name) ? "percent" : chosen;
}

interface FittedUnit {
  unit: "percent" | "as given";
  foundUnit?: ReturnUnit;
}

/** Whether fitted returns are in percent: as computed by the job, else as inferred by it, else as given. */
export const inPercent = ({ unit, foundUnit }: FittedUnit, given: ReturnUnit | "auto" | undefined): boolean =>
  unit === "percent" || (foundUnit ?? given) === "percent";

/** Input from a column for a job that takes prices or returns: values, input type, and unit of returns. */
export const returnsAsked = <Kind extends string>(series: Numbers, column: Column, kind: Kind, unit: ReturnUnit | "auto" = "auto") => ({
  values: column.values,
  kind: kindFor(series, column, kind),
  unit: unitFor(series, column, unit),
});

/** The same for a job that takes simple returns. */
export const simpleAsked = <Kind extends string>(series: Numbers, column: Column, kind: Kind, unit: ReturnUnit | "auto" = "auto") => ({
  ...returnsAsked(series, column, kind, unit),
  kind: simpleKindFor(series, column, kind),
});

/** The first column with a role. */
export const withRole = ({ columns }: Pick<Numbers, "columns">, role: ColumnRole): Column | undefined =>
  columns.find((column) => column.role === role);

/**
 * The column of closes: the one chosen by name; else the returns that the reader picked, unless prices are chosen; else closes, adjusted closes,
 * or the only column. Null if unknown.
 */
export function closeColumn(series: Numbers, chosen: string | null, kind?: string): Column | null {
  const named = chosen === null ? undefined : series.columns.find(({ name }) => name === chosen);
  const picked = columnFor(series, kind);
  const returned = kind !== "prices" && isReturn(picked.role) ? picked : undefined;
  const only = series.columns.length === 1 ? picked : undefined;
  return named ?? returned ?? withRole(series, "close") ?? withRole(series, "adjusted-close") ?? only ?? null;
}
