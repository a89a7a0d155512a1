import { useMemo } from "react";
import type { ChartPane } from "../../charts/chart-spec";
import { datedAxis } from "../../charts/dated-axis.ts";
import { TimeChart } from "../../charts/time-chart";
import type { RiskRun } from "./use-risk";

interface DrawdownChartProps {
  run: RiskRun;
  /** Rows of the values to zoom to. */
  focus: { from: number; to: number } | null;
  onExportTable: () => void;
}

/** Drawdown as an area below zero, and wealth below it. */
export function DrawdownChart({ run, focus, onExportTable }: DrawdownChartProps) {
  const { value: report, times } = run;
  const { kind, drawdown, wealth, settings } = report;
  // There is one date less for returns than for the wealth computed from them.
  const skipped = times ? wealth.length - times.length : 0;
  const x = useMemo(() => datedAxis(times, "Value"), [times]);
  const panes = useMemo<ChartPane[]>(
    () => [
      {
        key: "drawdown",
        share: 3,
        unit: "%",
        digits: 2,
        range: [null, 0],
        guides: [{ y: -settings.maxDrawdown, label: "limit" }],
        series: [{ key: "drawdown", label: "Drawdown", color: "down", kind: "area", values: drawdown.subarray(skipped), factor: 100 }],
      },
      {
        key: "value",
        share: 2,
        digits: kind === "values" ? 2 : 4,
        series: [
          {
            key: "value",
            label: kind === "values" ? "Value" : "Growth of 1",
            color: "accent",
            kind: "line",
            values: wealth.subarray(skipped),
          },
        ],
      },
    ],
    [kind, drawdown, wealth, settings.maxDrawdown, skipped],
  );
  const zoom = useMemo(() => focus && { from: focus.from - skipped, to: focus.to - skipped }, [focus, skipped]);
  return (
    <TimeChart
      title="Drawdown"
      subtitle="% below the running maximum"
      x={x}
      panes={panes}
      focus={zoom}
      height={340}
      exportName="drawdown"
      onExportTable={onExportTable}
    />
  );
}
