import { lazy, useCallback, useMemo } from "react";
import { headIn, percent } from "../lib/format";
import type { ChartFrameProps } from "./chart-frame";
import type { DonutSlice, DonutSpec } from "./figures/donut-figure";
import { FigureChart } from "./figures/figure-chart";
import { withUnit } from "./figures/value-text";

export type { DonutSlice };

const DonutPlot = lazy(() => import("./figures/donut-plot").then((module) => ({ default: module.DonutPlot })));

const HEIGHT = 200;

interface DonutChartProps extends ChartFrameProps {
  /** Name of the parts: "Asset", "Regime". */
  part: string;
  /** Name of the measure: "Weight". */
  measure: string;
  slices: readonly DonutSlice[];
  unit?: string;
  digits?: number;
  /** Text in the hole; the largest part by default. */
  center?: DonutSpec["center"];
}

/** Parts of a whole. Keep `slices` and `center` stable. Values of zero or less are listed but have no slice. */
export function DonutChart(props: DonutChartProps) {
  const { part, measure, slices, unit, digits = 1, center, height = HEIGHT, ...frame } = props;
  const spec = useMemo<DonutSpec>(() => ({ slices, unit, digits, center, height }), [slices, unit, digits, center, height]);
  const whole = slices.reduce((sum, { value }) => sum + (value > 0 ? value : 0), 0);
  const heads = useMemo(() => [part, headIn(measure, unit), "Share"], [part, measure, unit]);
  const cell = useCallback(
    (row: number, column: number) => {
      const { label, value } = slices[row];
      if (column === 0) return label;
      return column === 1 ? withUnit(value, digits) : percent(Math.max(0, value) / whole);
    },
    [slices, digits, whole],
  );
  const columns = () => [
    { name: part, values: slices.map(({ label }) => label) },
    { name: headIn(measure, unit), values: Float64Array.from(slices, ({ value }) => value) },
  ];
  return (
    <FigureChart
      {...frame}
      height={height}
      heads={heads}
      cell={cell}
      columns={columns}
      filled={whole > 0}
      rows={slices.length}
      plot={(plot) => <DonutPlot {...plot} spec={spec} />}
    />
  );
}
