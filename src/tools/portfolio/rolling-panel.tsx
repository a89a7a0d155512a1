import { useMemo } from "react";
import type { ChartPane } from "../../charts/chart-spec";
import { datedAxis } from "../../charts/dated-axis.ts";
import { TimeChart } from "../../charts/time-chart.tsx";
import { count, percent, plural } from "../../lib/format.ts";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { backtestProvenance } from "./provenance";
import type { BacktestRun } from "./use-simulation";

type Span = BacktestRun["value"]["rolling"][number];

const COLORS = ["accent", "series-2", "series-3"] as const;
const spanName = ({ years }: Span) => plural(years, "year");
const COLUMNS: TableColumn<Span>[] = [
  { id: "span", header: "Span", cell: spanName },
  { id: "windows", header: "Windows", cell: ({ windows }) => count(windows) },
  { id: "worst", header: "Worst", cell: ({ worst }) => percent(worst, 1) },
  { id: "median", header: "Median", cell: ({ median }) => percent(median, 1) },
  { id: "best", header: "Best", cell: ({ best }) => percent(best, 1) },
  { id: "positive", header: "Above 0", cell: ({ positive }) => percent(positive, 1) },
];

/** Annualized growth over the one, three and five years before each row. */
export function RollingPanel({ result }: { result: BacktestRun["value"] }) {
  const { rolling, times } = result;
  const x = useMemo(() => datedAxis(times, "Row"), [times]);
  const panes = useMemo<ChartPane[]>(
    () => [
      {
        key: "rolling",
        share: 1,
        unit: "%",
        digits: 1,
        guides: [{ y: 0, label: "0" }],
        series: rolling.map((span, i) => ({
          key: `rolling-${span.years}`,
          label: spanName(span),
          kind: "line",
          color: COLORS[i],
          values: span.values,
        })),
      },
    ],
    [rolling],
  );
  const info = <InfoButton {...backtestProvenance.rolling} />;
  if (rolling.length === 0) {
    return (
      <Panel title="Rolling returns" actions={info}>
        <p className="text-muted">Not available: needs more than one year between the dates.</p>
      </Panel>
    );
  }
  return (
    <>
      <TimeChart
        title="Rolling returns"
        subtitle="annual growth over trailing windows"
        x={x}
        panes={panes}
        height={240}
        exportName="rolling-returns"
      />
      <Panel title="Rolling returns by span" note="per year" actions={info} flush>
        <DataTable label="Rolling returns by span" columns={COLUMNS} rows={rolling} rowKey={({ years }) => years} copyable />
      </Panel>
    </>
  );
}
