import { lazy, type ReactNode, Suspense, startTransition, useCallback, useMemo } from "react";
import { messages } from "../../../workers/messages";
import { uploadFailure } from "../../analysis/data/price-columns";
import { SampleButtons } from "../../analysis/data/sample-buttons.tsx";
import { SeriesField } from "../../analysis/data/series-field.tsx";
import { useClear, useForgetting } from "../../analysis/data/use-clear";
import { useSeriesSource } from "../../analysis/data/use-series-source";
import { count } from "../../lib/format.ts";
import { useScreenInputs } from "../../state/screen-inputs";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { FileButton, FileDrop } from "../../ui/file-drop.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { ProgressBar, Skeleton } from "../../ui/progress.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { ToolLayout } from "../../ui/tool-layout.tsx";
import { useRunKeys } from "../../ui/use-run-keys.ts";
import { useTabAddress } from "../../ui/use-tab-address.ts";
import { LYAPUNOV_DEFAULTS, lyapunovSettingsSchema } from "./settings";
import { SettingsForm } from "./settings-form.tsx";
import { useExports } from "./use-exports";
import { isStale, useLyapunov } from "./use-lyapunov";

// Results come when they are there, so that the screen opens sooner.
const ExportMenu = deferred(async () => (await import("./export-menu.tsx")).ExportMenu);
const loadResult = () => import("./result-tab.tsx").then((module) => ({ default: module.ResultTab }));
const ResultTab = lazy(loadResult);
const DetailsTab = lazy(() => import("./details-tab.tsx").then((module) => ({ default: module.DetailsTab })));
const SelfTestTab = lazy(() => import("./self-test-tab.tsx").then((module) => ({ default: module.SelfTestTab })));

const TABS = ["result", "details", "self-test"] as const;
const CSV = [".csv"] as const;

export default function Lyapunov() {
  const read = useSeriesSource({ screen: "lyapunov", field: "data" });
  const given = useMemo(() => ({ ...read, failure: uploadFailure(read.failure, messages.lyapunovCsv) }), [read]);
  const { inputs: settings, change, reset } = useScreenInputs("lyapunov", lyapunovSettingsSchema, LYAPUNOV_DEFAULTS);
  const lyapunov = useLyapunov(given, settings);
  const source = useForgetting(given, lyapunov.forget);
  const [tab, selectTab] = useTabAddress(TABS);
  const { shown, busy, progress } = lyapunov;
  const exports = useExports(shown);

  const run = useCallback(async () => {
    // The view comes while the estimate runs, so that the result need not wait for it.
    void loadResult().catch(() => {});
    if (await lyapunov.run()) startTransition(() => selectTab(tab === "details" ? "details" : "result"));
  }, [lyapunov.run, selectTab, tab]);
  useRunKeys({ run: busy ? undefined : () => void run(), cancel: busy ? lyapunov.cancel : undefined });

  const clear = useClear({ sources: [source], results: [lyapunov], detail: "Settings and loaded series stay." });

  const empty = (
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
            Estimate the exponent
          </Button>
        )
      }
    >
      {source.empty
        ? "Upload a CSV file with Close, High and Low columns, drop one anywhere on this page, or paste values. The sample is 33 years of crude oil prices."
        : "Nothing estimated yet."}
    </EmptyState>
  );
  const view = (content: ReactNode) => (
    <div className="flex min-w-0 flex-col gap-4">
      <Suspense fallback={<Skeleton rows={8} />}>{content}</Suspense>
    </div>
  );
  const tabs = [
    { id: "result", label: "Result", content: view(shown ? <ResultTab run={shown} /> : empty) },
    { id: "details", label: "Details", content: view(shown ? <DetailsTab run={shown} /> : empty) },
    { id: "self-test", label: "Self-test", content: view(<SelfTestTab />) },
  ] as const;

  const summary = source.series ? `${source.series.name} · ${count(source.series.length)} values` : undefined;
  return (
    <FileDrop onFile={source.takeFile}>
      <PageHeader
        title="Lyapunov Analysis"
        badge={<Badge tone="accent">New</Badge>}
        description="How fast nearby states of the market part, tested against surrogates that have no chaos in them."
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
            <Button kind="primary" keys="Ctrl ↵" busy={busy} onPress={() => void run()}>
              Run Analysis
            </Button>
          </>
        }
      />
      <Tabs
        label="Lyapunov views"
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
                    hint="A CSV file with Close, High and Low columns, or one value per line"
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
                <SettingsForm settings={settings} change={change} series={source.series} />
                <Button onPress={reset}>Back to the defaults</Button>
              </>
            }
          >
            {busy ? (
              <ProgressBar label={progress?.label || "Reading the data"} fraction={progress?.fraction ?? null} onCancel={lyapunov.cancel} />
            ) : null}
            <FailureBox failure={lyapunov.failure} revealed />
            {shown && !busy && tab !== "self-test" && isStale(shown, source.series, settings) ? (
              <Caution>Data or settings have changed since this estimate. Run the analysis again to bring it up to date.</Caution>
            ) : null}
            {views}
          </ToolLayout>
        )}
      />
    </FileDrop>
  );
}
