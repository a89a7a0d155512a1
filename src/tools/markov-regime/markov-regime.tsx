import { lazy, type ReactNode, Suspense, useCallback, useMemo } from "react";
import { messages } from "../../../workers/messages";
import { uploadFailure } from "../../analysis/data/price-columns";
import { SampleButtons } from "../../analysis/data/sample-buttons.tsx";
import { SeriesField } from "../../analysis/data/series-field.tsx";
import { useClear, useForgetting } from "../../analysis/data/use-clear";
import { useSeriesSource } from "../../analysis/data/use-series-source";
import { count } from "../../lib/format.ts";
import { useScreenInputs } from "../../state/screen-inputs";
import { useRiskFree } from "../../state/settings";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { FileButton, FileDrop } from "../../ui/file-drop.tsx";
import { LateProgress } from "../../ui/late-progress.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { ProgressBar, Skeleton } from "../../ui/progress.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { ToolLayout } from "../../ui/tool-layout.tsx";
import { useRunKeys } from "../../ui/use-run-keys.ts";
import { useTabAddress } from "../../ui/use-tab-address.ts";
import { ModelForm } from "./model-form.tsx";
import { MARKOV_DEFAULTS, type MarkovSettings, markovSettingsSchema, modelLabel } from "./settings";
import { useExports } from "./use-exports";
import { isStale, useMarkov } from "./use-markov";

// Results come when they are there, so that the screen opens sooner.
const ExportMenu = deferred(async () => (await import("./export-menu.tsx")).ExportMenu);
const loadRegimes = () => import("./regimes-tab.tsx").then((module) => ({ default: module.RegimesTab }));
const RegimesTab = lazy(loadRegimes);
const ModelTab = lazy(() => import("./model-tab.tsx").then((module) => ({ default: module.ModelTab })));
const ForecastTab = lazy(() => import("./forecast-tab.tsx").then((module) => ({ default: module.ForecastTab })));
const TimingTab = lazy(() => import("./timing-tab.tsx").then((module) => ({ default: module.TimingTab })));

const TABS = ["regimes", "model", "forecast", "timing"] as const;
const CSV = [".csv"] as const;

export default function MarkovRegime() {
  const read = useSeriesSource({ screen: "markov-regime", field: "data" });
  const given = useMemo(() => ({ ...read, failure: uploadFailure(read.failure, messages.markovCsv) }), [read]);
  const { inputs, change } = useScreenInputs("markov-regime", markovSettingsSchema, MARKOV_DEFAULTS);
  const settings = useRiskFree(inputs);
  const markov = useMarkov(given, settings);
  const source = useForgetting(given, markov.forget);
  const [tab, selectTab] = useTabAddress(TABS);
  const { shown, busy, progress } = markov;
  const exports = useExports(markov);

  const run = useCallback(() => {
    // The view comes while the fit runs, so that the result need not wait for it.
    void loadRegimes().catch(() => {});
    void markov.run();
  }, [markov.run]);
  const working = busy || markov.timing.progress !== null || markov.shades.progress !== null;
  useRunKeys({ run: busy ? undefined : run, cancel: working ? markov.cancel : undefined });

  const setStates = useCallback((states: MarkovSettings["states"]) => change({ states }), [change]);
  const setView = useCallback(
    (view: MarkovSettings["view"]) => {
      change({ view });
      if (shown) void markov.look(shown, view);
    },
    [change, shown, markov.look],
  );
  const updateTiming = useCallback(() => {
    if (shown) void markov.time(shown, settings);
  }, [shown, settings, markov.time]);

  const clear = useClear({ sources: [source], results: [markov], detail: "Settings and loaded series stay." });

  const empty = (
    <EmptyState
      busy={busy}
      actions={
        source.empty ? (
          <Button
            onPress={() => {
              source.takeSample("wti");
              run();
            }}
          >
            Start with a sample
          </Button>
        ) : (
          <Button kind="primary" onPress={run}>
            Fit {modelLabel(settings)}
          </Button>
        )
      }
    >
      {source.empty
        ? "Upload a CSV file with Date and Close columns, drop one anywhere on this page, or paste prices. The sample is 33 years of crude oil prices."
        : "Nothing fitted yet."}
    </EmptyState>
  );
  const view = (content: ReactNode) => (
    <div className="flex min-w-0 flex-col gap-4">
      <Suspense fallback={<Skeleton rows={8} />}>{shown ? content : empty}</Suspense>
    </div>
  );
  const tabs = [
    {
      id: "regimes",
      label: "Regimes",
      content: view(
        shown && (
          <RegimesTab
            run={shown}
            shades={markov.shades.value}
            shadesFailure={markov.shades.failure}
            view={settings.view}
            onView={setView}
            onExportColumns={exports.columns}
          />
        ),
      ),
    },
    { id: "model", label: "Model", content: view(shown && <ModelTab run={shown} onStates={setStates} />) },
    { id: "forecast", label: "Forecast", content: view(shown && <ForecastTab run={shown} />) },
    {
      id: "timing",
      label: "Timing",
      content: view(
        shown && (
          <TimingTab
            run={shown}
            timing={markov.timing.value}
            failure={markov.timing.failure}
            progress={markov.timing.progress}
            settings={settings}
            change={change}
            onUpdate={updateTiming}
            onCancel={markov.cancel}
          />
        ),
      ),
    },
  ] as const;

  const summary = source.series ? `${source.series.name} · ${count(source.series.length)} values · ${modelLabel(settings)}` : undefined;
  return (
    <FileDrop onFile={source.takeFile}>
      <PageHeader
        title="Markov Regime Analysis"
        description="Bull and bear regimes of the log returns by maximum likelihood: where the market is now, how long it stays, and whether knowing it would have helped."
        actions={
          <>
            {shown ? (
              <Suspense>
                <ExportMenu exports={exports} />
              </Suspense>
            ) : null}
            <Button isDisabled={busy || clear === null} onPress={clear ?? undefined}>
              Clear
            </Button>
            <Button kind="primary" keys="Ctrl ↵" busy={busy} onPress={run}>
              {busy ? "Analyzing..." : "Run Analysis"}
            </Button>
          </>
        }
      />
      <Tabs
        label="Markov regime views"
        selected={tab}
        onSelect={selectTab}
        tabs={tabs}
        frame={(views) => (
          <ToolLayout
            summary={source.failure ? undefined : summary}
            rail={
              <>
                <RailSection title="Data">
                  <SeriesField
                    source={source}
                    label="Market Data"
                    hint="A CSV file with Date and Close columns, or one price per line"
                    rows={5}
                    onFile={source.takeFile}
                  />
                  <div className="flex flex-wrap gap-2">
                    <FileButton onFile={source.takeFile} accept={CSV}>
                      Upload CSV
                    </FileButton>
                    <SampleButtons onChoose={source.takeSample} />
                  </div>
                </RailSection>
                <ModelForm settings={settings} change={change} series={source.series} />
              </>
            }
          >
            {busy ? (
              <ProgressBar label={progress?.label || "Reading the data"} fraction={progress?.fraction ?? null} onCancel={markov.cancel} />
            ) : null}
            {busy ? null : <LateProgress progress={markov.shades.progress ?? markov.timing.progress} onCancel={markov.cancel} />}
            <FailureBox failure={markov.failure} revealed />
            {shown && !busy && isStale(shown, source.series, settings) ? (
              <Caution>Data or settings have changed since this fit. Run the analysis again to bring it up to date.</Caution>
            ) : null}
            {views}
          </ToolLayout>
        )}
      />
    </FileDrop>
  );
}
