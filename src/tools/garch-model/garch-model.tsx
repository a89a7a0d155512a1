import { lazy, type ReactNode, Suspense, startTransition, useCallback } from "react";
import { SampleButtons } from "../../analysis/data/sample-buttons.tsx";
import { SeriesField } from "../../analysis/data/series-field.tsx";
import { useForgetting } from "../../analysis/data/use-clear";
import { useSeriesSource } from "../../analysis/data/use-series-source";
import { count } from "../../lib/format.ts";
import { useScreenInputs } from "../../state/screen-inputs";
import { useStepsPerYear } from "../../state/use-steps-per-year";
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
import { DataTab } from "./data-tab.tsx";
import { ModelForm } from "./model-form.tsx";
import { GARCH_DEFAULTS, garchSettingsSchema, modelLabel, modelOf } from "./settings";
import { useExports } from "./use-exports";
import { isStale, useGarch } from "./use-garch";

// Results and expert settings come when they are asked for, so that the screen opens sooner.
const ExportMenu = deferred(async () => (await import("./export-menu.tsx")).ExportMenu);
const loadAnalysis = () => import("./analysis-tab.tsx").then((module) => ({ default: module.AnalysisTab }));
const AnalysisTab = lazy(loadAnalysis);
const ForecastTab = lazy(() => import("./forecast-tab.tsx").then((module) => ({ default: module.ForecastTab })));
const SettingsTab = lazy(() => import("./settings-tab.tsx").then((module) => ({ default: module.SettingsTab })));

const TABS = ["data", "analysis", "forecast", "settings"] as const;

export default function GarchModel() {
  const given = useSeriesSource({ screen: "garch-model", field: "data" });
  const { inputs: settings, change, reset } = useScreenInputs("garch-model", garchSettingsSchema, GARCH_DEFAULTS);
  const usual = useStepsPerYear(given.series);
  const garch = useGarch(given, settings);
  const source = useForgetting(given, garch.forget);
  const [tab, selectTab] = useTabAddress(TABS);
  const { shown, busy, progress } = garch;

  const run = useCallback(async () => {
    // The view comes while the fit runs, so that the result need not wait for it.
    void loadAnalysis().catch(() => {});
    if (await garch.run()) startTransition(() => selectTab("analysis"));
  }, [garch.run, selectTab]);
  const working = busy || garch.forecast.progress !== null || garch.diagnosis.progress !== null;
  useRunKeys({ run: busy ? undefined : () => void run(), cancel: working ? garch.cancel : undefined });
  const exports = useExports(garch);

  const needsRun = (
    <EmptyState
      actions={
        source.empty ? (
          <Button onPress={() => selectTab("data")}>Go to Data Input</Button>
        ) : (
          <Button kind="primary" onPress={() => void run()} isDisabled={busy}>
            Fit {modelLabel(modelOf(settings))}
          </Button>
        )
      }
    >
      {source.empty ? "No data yet: paste prices or returns, or load a sample series." : "Nothing fitted yet."}
    </EmptyState>
  );
  const view = (content: ReactNode) => (
    <div className="flex min-w-0 flex-col gap-4">
      <Suspense fallback={<Skeleton rows={8} />}>{content}</Suspense>
    </div>
  );
  const tabs = [
    { id: "data", label: "Data Input", content: view(<DataTab series={source.series} column={settings.column} />) },
    {
      id: "analysis",
      label: "Analysis",
      content: view(
        shown ? (
          <AnalysisTab
            run={shown}
            diagnosis={garch.diagnosis.value}
            diagnosisFailure={garch.diagnosis.failure}
            forecast={garch.forecast.value}
            onExportColumns={exports.columns}
            settings={settings}
            change={change}
          />
        ) : (
          needsRun
        ),
      ),
    },
    {
      id: "forecast",
      label: "Forecast",
      content: view(
        shown ? <ForecastTab run={shown} garch={garch} settings={settings} change={change} onExport={exports.forecast} /> : needsRun,
      ),
    },
    { id: "settings", label: "Settings", content: view(<SettingsTab settings={settings} usual={usual} change={change} reset={reset} />) },
  ] as const;

  const summary = source.series
    ? `${source.series.name} · ${count(source.series.length)} values · ${modelLabel(modelOf(settings))}`
    : undefined;
  return (
    <FileDrop onFile={source.takeFile}>
      <PageHeader
        title="GARCH Model Analysis"
        description="Conditional volatility by maximum likelihood, with robust standard errors, forecasts and behavioral utility."
        actions={
          <>
            {shown ? (
              <Suspense>
                <ExportMenu exports={exports} forecast={garch.forecast.value} />
              </Suspense>
            ) : null}
            <Button kind="primary" keys="Ctrl ↵" busy={busy} isDisabled={source.empty && !source.reading} onPress={() => void run()}>
              Run Analysis
            </Button>
          </>
        }
      />
      <Tabs
        label="GARCH model views"
        selected={tab}
        onSelect={selectTab}
        tabs={tabs}
        frame={(views) => (
          <ToolLayout
            summary={tab === "data" ? undefined : summary}
            rail={
              <>
                <RailSection title="Data">
                  <SeriesField source={source} label="Market Data" hint="One value per line, or date,value rows" rows={6} />
                  <div className="flex flex-wrap gap-2">
                    <SampleButtons onChoose={source.takeSample} />
                    <FileButton onFile={source.takeFile}>Open a CSV file</FileButton>
                  </div>
                </RailSection>
                <ModelForm settings={settings} change={change} series={source.series} />
              </>
            }
          >
            {busy ? (
              <ProgressBar label={progress?.label || "Reading the data"} fraction={progress?.fraction ?? null} onCancel={garch.cancel} />
            ) : null}
            {busy ? null : <LateProgress progress={garch.forecast.progress ?? garch.diagnosis.progress} onCancel={garch.cancel} />}
            <FailureBox failure={garch.failure} />
            {shown &&
            !busy &&
            tab !== "data" &&
            isStale(shown, source.series, { ...settings, annualization: settings.annualization ?? usual }) ? (
              <Caution>Data or settings have changed since this fit. Run the analysis again to bring it up to date.</Caution>
            ) : null}
            {views}
          </ToolLayout>
        )}
      />
    </FileDrop>
  );
}
