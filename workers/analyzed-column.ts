import type { Column, ColumnRole, ColumnUse, QualityReport, ReturnUnit, Series } from "./contract";

/** Whether a column has returns, simple or logarithmic. */
export const isReturn = (role: ColumnUse): boolean => role === "return" || role === "log-return";

/**
 * Whether the header of a column says that it is in percent: "Return (%)", "ret_pct", "Change percentage". A percentile is none, and what pandas
 * calls pct_change are fractions: their cells or their size tell.
 */
export const saysPercent = (name: string): boolean => /%|pct(?!i?l|[ _.-]?change)|percent(?!ile)/i.test(name);

/** What reading found by which the unit of a column is known, and whether prices are in the place of returns. */
export type KnownUnits = Pick<QualityReport, "returns" | "percents" | "panel">;

/** The same of some columns. */
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

/** Whether a column of a panel, or of a symbol of one, has prices where its returns were: these are not there any more. */
function isInPlace({ columns, primary, quality }: Numbers, { name, role }: Column): boolean {
  const { returns, panel } = quality ?? {};
  if (isReturn(role)) return false;
  const isOfSymbol = returns?.compounded && returns.column === name && columns[primary].name === name;
  return isOfSymbol || (panel?.symbols.some((symbol) => symbol.name === name && symbol.returns) ?? false);
}

/**
 * The column a tool analyzes where none is chosen by name: the one the reader picked. Of returns that prices were made of it is these prices, whose
 * unit is known, and the returns themselves where returns are asked for.
 * @param kind what the tool is told that its values are
 */
export function columnFor({ columns, primary, quality }: Numbers, kind?: string): Column {
  const { returns } = quality ?? {};
  const made = kind?.endsWith("returns") && returns?.compounded ? columns.find(({ name }) => name === returns.column) : undefined;
  return made ?? columns[primary];
}

/** What is said of the returns of a reading: of a panel whose analyzed symbol has prices, the first that has returns. */
export function returnsOf(series: Pick<Series, "columns" | "primary" | "quality">): QualityReport["returns"] {
  const { returns, panel } = series.quality;
  const first = panel?.symbols.find((symbol) => symbol.returns);
  const column = series.columns.find(({ name }) => name === first?.name);
  if (returns || !first?.returns || !column) return returns;
  return { column: column.name, ...first.returns, compounded: isInPlace(series, column) };
}

/**
 * What a column holds: as it was read where that is left open, else the jobs go by its values. Prices in the place of returns are prices where returns
 * are asked for too: theirs are the same.
 */
export function kindFor<Kind extends string>(series: Numbers, column: Column, kind: Kind): Kind | "returns" | "auto" {
  if (kind.endsWith("returns") && isInPlace(series, column)) return "auto";
  return kind === "auto" && isReturn(column.role) ? "returns" : kind;
}

/** The same for a tool of simple returns, which makes them of logarithmic ones. */
export const simpleKindFor = <Kind extends string>(
  series: Numbers,
  column: Column,
  kind: Kind,
): Kind | "returns" | "log-returns" | "auto" =>
  kind === "auto" && column.role === "log-return" ? "log-returns" : kindFor(series, column, kind);

/** What the returns of a column are in: as chosen, else as the reader told them; "auto" where it told nothing, and their size is to tell. */
export function unitFor(series: Numbers, column: Column, chosen: ReturnUnit | "auto"): ReturnUnit | "auto" {
  const { returns, percents } = series.quality ?? {};
  const { name } = column;
  if (chosen !== "auto" || isInPlace(series, column)) return chosen;
  // The reader told of the column it picked; another one may say so itself, by its cells or its header.
  return returns?.column === name ? returns.unit : percents?.includes(name) || saysPercent(name) ? "percent" : chosen;
}

interface FittedUnit {
  unit: "percent" | "as given";
  foundUnit?: ReturnUnit;
}

/** Whether returns that were fitted are in percent: as the job made them, else as it found them, else as it was told. */
export const inPercent = ({ unit, foundUnit }: FittedUnit, given: ReturnUnit | "auto" | undefined): boolean =>
  unit === "percent" || (foundUnit ?? given) === "percent";

/** What a question that takes prices or returns is told of a column: its values, what they are, and the unit of returns. */
export const returnsAsked = <Kind extends string>(series: Numbers, column: Column, kind: Kind, unit: ReturnUnit | "auto" = "auto") => ({
  values: column.values,
  kind: kindFor(series, column, kind),
  unit: unitFor(series, column, unit),
});

/** What a question of simple returns is told of a column: its values, what they are, and the unit of returns. */
export const simpleAsked = <Kind extends string>(series: Numbers, column: Column, kind: Kind, unit: ReturnUnit | "auto" = "auto") => ({
  ...returnsAsked(series, column, kind, unit),
  kind: simpleKindFor(series, column, kind),
});

/** The first column of a role. */
export const withRole = ({ columns }: Pick<Numbers, "columns">, role: ColumnRole): Column | undefined =>
  columns.find((column) => column.role === role);

/**
 * The column of closes: the one chosen by name, the one a header calls Close, returns if the reader picked them and prices are not asked for, or the
 * only one there is; null if unknown.
 */
export function closeColumn(series: Numbers, chosen: string | null, kind?: string): Column | null {
  const named = chosen === null ? undefined : series.columns.find(({ name }) => name === chosen);
  const picked = columnFor(series, kind);
  const returned = kind !== "prices" && isReturn(picked.role) ? picked : undefined;
  const only = series.columns.length === 1 ? picked : undefined;
  return named ?? returned ?? withRole(series, "close") ?? withRole(series, "adjusted-close") ?? only ?? null;
}
