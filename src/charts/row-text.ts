import { count, fixed, headIn, inUnit, moment } from "../lib/format";
import type { ChartAxis, ChartPane, ChartSeries, ChartTrend } from "./chart-spec";
import { seriesLength } from "./position";

const DEFAULT_DIGITS = 2;
const AXIS_DIGITS = 4;
const INITIALS = ["O", "H", "L", "C"];

/** Name of a row: its date, its number counted from 1, or its position, preceded by its own name if any. */
export function rowName(axis: ChartAxis, row: number): string {
  const name = axis.names?.[row];
  const place = inUnit(placeText(axis, row), axis.unit);
  return name === undefined || name === "" ? place : `${name}, ${axis.label} ${place}`;
}

/** Position of a row along x, as text. */
export function placeText(axis: ChartAxis, row: number): string {
  if (axis.values === null || axis.kind === "index") return count(row + 1);
  return axis.kind === "time" ? moment(axis.values[row]) : fixed(axis.values[row], axis.digits ?? AXIS_DIGITS);
}

/** Header of the column of positions. */
export const placeHead = (axis: ChartAxis): string => headIn(axis.label, axis.unit);

const at = (values: Float64Array, series: ChartSeries, row: number): number => {
  const index = row - (series.start ?? 0);
  const value = index >= 0 && index < seriesLength(series) ? values[index] : Number.NaN;
  if (series.kind === "band") return value;
  const size = series.absolute ? Math.abs(value) : value;
  return (series.factor ?? 1) * size;
};

/** Suffixes for the values of a row: none, the two edges of a band, or the four prices of a bar. */
export function partsOf(series: ChartSeries): readonly string[] {
  if (series.kind === "band") return [", lower", ", upper"];
  return series.price?.range ? [", open", ", high", ", low", ", close"] : [""];
}

/** One value, lower and upper edge, or open, high, low and close; NaN where the series has none at the row. */
export function valuesAt(series: ChartSeries, row: number): number[] {
  if (series.kind === "band") return [at(series.lower, series, row), at(series.upper, series, row)];
  const close = at(series.values, series, row);
  const range = series.price?.range;
  return range ? [at(range.open, series, row), at(range.high, series, row), at(range.low, series, row), close] : [close];
}

export const valueText = (pane: ChartPane, series: ChartSeries, value: number): string =>
  fixed(value, series.digits ?? pane.digits ?? DEFAULT_DIGITS);

/** Whether a series is only a background color without values to read. */
export const isBackdrop = (series: ChartSeries): boolean => series.kind === "band" && series.backdrop !== undefined;

/** "1.04", "0.31–0.62" for a band, "O 1 H 3 L 1 C 2" for a bar, "—" where there is no value. */
export function seriesText(pane: ChartPane, series: ChartSeries, row: number): string {
  const values = valuesAt(series, row);
  if (values.every(Number.isNaN)) return valueText(pane, series, Number.NaN);
  const texts = values.map((value) => valueText(pane, series, value));
  return texts.length === INITIALS.length ? texts.map((text, i) => `${INITIALS[i]} ${text}`).join("  ") : texts.join(" – ");
}

/** Read-out of a straight line at a row. */
export const trendText = (axis: ChartAxis, pane: ChartPane, { intercept, slope }: ChartTrend, row: number): string =>
  fixed(intercept + slope * (axis.values?.[row] ?? Number.NaN), pane.digits ?? DEFAULT_DIGITS);

export const unitOf = (pane: ChartPane, series: ChartSeries): string => series.unit ?? pane.unit ?? "";

/** A row in words, for a screen reader: "1987-10-20: σ fitted 1.04%, |return| 2.11%". Series without a value there are omitted. */
export function rowWords(axis: ChartAxis, panes: ChartPane[], row: number): string {
  const parts = panes.flatMap((pane) =>
    pane.series.flatMap((series) => {
      const values = valuesAt(series, row);
      if (isBackdrop(series) || values.every(Number.isNaN)) return [];
      if (values.length > 2) {
        const parts = partsOf(series).map(
          (part, i) => `${part.slice(2)} ${inUnit(valueText(pane, series, values[i]), unitOf(pane, series))}`,
        );
        return [`${series.label} ${parts.join(", ")}`];
      }
      const text = values.map((value) => valueText(pane, series, value)).join(" to ");
      return [`${series.label} ${inUnit(text, unitOf(pane, series))}`];
    }),
  );
  return `${rowName(axis, row)}: ${parts.join(", ") || "no value"}`;
}
