import { memo } from "react";
import { fileStem } from "../../analysis/data/save-table.ts";
import type { ChartMarkers } from "../../charts/chart-spec";
import { Histogram } from "../../charts/histogram.tsx";
import { clockTime, count, fixed, percent, plural, pValue } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { provenanceOf } from "./provenance";
import type { CountedRun } from "./trial-count";
import type { ValidationRun } from "./use-validation";

const RUN_COLUMNS: TableColumn<CountedRun>[] = [
  { id: "title", header: "Run", cell: ({ title }) => title },
  { id: "time", header: "When", cell: ({ startedAt }) => clockTime(startedAt), words: true },
  { id: "trials", header: "New trials", matters: true, cell: ({ trials }) => count(trials) },
];

/** How much of the best result remains after adjusting for the number of trials. */
export const OverfittingPanel = memo(function OverfittingPanel({ run }: { run: ValidationRun }) {
  const { selection, overfitting, overfittingNote, superiorAbility, candidates, settings, returns, trialsFrom, kind } = run.value;
  const about = provenanceOf(run);
  const now = run.input.candidates?.length ?? 1;
  const known = (value: number | null, show: (value: number) => string) => (value === null ? "—" : show(value));
  const enough = selection.minimumTrackRecord !== null && returns >= selection.minimumTrackRecord;
  return (
    <>
      <StatStrip label="Selection and overfitting">
        <Stat label="Sharpe Ratio" value={fixed(selection.sharpe, 2)} note={candidates[selection.strategy].name} info={about.sharpe} />
        <Stat label="PSR" value={percent(selection.psr)} note="true Sharpe ratio above 0" info={about.psr} />
        <Stat
          label="DSR"
          value={percent(selection.dsr)}
          note={`after ${plural(selection.trials, "trial")}${trialsFrom === "override" ? ", as entered" : ""}`}
          info={about.dsr}
        />
        <Stat
          label="MinTRL"
          value={known(selection.minimumTrackRecordYears, (years) => fixed(years, 1))}
          unit={selection.minimumTrackRecordYears === null ? undefined : "years"}
          note={
            selection.minimumTrackRecord === null
              ? "not available: the Sharpe ratio is not above 0"
              : `${count(Math.ceil(selection.minimumTrackRecord))} returns needed, ${count(returns)} given${enough ? "" : ": too few"}`
          }
          info={about.trackRecord}
        />
        <Stat
          label="PBO"
          value={percent(overfitting?.probability)}
          note={overfitting ? (overfittingNote ?? `${count(overfitting.splits)} CSCV splits`) : (overfittingNote ?? undefined)}
          info={about.pbo}
        />
        <Stat
          label="SPA p"
          value={superiorAbility ? pValue(superiorAbility.pConsistent) : "—"}
          note={
            superiorAbility
              ? `none beats ${run.input.beat === "hold" && kind !== "record" ? "holding" : "the risk-free rate"}; reality check ${pValue(superiorAbility.pReality)}`
              : "not available: no variation"
          }
          info={about.superior}
        />
      </StatStrip>
      <Panel
        title="Trials counted"
        note={
          trialsFrom === "override" ? (
            <Badge tone="warn">Override: {count(settings.trials)} trials entered</Badge>
          ) : (
            `${count(run.counted.earlier)} earlier on this data, ${count(now)} now`
          )
        }
        footer={
          trialsFrom === "override"
            ? `Counted: ${count(run.counted.earlier + now)}. The deflated Sharpe ratio uses the override.`
            : "Each distinct rule set counts once; searches count all their combinations. Enter trials made elsewhere under Advanced."
        }
        flush
      >
        <DataTable
          label="Trials counted"
          columns={RUN_COLUMNS}
          rows={run.counted.runs}
          rowKey={({ id }) => id}
          height={220}
          empty="No earlier runs on this data"
          copyable
        />
      </Panel>
      {overfitting?.logits ? <LogitChart run={run} logits={overfitting.logits} /> : null}
    </>
  );
});

type Logits = NonNullable<NonNullable<ValidationRun["value"]["overfitting"]>["logits"]>;
const AT_ZERO: ChartMarkers = { lines: [{ at: 0, label: "median" }] };

function LogitChart({ run, logits }: { run: ValidationRun; logits: Logits }) {
  const { overfitting } = run.value;
  const slope = overfitting?.degradation?.slope ?? null;
  return (
    <Histogram
      title="Out-of-sample rank of the in-sample best"
      subtitle="logit; at or below 0, no better than the median"
      bins={logits}
      measure="Logit of the rank"
      counted="CSCV splits"
      markers={AT_ZERO}
      height={200}
      exportName={`${fileStem(run.series.name)}-overfitting`}
      footer={`The in-sample best lost money out of sample in ${percent(overfitting?.lossProbability, 0)} of the CSCV splits.${
        slope === null
          ? ""
          : ` A Sharpe ratio higher by 1 in sample is associated with one ${slope < 0 ? "lower" : "higher"} by ${fixed(Math.abs(slope), 2)} out of sample.`
      }`}
    />
  );
}
