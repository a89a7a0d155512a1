import { lazy, useMemo } from "react";
import { modelLabel } from "../../../workers/volatility/schema";
import { DataSection } from "../../analysis/data/data-section.tsx";
import { railLine } from "../../analysis/data/rail-line";
import { useForgetting } from "../../analysis/data/use-clear";
import { useSeriesSource } from "../../analysis/data/use-series-source";
import { FirstResult } from "../../analysis/first-result/first-result.tsx";
import { ToolScreen } from "../../analysis/tool-screen.tsx";
import { useScreenInputs } from "../../state/screen-inputs";
import { useStepsPerYear } from "../../state/use-steps-per-year";
import { deferred } from "../../ui/deferred.ts";
import { useStable } from "../../ui/use-latest.ts";
import { useTabAddress } from "../../ui/use-tab-address.ts";
import { DataTab } from "./data-tab.tsx";
import { ModelForm } from "./model-form.tsx";
import { GARCH_DEFAULTS, garchSettingsSchema, modelOf } from "./settings";
import { useGarch } from "./use-garch";

// Loaded on demand, so that the screen opens sooner.
const GarchExports = deferred(async () => (await import("./exports.tsx")).GarchExports);
const loadAnalysis = () => import("./analysis-tab.tsx").then((module) => ({ default: module.AnalysisTab }));
const AnalysisTab = lazy(loadAnalysis);
const ForecastTab = lazy(() => import("./forecast-tab.tsx").then((module) => ({ default: module.ForecastTab })));
const SettingsTab = lazy(() => import("./settings-tab.tsx").then((module) => ({ default: module.SettingsTab })));

const WAYS_IN =
  "Paste prices or returns into Market Data, one value per line or as date,value rows; drop a file anywhere on this page; or start with a sample.";
const NOTHING = [WAYS_IN, "No model fitted yet."] as const;
const TABS = ["data", "analysis", "forecast", "settings"] as const;

export default function GarchModel() {
  const given = useSeriesSource({ screen: "garch-model", field: "data" });
  const { inputs: settings, change, reset } = useScreenInputs("garch-model", garchSettingsSchema, GARCH_DEFAULTS);
  const usual = useStepsPerYear(given.series);
  const garch = useGarch(given, settings, settings.annualization ?? usual);
  const source = useForgetting(given, garch.forget);
  const [tab, selectTab, leadTo] = useTabAddress(TABS);
  const { shown, diagnosis, forecast } = garch;

  const run = async () => {
    // Loads the view while the fit is running.
    void loadAnalysis().catch(() => {});
    // From the data tab the view switches on the click rather than with the result, which would move everything again. Without a result the
    // data tab is selected again.
    if (tab === "data") selectTab("analysis");
    if (await garch.run()) leadTo(tab === "data" ? "analysis" : tab, "analysis");
    else if (tab === "data") leadTo("analysis", "data");
  };
  const action = { label: "Run Analysis", run: () => void run(), disabled: source.empty && !source.reading };
  const runAgain = useStable(action.run);

  const label = modelLabel(modelOf(settings));
  // Same element until something changes: progress then renders the bar, not the picture.
  const needsRun = useMemo(
    () => <FirstResult tool="garch-model" source={source} run={runAgain} label={`Fit ${label}`} words={NOTHING} />,
    [source, runAgain, label],
  );
  const analysis = shown && (
    <AnalysisTab
      run={shown}
      diagnosis={diagnosis.value}
      diagnosisFailure={diagnosis.failure}
      forecast={forecast.value}
      settings={settings}
      change={change}
      onRun={runAgain}
    />
  );
  const forecasts = shown && <ForecastTab run={shown} garch={garch} settings={settings} change={change} />;
  return (
    <ToolScreen
      title="GARCH Model Analysis"
      description="Conditional volatility by maximum likelihood, with robust standard errors and forecasts."
      analysis={garch}
      action={action}
      source={source}
      exportMenu={shown && <GarchExports run={shown} diagnosis={diagnosis.value} forecast={forecast.value} />}
      next={shown && { tool: "garch-model", run: shown }}
      staleWords={tab === "data" ? null : "Data or settings have changed. Run the analysis again."}
      summary={tab === "data" ? undefined : railLine(source, label)}
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
          { id: "data", label: "Data Input", content: <DataTab source={source} column={settings.column} nothing={needsRun} /> },
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
