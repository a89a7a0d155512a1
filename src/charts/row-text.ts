import { count, fixed, inUnit, moment } from "../lib/format";
import type { ChartAxis, ChartPane, ChartSeries, ChartTrend } from "./chart-spec";
import { seriesLength } from "./position";

const DEFAULT_DIGITS = 2;
const AXIS_DIGITS = 4;

/** What a row is called: its date, its number counted from 1, or its position, after its name where it has one. */
export function rowName(axis: ChartAxis, row: number): string {
  const name = axis.names?.[row];
  const place = inUnit(placeText(axis, row), axis.unit);
  return name === undefined || name === "" ? place : `${name}, ${axis.label} ${place}`;
}

/** Where a row stands along x. */
export function placeText(axis: ChartAxis, row: number): string {
  if (axis.values === null || axis.kind === "index") return count(row + 1);
  return axis.kind === "time" ? moment(axis.values[row]) : fixed(axis.values[row], axis.digits ?? AXIS_DIGITS);
}

/** Head of the column of positions. */
export const placeHead = (axis: ChartAxis): string => (axis.unit ? `${axis.label} (${axis.unit})` : axis.label);

const at = (values: Float64Array, series: ChartSeries, row: number): number => {
  const index = row - (series.start ?? 0);
  const value = index >= 0 && index < seriesLength(series) ? values[index] : Number.NaN;
  return series.kind !== "band" && series.absolute ? Math.abs(value) : value;
};

/** One value, or lower and upper edge; NaN where the series has none at the row. */
export const valuesAt = (series: ChartSeries, row: number): number[] =>
  series.kind === "band" ? [at(series.lower, series, row), at(series.upper, series, row)] : [at(series.values, series, row)];

export const valueText = (pane: ChartPane, series: ChartSeries, value: number): string =>
  fixed(value, series.digits ?? pane.digits ?? DEFAULT_DIGITS);

/** Whether a series is a color only, without values to be read. */
export const isBackdrop = (series: ChartSeries): boolean => series.kind === "band" && series.backdrop === true;

/** "1.04", "0.31–0.62" for a band, "—" where there is no value. */
export function seriesText(pane: ChartPane, series: ChartSeries, row: number): string {
  const values = valuesAt(series, row);
  if (values.every(Number.isNaN)) return valueText(pane, series, Number.NaN);
  return values.map((value) => valueText(pane, series, value)).join(" – ");
}

/** What a straight line says at a row. */
export const trendText = (axis: ChartAxis, pane: ChartPane, { intercept, slope }: ChartTrend, row: number): string =>
  fixed(intercept + slope * (axis.values?.[row] ?? Number.NaN), pane.digits ?? DEFAULT_DIGITS);

export const unitOf = (pane: ChartPane, series: ChartSeries): string => series.unit ?? pane.unit ?? "";

/** A row in words, for a screen reader: "1987-10-20: σ fitted 1.04%, |return| 2.11%". Series without a value there are left out. */
export function rowWords(axis: ChartAxis, panes: ChartPane[], row: number): string {
  const parts = panes.flatMap((pane) =>
    pane.series.flatMap((series) => {
      const values = valuesAt(series, row);
      if (isBackdrop(series) || values.every(Number.isNaN)) return [];
      const text = values.map((value) => valueText(pane, series, value)).join(" to ");
      return [`${series.label} ${inUnit(text, unitOf(pane, series))}`];
    }),
  );
  return `${rowName(axis, row)}: ${parts.join(", ") || "no value"}`;
}
