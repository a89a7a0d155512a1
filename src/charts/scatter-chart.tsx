import { useMemo } from "react";
import type { ChartFrameProps } from "./chart-frame";
import type { ChartGrip } from "./chart-grips";
import type { ChartAxis, ChartPane, ChartQuadrants, ChartTrend, ColorToken } from "./chart-spec";
import { inOrder } from "./row-order";
import { seriesColor } from "./series-color";
import { TimeChart } from "./time-chart";

export interface ScatterGroup {
  key: string;
  label: string;
  /** y value of each row; NaN if the row is not in this group. */
  values: Float64Array;
  color?: ColorToken;
}

interface ScatterChartProps extends ChartFrameProps {
  /** Positions along x: in any order up to 5,000 rows, ascending above. */
  x: { label: string; values: Float64Array; unit?: string; digits?: number };
  y?: { unit?: string; digits?: number; range?: ChartPane["range"] };
  groups: readonly ScatterGroup[];
  /** Names of the rows, "" for none; up to 40 are written beside their points. */
  names?: readonly string[];
  /** A straight line, already fitted. */
  fit?: Omit<ChartTrend, "key" | "color"> & { color?: ColorToken };
  quadrants?: ChartQuadrants;
  /** A point was clicked, or chosen with Enter at the cursor. */
  onPick?: (row: number) => void;
  /** Draggable points. */
  grips?: readonly ChartGrip[];
}

/** One variable against another. Keep `x`, `y`, `groups`, `names`, `fit` and `quadrants` stable. */
export function ScatterChart({ x, y, groups, names, fit, quadrants, onPick, ...frame }: ScatterChartProps) {
  const { axis, panes, order } = useMemo(() => {
    const order = inOrder(x.values);
    const sorted = (values: Float64Array) => (order ? Float64Array.from(order, (row) => values[row]) : values);
    const axis: ChartAxis = {
      kind: "number",
      ...x,
      values: sorted(x.values),
      names: order && names ? order.map((row) => names[row]) : names,
    };
    const series = groups.map(({ color, values, ...group }, index) => {
      return { ...group, kind: "points" as const, color: color ?? seriesColor(index), values: sorted(values) };
    });
    const trends: ChartTrend[] = fit ? [{ key: "fit", color: "muted", ...fit }] : [];
    const panes: ChartPane[] = [{ key: "points", share: 1, ...y, series, trends, quadrants }];
    return { axis, panes, order };
  }, [x, y, groups, names, fit, quadrants]);
  return <TimeChart {...frame} x={axis} panes={panes} onPick={onPick && ((row) => onPick(order ? order[row] : row))} />;
}
