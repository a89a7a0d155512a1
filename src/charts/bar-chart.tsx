import { lazy, useCallback, useMemo } from "react";
import { headIn } from "../lib/format";
import type { ChartFrameProps } from "./chart-frame";
import type { BarSeries, BarSpec } from "./figures/bar-figure";
import { FigureChart } from "./figures/figure-chart";
import { withUnit } from "./figures/value-text";

export type { BarSeries };

const BarPlot = lazy(() => import("./figures/bar-plot").then((module) => ({ default: module.BarPlot })));

const HEIGHT = 260;
/** Height of a category in a sideways chart with one series, and of each bar with several, in CSS pixels. */
const ROW = 24;
const BAR = 14;

export interface BarChartProps extends ChartFrameProps {
  /** Name of the category axis: "Month", "Fold". */
  category: string;
  categories: readonly string[];
  /** Most important first. */
  series: readonly BarSeries[];
  layout?: BarSpec["layout"];
  direction?: BarSpec["direction"];
  unit?: string;
  digits?: number;
  /** Colors by sign: positive values in the up color, negative ones in the down color. */
  bySign?: boolean;
}

/** Bars over categories. Keep `categories` and `series` stable. */
export function BarChart(props: BarChartProps) {
  const { category, categories, series, layout = "grouped", direction = "upright", unit, digits = 2, bySign, ...frame } = props;
  const across = layout === "grouped" ? series.length : 1;
  const lying = Math.max(ROW, across * BAR + 6) * categories.length + 30;
  const height = frame.height ?? (direction === "sideways" ? lying : HEIGHT);
  const spec = useMemo<BarSpec>(
    () => ({ categories, series, layout, direction, unit, digits, bySign, height }),
    [categories, series, layout, direction, unit, digits, bySign, height],
  );
  const heads = useMemo(() => [category, ...series.map(({ label }) => headIn(label, unit))], [category, series, unit]);
  const cell = useCallback(
    (row: number, column: number) => (column === 0 ? categories[row] : withUnit(series[column - 1].values[row], digits)),
    [categories, series, digits],
  );
  const columns = () => [
    { name: category, values: [...categories] },
    ...series.map(({ label, values }) => ({ name: headIn(label, unit), values })),
  ];
  const filled = categories.length > 0 && series.length > 0;
  return (
    <FigureChart
      {...frame}
      height={height}
      filled={filled}
      heads={heads}
      cell={cell}
      columns={columns}
      rows={categories.length}
      plot={(plot) => <BarPlot {...plot} spec={spec} />}
    />
  );
}
