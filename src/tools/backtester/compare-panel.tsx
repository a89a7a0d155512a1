import { useAtomValue } from "jotai";
import { memo, useMemo } from "react";
import { fileStem } from "../../analysis/data/save-table.ts";
import { earlierRuns } from "../../analysis/earlier-runs";
import { TimeChart } from "../../charts/time-chart.tsx";
import { clockTime, percent } from "../../lib/format.ts";
import type { RunBody } from "../../state/run-body";
import { runsAtom } from "../../state/run-list";
import type { BacktestRun } from "../../strategies/use-backtest";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProgressBar } from "../../ui/progress.tsx";
import { Select } from "../../ui/select.tsx";
import { type ComparedFigure, comparedChart, comparedFigures } from "./compared";
import { describedRun, settingRows } from "./setting-rows";
import { type Earlier, useEarlier } from "./use-earlier";

/** This backtest beside an earlier one from the list of runs: growth, figures, and differing settings. */
export const ComparePanel = memo(function ComparePanel({ run }: { run: BacktestRun }) {
  const { records } = useAtomValue(runsAtom);
  const { earlier, failure, asked, choose, cancel } = useEarlier();
  const offered = useMemo(() => earlierRuns(records, run, ({ input }) => input !== null), [records, run]);
  return (
    <>
      <Panel
        title="Compare runs"
        note="with an earlier backtest from Runs"
        actions={
          <InfoButton
            title="Compare runs"
            formula="the earlier run is repeated on the same data with this app version"
            computedBy="backtestRun"
          />
        }
      >
        {offered.length > 0 ? (
          <Select
            label="Earlier backtest"
            className="max-w-md"
            value={asked ?? earlier?.id ?? null}
            placeholder="Choose one"
            options={offered.map(({ id, body }) => ({ value: id, label: body.title, note: noteOf(body) }))}
            onChange={(id) => {
              const record = offered.find((one) => one.id === id);
              if (record) void choose(record);
            }}
          />
        ) : (
          <p className="text-muted">No other backtest is recorded yet. Run one with another strategy, settings or data to compare.</p>
        )}
        {asked ? (
          <div className="mt-3">
            <ProgressBar label="Rerunning the earlier backtest" fraction={null} onCancel={cancel} />
          </div>
        ) : null}
        <FailureBox failure={failure} />
      </Panel>
      {earlier ? <Comparison run={run} earlier={earlier} /> : null}
    </>
  );
});

const noteOf = ({ datasets, figures, startedAt }: RunBody): string => {
  const found = figures.find(({ label }) => label === "Total Return")?.value;
  const gain = typeof found === "number" ? `, ${percent(found)}` : "";
  return `${datasets.find(({ field }) => field === "data")?.name ?? ""}${gain}, ${clockTime(startedAt)}`;
};

const FIGURE_COLUMNS: TableColumn<ComparedFigure>[] = [
  { id: "name", header: "Figure", cell: ({ name }) => name },
  { id: "own", header: "This backtest", cell: ({ own }) => own },
  { id: "earlier", header: "Earlier backtest", cell: ({ earlier }) => earlier },
  { id: "difference", header: "Difference", cell: ({ difference }) => difference ?? "—" },
];

interface Setting {
  name: string;
  own: string;
  earlier: string;
}
const words = (text: string) => <span className="inline-block max-w-[18rem] whitespace-normal break-words">{text}</span>;
const SETTING_COLUMNS: TableColumn<Setting>[] = [
  { id: "name", header: "Setting", cell: ({ name }) => name },
  { id: "own", header: "This backtest", words: true, cell: ({ own }) => words(own), text: ({ own }) => own },
  { id: "earlier", header: "Earlier backtest", words: true, cell: ({ earlier }) => words(earlier), text: ({ earlier }) => earlier },
];

function Comparison({ run, earlier }: { run: BacktestRun; earlier: Earlier }) {
  const { value } = run;
  const chart = useMemo(() => comparedChart(value, earlier.value), [value, earlier.value]);
  const figures = useMemo(() => comparedFigures(value, earlier.value), [value, earlier.value]);
  const settings = useMemo(() => differing(run, earlier), [run, earlier]);
  return (
    <>
      {chart ? (
        <TimeChart
          title="Equity curves"
          subtitle="from the start of each, net of costs"
          x={chart.x}
          panes={chart.panes}
          height={280}
          exportName={`${fileStem(run.series.name)}-compared`}
        />
      ) : (
        <p className="text-muted text-small">Only one has dates: statistics are compared, equity curves are not.</p>
      )}
      <Panel title="Comparison of results" note={earlier.title} flush>
        <DataTable label="Compared figures" columns={FIGURE_COLUMNS} rows={figures} rowKey={({ name }) => name} copyable />
      </Panel>
      <Panel title="Differences" flush>
        <DataTable
          label="Settings that differ"
          columns={SETTING_COLUMNS}
          rows={settings}
          rowKey={({ name }) => name}
          empty="Data, strategy and settings are identical"
        />
      </Panel>
    </>
  );
}

function differing(run: BacktestRun, earlier: Earlier): Setting[] {
  const [own, other] = [describedRun(run), earlier].map((one) => new Map(settingRows(one)));
  return [...new Set([...own.keys(), ...other.keys()])].flatMap((name) => {
    const [a, b] = [own.get(name) ?? "—", other.get(name) ?? "—"];
    return a === b ? [] : [{ name, own: a, earlier: b }];
  });
}
