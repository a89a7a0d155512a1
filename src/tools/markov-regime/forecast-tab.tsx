import { memo, useMemo } from "react";
import type { ChartAxis, ChartPane, ChartSeries } from "../../charts/chart-spec";
import { regimeColor } from "../../charts/regime-colors";
import { TimeChart } from "../../charts/time-chart.tsx";
import { count, fixed, headIn, percent, plural } from "../../lib/format.ts";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { provenanceOf } from "./provenance";
import type { FitValue, MarkovRun } from "./use-markov";

type Step = FitValue["forecast"][number];
/** Maximum number of regime probabilities beside the step on a phone. */
const MAX_IN_LINE = 2;
const TABLE_STEPS = [1, 2, 5, 10, 21, 42, 63, 126, 252];

/** Each regime's probability, with its long-run share. */
function probabilityPanes(forecast: readonly Step[], regimes: FitValue["regimes"]): ChartPane[] {
  const lines = regimes.flatMap(({ label, share }, i): ChartSeries[] => [
    {
      key: label,
      label: `P(${label})`,
      color: regimeColor(label),
      kind: "line",
      values: Float64Array.from(forecast, (step) => 100 * step.probabilities[i]),
    },
    {
      key: `${label}-share`,
      label: `${label} in the long run`,
      color: regimeColor(label),
      kind: "line",
      dashed: true,
      values: new Float64Array(forecast.length).fill(100 * share),
    },
  ]);
  return [{ key: "probability", share: 1, unit: "%", digits: 1, range: [0, 100], series: lines }];
}

/** Expected return with its band, and volatility. */
function returnPanes(forecast: readonly Step[], unit: string): ChartPane[] {
  const column = (pick: (step: Step) => number) => Float64Array.from(forecast, pick);
  return [
    {
      key: "return",
      share: 1,
      unit,
      digits: 3,
      series: [
        { key: "mean", label: "expected return", color: "accent", kind: "line", values: column(({ mean }) => mean) },
        {
          key: "band",
          label: "90% of returns",
          color: "accent",
          kind: "band",
          lower: column(({ lower }) => lower),
          upper: column(({ upper }) => upper),
        },
      ],
    },
    {
      key: "volatility",
      share: 1,
      unit,
      digits: 3,
      range: [0, null],
      series: [
        { key: "deviation", label: "volatility per step", color: "warn", kind: "line", values: column(({ deviation }) => deviation) },
      ],
    },
  ];
}

/** Regime probabilities and the return distribution, step by step. */
export const ForecastTab = memo(function ForecastTab({ run }: { run: MarkovRun }) {
  const { value: fitted, scale } = run;
  const { forecast, regimes } = fitted;
  const unit = scale === 0.01 ? "%" : "";
  const x = useMemo<ChartAxis>(
    () => ({ kind: "number", values: Float64Array.from(forecast, ({ step }) => step), label: "Step ahead", digits: 0 }),
    [forecast],
  );
  const probabilities = useMemo(() => probabilityPanes(forecast, regimes), [forecast, regimes]);
  const returns = useMemo(() => returnPanes(forecast, unit), [forecast, unit]);
  if (forecast.length === 0)
    return <EmptyState>The forecast horizon is 0 steps: set it to 1 or more and run the analysis again.</EmptyState>;

  const wanted = [...new Set([...TABLE_STEPS.filter((step) => step < forecast.length), forecast.length])];
  const show = (value: number) => fixed(value, 3);
  const named = (header: string) => headIn(header, unit);
  const columns: TableColumn<Step>[] = [
    { id: "step", header: "Step", cell: ({ step }) => count(step) },
    ...regimes.map(
      ({ label }, i): TableColumn<Step> => ({
        id: label,
        header: `P(${label})`,
        matters: regimes.length <= MAX_IN_LINE,
        cell: ({ probabilities }) => percent(probabilities[i], 1),
      }),
    ),
    { id: "mean", header: named("Expected return"), matters: true, cell: ({ mean }) => show(mean) },
    { id: "deviation", header: named("Volatility"), matters: true, cell: ({ deviation }) => show(deviation) },
    { id: "band", header: named("90% band"), cell: ({ lower, upper }) => `${fixed(lower, 3)} to ${fixed(upper, 3)}` },
    { id: "sum", header: named("Cumulative return"), cell: ({ sumMean }) => show(sumMean) },
    { id: "sumDeviation", header: named("Cumulative volatility"), cell: ({ sumDeviation }) => show(sumDeviation) },
  ];
  return (
    <>
      <TimeChart
        title="Regime probabilities ahead"
        subtitle={`${plural(forecast.length, "step")}; dashed: stationary distribution`}
        x={x}
        panes={probabilities}
        exportName="regime-forecast"
        height={240}
      />
      <TimeChart
        title="Return and volatility ahead"
        subtitle={`${unit || "fraction"} per step`}
        x={x}
        panes={returns}
        exportName="regime-return-forecast"
        height={380}
      />
      <Panel
        title="Horizons"
        note="each step a mixture of the regimes"
        actions={<InfoButton {...provenanceOf(run).forecast} />}
        footer="Persistent regimes raise cumulative volatility above √time scaling; the last column includes this."
        flush
      >
        <DataTable
          label="Forecast horizons"
          columns={columns}
          rows={wanted.map((step) => forecast[step - 1])}
          rowKey={({ step }) => step}
          copyable
        />
      </Panel>
    </>
  );
});
