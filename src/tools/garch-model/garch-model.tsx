import { lazy, startTransition } from "react";
import { DataSection } from "../../analysis/data/data-section.tsx";
import { useForgetting } from "../../analysis/data/use-clear";
import { useSeriesSource } from "../../analysis/data/use-series-source";
import { ToolScreen } from "../../analysis/tool-screen.tsx";
import { count } from "../../lib/format.ts";
import { useScreenInputs } from "../../state/screen-inputs";
import { useStepsPerYear } from "../../state/use-steps-per-year";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useStable } from "../../ui/use-latest.ts";
import { useTabAddress } from "../../ui/use-tab-address.ts";
import { DataTab } from "./data-tab.tsx";
import { ModelForm } from "./model-form.tsx";
import { GARCH_DEFAULTS, garchSettingsSchema, modelLabel, modelOf } from "./settings";
import { type ForecastValue, useGarch } from "./use-garch";

// Results and expert settings come when they are asked for, so that the screen opens sooner.
const GarchExports = deferred(async () => (await import("./exports.tsx")).GarchExports);
const loadAnalysis = () => import("./analysis-tab.tsx").then((module) => ({ default: module.AnalysisTab }));
const AnalysisTab = lazy(loadAnalysis);
const ForecastTab = lazy(() => import("./forecast-tab.tsx").then((module) => ({ default: module.ForecastTab })));
const SettingsTab = lazy(() => import("./settings-tab.tsx").then((module) => ({ default: module.SettingsTab })));

const TABS = ["data", "analysis", "forecast", "settings"] as const;

export default function GarchModel() {
  const given = useSeriesSource({ screen: "garch-model", field: "data" });
  const { inputs: settings, change, reset } = useScreenInputs("garch-model", garchSettingsSchema, GARCH_DEFAULTS);
  const usual = useStepsPerYear(given.series);
  const garch = useGarch(given, settings, settings.annualization ?? usual);
  const source = useForgetting(given, garch.forget);
  const [tab, selectTab] = useTabAddress(TABS);
  const { shown, busy, diagnosis, forecast } = garch;

  const run = async () => {
    // The view comes while the fit runs, so that the result need not wait for it.
    void loadAnalysis().catch(() => {});
    if (await garch.run()) startTransition(() => selectTab("analysis"));
  };
  const action = { label: "Run Analysis", run: () => void run(), disabled: source.empty && !source.reading };
  const runAgain = useStable(action.run);
  const exportColumns = useStable(() => {
    if (shown) void import("./exports.tsx").then(({ saveColumns }) => saveColumns(shown));
  });
  const exportForecast = useStable((value: ForecastValue) => {
    if (shown) void import("./exports.tsx").then(({ saveForecast }) => saveForecast(shown, value));
  });

  const label = modelLabel(modelOf(settings));
  const needsRun = <NothingFitted label={label} empty={source.empty} busy={busy} run={action.run} goToData={() => selectTab("data")} />;
  const analysis = shown && (
    <AnalysisTab
      run={shown}
      diagnosis={diagnosis.value}
      diagnosisFailure={diagnosis.failure}
      forecast={forecast.value}
      onExportColumns={exportColumns}
      settings={settings}
      change={change}
      onRun={runAgain}
    />
  );
  const forecasts = shown && <ForecastTab run={shown} garch={garch} settings={settings} change={change} onExport={exportForecast} />;
  return (
    <ToolScreen
      title="GARCH Model Analysis"
      description="Conditional volatility by maximum likelihood, with robust standard errors and forecasts."
      analysis={garch}
      action={action}
      source={source}
      exportMenu={shown && <GarchExports run={shown} diagnosis={diagnosis.value} forecast={forecast.value} />}
      staleWords={tab === "data" ? null : "Data or settings have changed. Run the analysis again."}
      summary={tab === "data" || !source.series ? undefined : `${source.series.name} · ${count(source.series.length)} values · ${label}`}
      rail={
        <>
          <DataSection source={source} hint="One value per line, or date,value rows" rows={6} />
          <ModelForm settings={settings} change={change} series={source.series} />
        </>
      }
      tabs={{
        label: "GARCH model views",
        selected: tab,
        onSelect: selectTab,
        items: [
          { id: "data", label: "Data Input", content: <DataTab series={source.series} column={settings.column} /> },
          { id: "analysis", label: "Analysis", content: analysis ?? needsRun },
          { id: "forecast", label: "Forecast", content: forecasts ?? needsRun },
          {
            id: "settings",
            label: "Settings",
            content: <SettingsTab settings={settings} usual={usual} change={change} reset={reset} />,
          },
        ],
      }}
    />
  );
}

interface NothingFittedProps {
  /** Of the model in the form. */
  label: string;
  empty: boolean;
  busy: boolean;
  run: () => void;
  goToData: () => void;
}

function NothingFitted({ label, empty, busy, run, goToData }: NothingFittedProps) {
  const start = empty ? (
    <Button onPress={goToData}>Go to Data Input</Button>
  ) : (
    <Button kind="primary" onPress={run} isDisabled={busy}>
      Fit {label}
    </Button>
  );
  return (
    <EmptyState actions={start}>
      {empty ? "No data yet: paste prices or returns, or load a sample series." : "No model fitted yet."}
    </EmptyState>
  );
}
