import { useAtomValue } from "jotai";
import { lazy, Suspense, useMemo, useState } from "react";
import { returningLine } from "../../analysis/data/rail-line";
import { useClear, useForgetting } from "../../analysis/data/use-clear";
import { type SeriesSource, useSeriesSource } from "../../analysis/data/use-series-source";
import { FirstResult } from "../../analysis/first-result/first-result.tsx";
import { ToolScreen } from "../../analysis/tool-screen.tsx";
import { count, plural } from "../../lib/format.ts";
import { useScreenInputs } from "../../state/screen-inputs";
import { settingsAtom } from "../../state/settings";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { Caution } from "../../ui/failure-box.tsx";
import { type BatchRun, canResume, isComplete } from "./batch-run";
import type { Files, Ways } from "./chosen-files";
import { DataRail } from "./data-rail.tsx";
import { QuestionForm } from "./question-form.tsx";
import { BATCH_DEFAULTS, batchInputsSchema, hostFilesOf, QUESTIONS } from "./settings";
import { useBatch } from "./use-batch";
import { useKeptRun } from "./use-kept-run";

const BatchExports = deferred(async () => (await import("./exports.tsx")).BatchExports);

/** Loaded only if a host is set. */
const HostRail = deferred(async () => (await import("./host-rail.tsx")).HostRail);

const Results = lazy(() => import("./results.tsx").then((module) => ({ default: module.Results })));

/** Placeholder for results. */
function Nothing({ empty, source, busy, run }: { empty: boolean; source: SeriesSource; busy: boolean; run: () => void }) {
  const startWithSample = () => {
    source.takeSample("assets");
    run();
  };
  const start = (
    <Button kind="primary" onPress={empty ? startWithSample : run}>
      {empty ? "Start with a sample" : "Run Batch"}
    </Button>
  );
  return (
    <FirstResult tool="batch" busy={busy} actions={start}>
      {empty
        ? "Paste a table with a column per series, open a CSV file, or drop one anywhere on this page. The sample has four simulated assets."
        : "No batch of these series yet."}
    </FirstResult>
  );
}

const NO_FILES = { files: null, ways: [] };

/** State of a run in another tab when it was loaded. */
const Elsewhere = ({ run }: { run: BatchRun }) => (
  <Caution>
    Running in another tab: {count(run.rows.length)} of {plural(run.sources.length, "series", "series")} so far. The rest is shown here when
    it ends.
  </Caution>
);

/** State of a stopped run, and the button that resumes it. */
const Stopped = ({ run, files, resume }: { run: BatchRun; files: Files | null; resume: () => void }) => (
  <Caution>
    Stopped after {count(run.rows.length)} of {plural(run.sources.length, "series", "series")}.{" "}
    {canResume(run) || files || run.data.ways.length > 0 ? (
      <Button size="small" onPress={resume}>
        Resume
      </Button>
    ) : (
      "Choose the same files again to continue."
    )}
  </Caution>
);

export default function Batch() {
  const given = useSeriesSource({ screen: "batch", field: "data", whole: true });
  const { inputs, change } = useScreenInputs("batch", batchInputsSchema, BATCH_DEFAULTS);
  const [{ files, ways }, setFiles] = useState<{ files: Files | null; ways: Ways }>(NO_FILES);
  const { apiHost } = useAtomValue(settingsAtom);
  const host = inputs.where === "host" ? apiHost : "";
  const there = host !== "" && hostFilesOf(inputs).length > 0;
  const analysis = useBatch({ source: given, files, ways, host }, inputs);
  const cleared = useKeptRun(analysis, inputs.opened, () => change({ opened: "" }));
  const source = useForgetting(given, analysis.forget);
  const clear = useClear({ sources: [source], results: [cleared], detail: "Settings and loaded series are kept." });
  const { shown, busy, partial, stale } = analysis;
  const { series } = source;
  const run = () => void analysis.run();
  const rail = useMemo(
    () => (
      <>
        <DataRail source={source} files={files} onFiles={(chosen) => setFiles(chosen ?? NO_FILES)} />
        {apiHost === "" ? null : (
          <Suspense>
            <HostRail inputs={inputs} change={change} />
          </Suspense>
        )}
        <QuestionForm inputs={inputs} change={change} />
      </>
    ),
    [source, files, inputs, change, apiHost],
  );
  const stopped = shown && !isComplete(shown) && !partial && !busy && !stale ? shown : null;
  const columns = series && !source.failure ? `${series.name} · ${plural(series.columns.length, "column")}` : null;
  const data = there ? inputs.hostFiles : files ? plural(Object.keys(files).length, "file") : columns;
  return (
    <ToolScreen
      title="Batch"
      badge={<Badge tone="accent">New</Badge>}
      description={`One analysis of many series, one sortable row each. Computed on ${host === "" ? "this device" : new URL(host).host}.`}
      analysis={analysis}
      action={{ label: "Run Batch", run, disabled: partial || (!files && !there && source.empty && !source.reading) }}
      source={source}
      clear={clear}
      exportMenu={shown && isComplete(shown) && <BatchExports run={shown} />}
      cautions={
        <>
          {stopped?.elsewhere ? <Elsewhere run={stopped} /> : null}
          {stopped && !stopped.elsewhere ? <Stopped run={stopped} files={files} resume={() => void analysis.run(stopped)} /> : null}
          {shown?.refused ? (
            <Caution>This batch could not be stored on this device: it is available until this tab is closed.</Caution>
          ) : null}
        </>
      }
      staleWords="Data or settings have changed. Run the batch again."
      summary={data === null ? returningLine(source) : `${data} · ${QUESTIONS[inputs.question].label}`}
      rail={rail}
    >
      {shown ? <Results run={shown} /> : <Nothing empty={source.empty && !files && !there} source={source} busy={busy} run={run} />}
    </ToolScreen>
  );
}
