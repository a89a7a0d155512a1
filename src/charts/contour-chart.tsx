import { lazy, useCallback, useMemo } from "react";
import { fixed } from "../lib/format";
import type { ChartFrameProps } from "./chart-frame";
import type { ContourSpec } from "./figures/contour-figure";
import type { MovedPoint } from "./figures/contour-plot";
import { FigureChart } from "./figures/figure-chart";

const ContourPlot = lazy(() => import("./figures/contour-plot").then((module) => ({ default: module.ContourPlot })));

const HEIGHT = 320;

interface ContourChartProps extends ChartFrameProps, Omit<ContourSpec, "height"> {
  grip: MovedPoint;
}

/** Heights over a plane of two values as colors and contour lines, with a draggable point. Keep all props but `grip` stable. */
export function ContourChart(props: ContourChartProps) {
  const { x, y, values, measure, digits, depth, lines, place, grip, height = HEIGHT, ...frame } = props;
  const spec = useMemo<ContourSpec>(
    () => ({ x, y, values, measure, digits, depth, lines, place, height }),
    [x, y, values, measure, digits, depth, lines, place, height],
  );
  const heads = useMemo(() => [y.label, x.label, measure], [x, y, measure]);
  const cell = useCallback(
    (index: number, column: number) => {
      const [row, along] = [Math.floor(index / x.values.length), index % x.values.length];
      return [fixed(y.values[row], y.digits), fixed(x.values[along], x.digits), fixed(values[index], digits)][column];
    },
    [x, y, values, digits],
  );
  const columns = () => {
    const along = (of: (row: number, column: number) => number) =>
      Float64Array.from(values, (_, index) => of(Math.floor(index / x.values.length), index % x.values.length));
    return [
      { name: y.label, values: along((row) => y.values[row]) },
      { name: x.label, values: along((_, column) => x.values[column]) },
      { name: measure, values },
    ];
  };
  return (
    <FigureChart
      {...frame}
      height={height}
      heads={heads}
      rows={values.length}
      cell={cell}
      columns={columns}
      filled={values.length > 0}
      plot={(plot) => <ContourPlot {...plot} spec={spec} grip={grip} />}
    />
  );
}
