import { lazy, Suspense, startTransition, useCallback, useMemo } from "react";
import { messages } from "../../../workers/lib/messages";
import { uploadFailure } from "../../data/price-columns";
import { SampleButtons } from "../../data/sample-buttons.tsx";
import { SeriesField } from "../../data/series-field.tsx";
import { useSeriesSource } from "../../data/use-series-source";
import { count } from "../../lib/format.ts";
import { useScreenInputs } from "../../state/screen-inputs";
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
import { toast } from "../../ui/toast-queue.ts";
import { ToolLayout } from "../../ui/tool-layout.tsx";
import { useRunKeys } from "../../ui/use-run-keys.ts";
import { useTabAddress } from "../../ui/use-tab-address.ts";
import { ModelForm } from "./model-form.tsx";
import { MARKOV_DEFAULTS, type MarkovSettings, markovSettingsSchema, modelLabel } from "./settings";
import { useExports } from "./use-exports";
import { isStale, useMarkov } from "./use-markov";

// Results come when they are there, so that the screen opens sooner.
const ExportMenu = deferred(async () => (await import("./export-menu.tsx")).ExportMenu);
const RegimesTab = lazy(() => import("./regimes-tab.tsx").then((module) => ({ default: module.RegimesTab })));
const ModelTab = lazy(() => import("./model-tab.tsx").then((module) => ({ default: module.ModelTab })));
const ForecastTab = lazy(() => import("./forecast-tab.tsx").then((module) => ({ default: module.ForecastTab })));
const TimingTab = lazy(() => import("./timing-tab.tsx").then((module) => ({ default: module.TimingTab })));

const TABS = ["regimes", "model", "forecast", "timing"] as const;
const CSV = [".csv"] as const;

export default function MarkovRegime() {
  const given = useSeriesSource({ screen: "markov-regime", field: "data" });
  const source = useMemo(() => ({ ...given, failure: uploadFailure(given.failure, messages.markovCsv) }), [given]);
  const { inputs: settings, change } = useScreenInputs("markov-regime", markovSettingsSchema, MARKOV_DEFAULTS);
  const markov = useMarkov(source, settings);
  const [tab, selectTab] = useTabAddress(TABS);
  const { shown, busy, progress } = markov;
  const exports = useExports(markov);

  const run = useCallback(() => void markov.run(), [markov.run]);
  const working = busy || markov.timing.progress !== null || markov.shades.progress !== null;
  useRunKeys({ run: busy ? undefined : run, cancel: working ? markov.cancel : undefined });

  const setView = (view: MarkovSettings["view"]) => {
    change({ view });
    if (shown) void markov.look(shown, view);
  };
  const clear = () => {
    const restore = markov.clear();
    toast.info("Results cleared", { action: { label: "Undo", onChoose: () => startTransition(restore) } });
  };

  const empty = (
    <EmptyState
      actions={
        source.empty ? undefined : (
          <Button kind="primary" onPress={run} isDisabled={busy}>
            Fit {modelLabel(settings)}
          </Button>
        )
      }
    >
      {source.empty
        ? "Upload a CSV file with Date and Close columns, paste prices, drop a file anywhere on this page, or start with a real series."
        : "Nothing fitted yet."}
    </EmptyState>
  );
  const tabs = [
    {
      id: "regimes",
      label: "Regimes",
      content: shown ? (
        <RegimesTab run={shown} markov={markov} view={settings.view} onView={setView} onExportColumns={exports.columns} />
      ) : (
        empty
      ),
    },
    { id: "model", label: "Model", content: shown ? <ModelTab run={shown} onStates={(states) => change({ states })} /> : empty },
    { id: "forecast", label: "Forecast", content: shown ? <ForecastTab run={shown} /> : empty },
    {
      id: "timing",
      label: "Timing",
      content: shown ? <TimingTab run={shown} markov={markov} settings={settings} change={change} /> : empty,
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
              <>
                <Button onPress={clear}>Clear</Button>
                <Suspense>
                  <ExportMenu exports={exports} />
                </Suspense>
              </>
            ) : null}
            <Button kind="primary" keys="Ctrl ↵" busy={busy} isDisabled={source.empty && !source.reading} onPress={run}>
              {busy ? "Analyzing..." : "Run Analysis"}
            </Button>
          </>
        }
      />
      <Tabs
        label="Markov regime views"
        selected={tab}
        onSelect={selectTab}
        tabs={tabs.map((item) => ({
          ...item,
          content: (
            <ToolLayout
              summary={summary}
              rail={
                tab === item.id ? (
                  <>
                    <RailSection title="Data">
                      <SeriesField
                        source={source}
                        label="Price Data"
                        hint="A CSV file with Date and Close columns, or one price per line"
                        noun="price"
                        rows={5}
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
                ) : null
              }
            >
              {busy ? (
                <ProgressBar label={progress?.label || "Reading the data"} fraction={progress?.fraction ?? null} onCancel={markov.cancel} />
              ) : null}
              {busy ? null : <LateProgress progress={markov.shades.progress ?? markov.timing.progress} onCancel={markov.cancel} />}
              <FailureBox failure={markov.failure} />
              {shown && !busy && isStale(shown, source.series, settings) ? (
                <Caution>Data or settings have changed since this fit. Run the analysis again to bring it up to date.</Caution>
              ) : null}
              <Suspense fallback={<Skeleton rows={8} />}>{item.content}</Suspense>
            </ToolLayout>
          ),
        }))}
      />
    </FileDrop>
  );
}
