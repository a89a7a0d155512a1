import { memo, useMemo, useState } from "react";
import { fileStem } from "../analysis/data/save-table.ts";
import type { ChartAxis, ChartPane, ChartSeries } from "../charts/chart-spec";
import { datedAxis } from "../charts/dated-axis.ts";
import { regimeGrounds } from "../charts/regime-colors";
import { TimeChart } from "../charts/time-chart.tsx";
import { count } from "../lib/format.ts";
import { Segmented } from "../ui/segmented.tsx";
import { monthEnd, rowOfPoint } from "./month-end";
import type { RegimeSplit } from "./regimes-question";
import { saveRows } from "./save-backtest";
import type { BacktestRun } from "./use-backtest";

type Step = "month" | "day";

/** Names of the steps: without dates, rows are counted. */
const stepsOf = ({ times, performanceData: [{ date }] }: BacktestRun["value"]): Record<Step, string> =>
  times ? { month: "Monthly", day: "Daily" } : { month: `Every ${rowOfPoint(date)} rows`, day: "Every row" };

interface PerformanceChartProps {
  run: BacktestRun;
  /** The regimes that color the background row by row. */
  split?: RegimeSplit | null;
  startsWith?: Step;
}

/** Strategy and benchmark, at month ends, or row by row with trades and drawdown. */
export const PerformanceChart = memo(function PerformanceChart({ run, split = null, startsWith = "month" }: PerformanceChartProps) {
  const [step, setStep] = useState<Step>(startsWith);
  const monthly = useMemo(() => monthlyChart(run), [run]);
  const daily = useMemo(() => (step === "day" ? dailyChart(run, split) : null), [run, split, step]);
  const { x, panes } = daily ?? monthly;
  const { value, series } = run;
  const steps = stepsOf(value);
  const ends = value.times ? "month-end" : steps.month.toLowerCase();
  return (
    <div className="flex flex-col gap-2">
      <TimeChart
        title="Performance Chart"
        subtitle={`growth of ${count(value.settings.initialCapital)}, ${step === "month" ? ends : `${count(value.rows)} rows`}`}
        x={x}
        panes={panes}
        height={step === "day" ? 460 : 320}
        exportName={`${fileStem(series.name)}-performance`}
        onExportTable={step === "day" ? () => saveRows(run) : undefined}
        footer={
          <Segmented
            label="Step"
            labelHidden
            value={step}
            options={[
              { value: "month", label: steps.month },
              { value: "day", label: steps.day },
            ]}
            onChange={setStep}
          />
        }
      />
    </div>
  );
});

const line = (key: string, label: string, color: ChartSeries["color"], values: Float64Array, dashed = false): ChartSeries => ({
  key,
  label,
  kind: "line",
  color,
  values,
  dashed,
});

function monthlyChart({ value }: BacktestRun): { x: ChartAxis; panes: ChartPane[] } {
  const { performanceData, times, rows, equity } = value;
  const dates = performanceData.map(({ date }) => date);
  const start = equity[0];
  // The capital precedes the first month, so that the first month's gain is visible.
  const positions = times
    ? [times[0], ...dates.map((date, k) => (k === dates.length - 1 ? times[rows - 1] : monthEnd(date)))]
    : [1, ...dates.map(rowOfPoint)];
  const column = (key: "portfolio" | "benchmark") => Float64Array.from([start, ...performanceData.map((point) => point[key])]);
  const x: ChartAxis = {
    kind: times ? "time" : "number",
    values: Float64Array.from(positions),
    label: times ? "Month to" : "Row",
    digits: 0,
  };
  const series = [
    line("strategy", "Strategy", "accent", column("portfolio")),
    line("benchmark", "Benchmark", "muted", column("benchmark")),
  ];
  return { x, panes: [{ key: "value", share: 1, digits: 0, series }] };
}

function dailyChart({ value, series: data, input }: BacktestRun, split: RegimeSplit | null): { x: ChartAxis; panes: ChartPane[] } {
  const { equity, benchmark, unadjusted, drawdown, bought, sold, markedFrom, weight, assets, times, firstRow, rows } = value;
  const x = datedAxis(times, "Row");
  const price = input.bars.close.subarray(firstRow, firstRow + rows);
  const column = data.columns.find(({ values }) => values === input.bars.close)?.name ?? "Price";
  return {
    x,
    panes: [
      {
        key: "value",
        share: 3,
        digits: 0,
        series: [
          line("strategy", "Strategy", "accent", equity),
          line("benchmark", "Benchmark", "muted", benchmark),
          ...(unadjusted ? [line("unadjusted", "Without adjustment", "warn", unadjusted.equity, true)] : []),
          ...(split
            ? regimeGrounds(
                split.regimes.map(({ label }) => label),
                split.sides,
              )
            : []),
        ],
      },
      // Several assets have no common price: the invested share is shown instead.
      assets
        ? { key: "invested", share: 1, digits: 2, series: [line("invested", "Invested, fraction of equity", "faint", weight)] }
        : {
            key: "price",
            share: 2,
            series: [
              { key: "bought", label: "Bought", kind: "points", color: "up", values: bought, start: markedFrom },
              { key: "sold", label: "Sold", kind: "points", color: "down", values: sold, start: markedFrom },
              line("price", column, "faint", price),
            ],
          },
      {
        key: "drawdown",
        share: 1,
        unit: "%",
        digits: 1,
        series: [{ key: "drawdown", label: "Drawdown", kind: "area", color: "down", values: drawdown, factor: 100 }],
      },
    ],
  };
}
