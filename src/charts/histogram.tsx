import { useMemo } from "react";
import type { ChartAxis, ChartPane } from "./chart-spec";
import { TimeChart, type TimeChartProps } from "./time-chart.tsx";

interface HistogramProps extends Omit<TimeChartProps, "x" | "panes"> {
  bins: { middles: Float64Array; counts: Float64Array };
  /** Name of the values, and of what is counted. */
  measure: string;
  counted: string;
  digits?: number;
}

/** How many values lie in each bin, as bars over their middles. Keep `bins` and `markers` stable. */
export function Histogram({ bins, measure, counted, digits = 2, ...chart }: HistogramProps) {
  const x = useMemo<ChartAxis>(() => ({ kind: "number", values: bins.middles, label: measure, digits }), [bins, measure, digits]);
  const panes = useMemo<ChartPane[]>(() => {
    const series: ChartPane["series"] = [{ key: "counts", label: counted, color: "accent", kind: "bars", values: bins.counts }];
    return [{ key: "counts", share: 1, digits: 0, range: [0, null], series }];
  }, [bins, counted]);
  return <TimeChart {...chart} x={x} panes={panes} />;
}
