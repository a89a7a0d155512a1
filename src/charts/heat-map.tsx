import { lazy, useCallback, useMemo } from "react";
import { fixed, headIn } from "../lib/format";
import type { ChartFrameProps } from "./chart-frame";
import type { ColorToken } from "./chart-spec";
import { FigureChart } from "./figures/figure-chart";
import type { HeatSpec } from "./figures/heat-figure";
import { MONTH_NAMES } from "./time-ticks";

const HeatPlot = lazy(() => import("./figures/heat-plot").then((module) => ({ default: module.HeatPlot })));

const HEIGHT = 240;
/** With more columns than this the table lists one cell per row: a page of a hundred columns is hard to read and slow to draw. */
const MAX_SIDE_BY_SIDE = 26;
/** Gains and losses; positive and negative, color-blind safe; an amount, which has one side only. */
const TONES: Record<HeatTone, readonly [ColorToken, ColorToken]> = {
  gains: ["down", "up"],
  signed: ["series-2", "series-1"],
  amount: ["accent", "accent"],
};

type HeatTone = "gains" | "signed" | "amount";

interface HeatMapProps extends ChartFrameProps {
  /** Name of the rows: "Year". */
  row: string;
  rows: readonly string[];
  /** Name of the columns, and of the cells: headers of the table if there are too many columns to show side by side. */
  column?: string;
  measure?: string;
  columns: readonly string[];
  /** Row by row, rows × columns; NaN if there is none. */
  values: Float64Array;
  tone: HeatTone;
  /** Value at which the colors change; 0 by default. */
  middle?: number;
  /** Distance from `middle` with the densest color; that of the farthest value by default. */
  limit?: number;
  unit?: string;
  digits?: number;
  /** An extra column without color. */
  totals?: HeatSpec["totals"];
}

/** A table shown by color. Keep `rows`, `columns`, `values` and `totals` stable. */
export function HeatMap(props: HeatMapProps) {
  const { row: head, rows, column: across = "Column", measure = "Value", columns, values, tone, ...rest } = props;
  const { middle = 0, limit, unit, digits = 2, totals, height = HEIGHT, ...frame } = rest;
  const spec = useMemo<HeatSpec>(
    () => ({ rows, columns, values, unit, digits, colors: TONES[tone], middle, limit: limit ?? farthest(values, middle), totals }),
    [rows, columns, values, unit, digits, tone, middle, limit, totals],
  );
  const listed = columns.length > MAX_SIDE_BY_SIDE;
  const heads = useMemo(
    () =>
      listed
        ? [head, across, headIn(measure, unit)]
        : [head, ...columns.map((name) => headIn(name, unit)), ...(totals ? [headIn(totals.label, unit)] : [])],
    [head, across, measure, columns, unit, totals, listed],
  );
  const cell = useCallback(
    (row: number, column: number) => {
      if (listed) {
        const [down, along] = [Math.floor(row / columns.length), row % columns.length];
        return [rows[down], columns[along], fixed(values[row], digits)][column];
      }
      if (column === 0) return rows[row];
      return fixed(column > columns.length ? totals?.values[row] : values[row * columns.length + column - 1], digits);
    },
    [rows, columns, values, digits, totals, listed],
  );
  const csv = () => [
    { name: head, values: [...rows] },
    ...columns.map((name, column) => {
      return { name: headIn(name, unit), values: Float64Array.from(rows.keys(), (row) => values[row * columns.length + column]) };
    }),
    ...(totals ? [{ name: headIn(totals.label, unit), values: totals.values }] : []),
  ];
  return (
    <FigureChart
      {...frame}
      height={height}
      heads={heads}
      cell={cell}
      columns={csv}
      filled={rows.length > 0 && columns.length > 0}
      rows={listed ? values.length : rows.length}
      plot={(plot) => <HeatPlot {...plot} spec={spec} />}
    />
  );
}

const farthest = (values: Float64Array, middle: number): number =>
  values.reduce((most, value) => Math.max(most, Math.abs(value - middle) || 0), 0) || 1;

interface CorrelationMatrixProps extends ChartFrameProps {
  names: readonly string[];
  /** names × names, row by row. */
  values: Float64Array;
}

/** Correlations between −1 and 1. */
export const CorrelationMatrix = ({ names, ...rest }: CorrelationMatrixProps) => (
  <HeatMap {...rest} row="Series" column="With" measure="Correlation" rows={names} columns={names} tone="signed" limit={1} />
);

interface ReturnsCalendarProps extends ChartFrameProps {
  years: readonly string[];
  /** Returns in percent, January to December, year by year; NaN outside the series. */
  values: Float64Array;
  /** Return of each year in percent. */
  totals?: Float64Array;
  digits?: number;
}

/** Returns by month and year. Keep `totals` stable. */
export function ReturnsCalendar({ years, totals, digits = 1, ...rest }: ReturnsCalendarProps) {
  const year = useMemo(() => (totals ? { label: "Year", values: totals } : undefined), [totals]);
  return <HeatMap {...rest} row="Year" rows={years} columns={MONTH_NAMES} tone="gains" unit="%" digits={digits} totals={year} />;
}
