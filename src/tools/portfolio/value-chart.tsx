import { useMemo } from "react";
import { dated, saveTable } from "../../analysis/data/save-table.ts";
import type { ChartPane, ValueSeries } from "../../charts/chart-spec";
import { datedAxis } from "../../charts/dated-axis.ts";
import { TimeChart } from "../../charts/time-chart.tsx";

interface ValueChartProps {
  title: string;
  subtitle: string;
  times: Float64Array | null;
  /** Most important first. Keep stable. */
  lines: readonly Pick<ValueSeries, "label" | "values">[];
  exportName: string;
}

const COLORS = ["accent", "muted", "warn"] as const;

/** Portfolio values over time. */
export function ValueChart({ title, subtitle, times, lines, exportName }: ValueChartProps) {
  const x = useMemo(() => datedAxis(times, "Row"), [times]);
  const panes = useMemo<ChartPane[]>(
    () => [
      {
        key: "value",
        share: 1,
        digits: 0,
        series: lines.map(({ label, values }, i) => ({ key: label, label, values, kind: "line", color: COLORS[i], dashed: i === 2 })),
      },
    ],
    [lines],
  );
  const save = () =>
    void saveTable(
      dated(
        times,
        lines.map(({ label, values }) => ({ name: label, values })),
      ),
      `${exportName}`,
    );
  return <TimeChart title={title} subtitle={subtitle} x={x} panes={panes} height={320} exportName={exportName} onExportTable={save} />;
}
