import { useAtomValue } from "jotai";
import { lazy, Suspense, useMemo } from "react";
import type { Failure, Series } from "../../../workers/contract";
import { messages } from "../../../workers/messages";
import { ColumnCaution } from "../../analysis/data/column-caution.tsx";
import { SampleButtons } from "../../analysis/data/sample-buttons.tsx";
import { SeriesField } from "../../analysis/data/series-field.tsx";
import { useClear, useForgetting } from "../../analysis/data/use-clear";
import { type SeriesSource, useSeriesSource } from "../../analysis/data/use-series-source";
import { count } from "../../lib/format.ts";
import { type DatedLength, stepsPerYear } from "../../state/annualization";
import { useScreenInputs } from "../../state/screen-inputs";
import { settingsAtom } from "../../state/settings";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { FileButton, FileDrop } from "../../ui/file-drop.tsx";
import { LateProgress } from "../../ui/late-progress.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { ProgressBar, Skeleton } from "../../ui/progress.tsx";
import { ToolLayout } from "../../ui/tool-layout.tsx";
import { useRunKeys } from "../../ui/use-run-keys.ts";
import { CURIOSITY_DEFAULTS, curiositySettingsSchema } from "./settings";
import { SettingsForm } from "./settings-form.tsx";
import { isStale, useCuriosity } from "./use-curiosity";

// Results and menus come when they are asked for, so that the screen opens sooner.
const ExportMenu = deferred(async () => (await import("./export-menu.tsx")).ExportMenu);
const Results = lazy(() => import("./results.tsx").then((module) => ({ default: module.Results })));

/** A text that holds no column of numbers is no CSV to this screen. */
const csvFailure = (failure: Failure | null): Failure | null =>
  failure?.message === messages.csvInvalid ? { ...failure, message: messages.csvNotCsv } : failure;

function lengthOf(series: Series | null): DatedLength | null {
  if (!series) return null;
  const { times, length } = series;
  return { length, span: times && { from: times[0], to: times[length - 1] } };
}

export default function MarketCuriosity() {
  const read = useSeriesSource({ screen: "market-curiosity", field: "data" });
  const given = useMemo((): SeriesSource => ({ ...read, failure: csvFailure(read.failure) }), [read]);
  const { inputs: settings, change } = useScreenInputs("market-curiosity", curiositySettingsSchema, CURIOSITY_DEFAULTS);
  const { annualization: basis } = useAtomValue(settingsAtom);
  const annualization = settings.annualization ?? stepsPerYear(basis, lengthOf(read.series));
  const curiosity = useCuriosity(given, settings, annualization);
  const source = useForgetting(given, curiosity.forget);
  const { shown, busy, progress, run, cancel } = curiosity;

  const working = busy || curiosity.structureProgress !== null;
  useRunKeys({ run: busy ? undefined : () => void run(), cancel: working ? cancel : source.reading ? source.cancel : undefined });

  const clear = useClear({ sources: [source], results: [curiosity], detail: "Settings and loaded series stay." });
  const summary = shown && source.series ? `${source.series.name} · ${count(source.series.length)} values` : undefined;
  const stale = shown !== null && !busy && isStale(shown, source.series, settings, annualization);
  return (
    <FileDrop onFile={source.takeFile}>
      <PageHeader
        title="Market Curiosity Analysis"
        description="How unusual a market is now: volatility, trend, complexity and novelty, shapes that recur and shapes that resemble nothing."
        actions={
          <>
            {shown ? (
              <Suspense>
                <ExportMenu run={shown} structure={curiosity.structure} />
              </Suspense>
            ) : null}
            <Button isDisabled={busy || clear === null} onPress={clear ?? undefined}>
              Clear
            </Button>
            <Button kind="primary" keys="Ctrl ↵" busy={busy} onPress={() => void run()}>
              {busy ? "Analyzing..." : "Run Analysis"}
            </Button>
          </>
        }
      />
      <div className="mt-4">
        <ToolLayout
          summary={source.failure ? undefined : summary}
          rail={
            <>
              <RailSection title="Data">
                <SeriesField
                  source={source}
                  label="Market Data"
                  hint="A CSV file, or values one per line"
                  rows={6}
                  noun="value"
                  onFile={source.takeFile}
                />
                <div className="flex flex-wrap gap-2">
                  <FileButton onFile={source.takeFile} accept={[".csv"]}>
                    Upload CSV
                  </FileButton>
                  <SampleButtons onChoose={source.takeSample} />
                </div>
              </RailSection>
              <SettingsForm settings={settings} change={change} series={source.series} annualization={annualization} />
            </>
          }
        >
          {busy ? (
            <ProgressBar label={progress?.label || "Reading the data"} fraction={progress?.fraction ?? null} onCancel={cancel} />
          ) : null}
          {busy ? null : <LateProgress progress={curiosity.structureProgress} onCancel={cancel} />}
          <FailureBox failure={curiosity.failure} revealed />
          <ColumnCaution series={source.series} chosen={settings.column} />
          {stale ? <Caution>Data or settings have changed since this analysis. Run it again to bring it up to date.</Caution> : null}
          {shown ? (
            <Suspense fallback={<Skeleton rows={8} />}>
              <Results run={shown} structure={curiosity.structure} structureFailure={curiosity.structureFailure} />
            </Suspense>
          ) : (
            <EmptyState
              busy={busy}
              actions={
                source.empty ? (
                  <Button
                    onPress={() => {
                      source.takeSample("wti");
                      void run();
                    }}
                  >
                    Start with a sample
                  </Button>
                ) : (
                  <Button kind="primary" onPress={() => void run()}>
                    Run Analysis
                  </Button>
                )
              }
            >
              {source.empty
                ? "Upload a CSV file with prices, drop one anywhere on this page, or paste values. The sample is 33 years of crude oil prices."
                : "The data is there: run the analysis."}
            </EmptyState>
          )}
        </ToolLayout>
      </div>
    </FileDrop>
  );
}
