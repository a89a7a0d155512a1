import { memo, useMemo } from "react";
import { fileStem } from "../../analysis/data/save-table.ts";
import type { ChartAxis, ChartPane } from "../../charts/chart-spec";
import { TimeChart } from "../../charts/time-chart.tsx";
import { count, fixed, inUnit, percent, plural } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { TableFormatName } from "../../ui/table-format.tsx";
import { parametersLine } from "./candidates";
import { provenanceOf } from "./provenance";
import { rowName } from "./rows";
import { saveWindows } from "./save-windows";
import type { ValidationRun } from "./use-validation";

interface WindowRow {
  index: number;
  split: () => string;
  name: string;
  parameters: string;
  inSample: number;
  outOfSample: number;
}

const COLUMNS: TableColumn<WindowRow>[] = [
  { id: "window", header: "Window", cell: ({ index }) => count(index + 1) },
  { id: "split", header: "Out of sample from", cell: ({ split }) => split() },
  { id: "inSample", header: "In-sample", matters: true, cell: ({ inSample }) => inUnit(fixed(inSample, 1), "%") },
  { id: "outOfSample", header: "Out-of-sample", matters: true, cell: ({ outOfSample }) => inUnit(fixed(outOfSample, 1), "%") },
  { id: "choice", header: "Selected in sample", cell: ({ name }) => name, words: true },
  { id: "parameters", header: "Parameters", cell: ({ parameters }) => parameters, words: true },
];

/** Returns before and after each choice, and what was chosen. */
export const WalkForwardPanel = memo(function WalkForwardPanel({ run }: { run: ValidationRun }) {
  const { walkForward, walkForwardReason } = run.value;
  if (!walkForward) {
    return (
      <Panel title="Walk-Forward Performance">
        <p className="text-muted">{walkForwardReason}</p>
      </Panel>
    );
  }
  return (
    <>
      <WindowChart run={run} walkForward={walkForward} />
      <JoinedFigures run={run} walkForward={walkForward} />
      <WindowTable run={run} walkForward={walkForward} />
    </>
  );
});

interface WindowsProps {
  run: ValidationRun;
  walkForward: NonNullable<ValidationRun["value"]["walkForward"]>;
}

function WindowChart({ run, walkForward }: WindowsProps) {
  const { candidates, kind, settings } = run.value;
  const x = useMemo<ChartAxis>(
    () =>
      walkForward.times
        ? { kind: "time", values: walkForward.times, label: "Window ending" }
        : { kind: "number", values: walkForward.months, label: "Month", digits: 1 },
    [walkForward],
  );
  const panes = useMemo<ChartPane[]>(() => {
    // A line through one window would be invisible.
    const kind = walkForward.from.length > 1 ? "line" : "points";
    return [
      {
        key: "returns",
        share: 1,
        digits: 1,
        unit: "%",
        series: [
          { key: "out", label: "Out-of-sample", short: "out", kind, color: "accent", values: walkForward.outOfSample },
          { key: "in", label: "In-sample", short: "in", kind, color: "muted", dashed: true, values: walkForward.inSample },
        ],
      },
    ];
  }, [walkForward]);
  return (
    <TimeChart
      title="Walk-Forward Performance"
      subtitle={`mean return per year, ${plural(walkForward.from.length, "window")}`}
      x={x}
      panes={panes}
      height={300}
      exportName={`${fileStem(run.series.name)}-walk-forward`}
      footer={
        <span className="flex items-center justify-between gap-2">
          <span>
            {kind === "record"
              ? "The same record in and out of sample: nothing is selected."
              : `In each window the ${candidates.length === 1 ? "only candidate" : `best of ${count(candidates.length)} candidates in sample`} is tested on the next ${count(Math.round(settings.windowSize * settings.outOfSamplePct))} rows.`}
          </span>
          <InfoButton {...provenanceOf(run).windows} />
        </span>
      }
    />
  );
}

/** Performance over all rows out of sample, each traded by the latest choice before it. */
function JoinedFigures({ run, walkForward: { performance } }: WindowsProps) {
  const { joined } = provenanceOf(run);
  return (
    <StatStrip label="Out of sample, windows joined">
      <Stat label="Total return out of sample" value={percent(performance.totalReturn)} info={joined} />
      <Stat label="Sharpe ratio out of sample" value={fixed(performance.sharpe, 2)} info={joined} />
      <Stat label="Max drawdown out of sample" value={percent(performance.maxDrawdown)} info={joined} />
    </StatStrip>
  );
}

function WindowTable({ run, walkForward }: WindowsProps) {
  const { candidates, kind } = run.value;
  const rows = useMemo(() => {
    const name = rowName(run);
    const { from, split, choice, inSample, outOfSample } = walkForward;
    return {
      length: from.length,
      at: (index: number): WindowRow => {
        const chosen = candidates[choice[index]];
        return {
          index,
          split: () => name(split[index]),
          name: chosen.name.replace(`, ${chosen.strategy ? parametersLine(chosen.strategy) : ""}`, ""),
          parameters: chosen.strategy ? parametersLine(chosen.strategy) : "",
          inSample: inSample[index],
          outOfSample: outOfSample[index],
        };
      },
    };
  }, [walkForward, candidates, run]);
  return (
    <Panel
      title={kind === "record" ? "Windows" : "Selected parameters by window"}
      note="returns per year"
      actions={
        <Button size="small" onPress={() => saveWindows(run)}>
          <TableFormatName />
        </Button>
      }
      flush
    >
      <DataTable
        label="Walk-forward windows"
        columns={kind === "record" ? COLUMNS.filter(({ id }) => id !== "choice" && id !== "parameters") : COLUMNS}
        rows={rows}
        rowKey={({ index }) => index}
        height={300}
        copyable
      />
    </Panel>
  );
}
