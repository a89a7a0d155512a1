import { useMemo } from "react";
import type { ChartMarkers, ChartPane } from "../../charts/chart-spec";
import { datedAxis } from "../../charts/dated-axis.ts";
import { TimeChart } from "../../charts/time-chart";
import { percent } from "../../lib/format.ts";
import type { RiskReport, RiskRun } from "./use-risk";

interface BacktestChartProps {
  run: RiskRun;
  backtest: NonNullable<RiskReport["backtest"]>;
  onExportTable: () => void;
}

/** Every return against the value at risk predicted for its step; exceptions are highlighted. */
export function BacktestChart({ run, backtest, onExportTable }: BacktestChartProps) {
  const { value: report, returnTimes } = run;
  const { stepReturns } = report;
  const { window, valueAtRisk, exceptions } = backtest;
  const x = useMemo(() => datedAxis(returnTimes, "Return"), [returnTimes]);
  const panes = useMemo<ChartPane[]>(
    () => [
      {
        key: "returns",
        share: 1,
        unit: "%",
        digits: 2,
        series: [
          { key: "limit", label: "−VaR", color: "warn", kind: "line", values: valueAtRisk, factor: -100 },
          { key: "exceptions", label: "Exceptions", color: "down", kind: "points", values: exceptions, factor: 100 },
          { key: "returns", label: "Return", color: "muted", kind: "bars", values: stepReturns, factor: 100 },
        ],
      },
    ],
    [stepReturns, valueAtRisk, exceptions],
  );
  const markers = useMemo<ChartMarkers>(
    () => ({ zones: [{ from: -0.5, to: window - 0.5, label: "first window", tone: "dimmed" }] }),
    [window],
  );
  return (
    <TimeChart
      title="Returns and value at risk"
      subtitle={`% per step, ${percent(report.settings.confidenceLevel, 0)}, window of ${window} returns before each step`}
      x={x}
      panes={panes}
      markers={markers}
      height={240}
      exportName="value-at-risk-backtest"
      onExportTable={onExportTable}
    />
  );
}
