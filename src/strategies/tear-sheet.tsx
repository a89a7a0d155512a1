import { memo, useMemo } from "react";
import { DrawdownTable } from "../analysis/drawdown-table.tsx";
import { programColumn } from "../analysis/programs/program-column";
import type { ByProgram } from "../analysis/programs/use-by-program";
import { usePacedJob } from "../analysis/use-paced-job";
import { count, percent, plain } from "../lib/format.ts";
import { DataTable, type TableColumn } from "../ui/data-table.tsx";
import { FailureBox } from "../ui/failure-box.tsx";
import { InfoButton, type Provenance } from "../ui/info-button.tsx";
import { Panel } from "../ui/panel.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { summaryQuestion, type TearLine, tearLines } from "./tear-lines";
import type { BacktestRun } from "./use-backtest";
import { useEquityByProgram } from "./use-equity-by-program";

const columnsOf = (by: ByProgram): TableColumn<TearLine>[] => [
  { id: "name", header: "Figure", cell: ({ name }) => name },
  { id: "strategy", header: "Strategy", matters: true, cell: ({ strategy }) => strategy },
  ...programColumn<TearLine>(by, ({ figure }) => figure),
  { id: "benchmark", header: "Benchmark", matters: true, cell: ({ benchmark }) => benchmark },
];

const provenanceOf = ({ value, annualization }: BacktestRun): Provenance => ({
  title: "Tear sheet",
  computedBy: "relativeTo",
  formula:
    "of simple returns: beta, alpha, tracking error and information ratio against the benchmark; historical value at risk and expected shortfall; tail ratio = |q(0.95) / q(0.05)|; best and worst step, month and year",
  settings: [
    ["Risk-free rate", percent(value.settings.riskFree)],
    ["Steps per year", plain(annualization)],
  ],
  n: `${count(value.rows - 1)} returns`,
  differs: "QuantStats does not subtract a risk-free rate from alpha and takes its value at risk from a normal distribution.",
});

const drawdownProvenance = ({ value }: BacktestRun): Provenance => ({
  title: "Worst drawdowns",
  computedBy: "drawdownsOf",
  formula: "from a peak to full recovery",
  n: `${count(value.rows)} rows`,
});

/** Figures a tear sheet adds to the performance: relation to the benchmark, tails, extremes and the worst drawdowns. */
export const TearSheet = memo(function TearSheet({ run }: { run: BacktestRun }) {
  const question = useMemo(() => summaryQuestion(run), [run]);
  const by = useEquityByProgram(run);
  const columns = useMemo(() => columnsOf(by), [by]);
  const outcome = usePacedJob("summarize-performance", question)?.outcome;
  if (!outcome) return <Skeleton rows={14} />;
  if (!outcome.ok) return <FailureBox failure={outcome.failure} />;
  const { times, rows } = run.value;
  return (
    <>
      <Panel
        title="Tear sheet"
        note={`against ${run.benchmark?.name ?? "buy and hold"}`}
        actions={<InfoButton {...provenanceOf(run)} />}
        footer={times ? "The first and the last month and year may be partial." : "Months and years: not available, needs rows with dates."}
        flush
      >
        <DataTable label="Tear sheet" columns={columns} rows={tearLines(run, outcome.value)} rowKey={({ name }) => name} copyable />
      </Panel>
      <DrawdownTable episodes={outcome.value.drawdowns} values={rows} times={times} info={drawdownProvenance(run)} />
    </>
  );
});
