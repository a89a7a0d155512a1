import { lazy, useCallback, useMemo } from "react";
import { because } from "../../../workers/contract";
import { uploadFailure } from "../../../workers/ingest/not-csv";
import { DataSection } from "../../analysis/data/data-section.tsx";
import { InputType } from "../../analysis/data/input-type.tsx";
import { railLine } from "../../analysis/data/rail-line";
import { useClear, useForgetting } from "../../analysis/data/use-clear";
import { useSeriesSource } from "../../analysis/data/use-series-source";
import { FirstResult } from "../../analysis/first-result/first-result.tsx";
import { ToolScreen } from "../../analysis/tool-screen.tsx";
import { useScreenInputs } from "../../state/screen-inputs";
import { useRiskFree } from "../../state/settings";
import { deferred } from "../../ui/deferred.ts";
import { useStable } from "../../ui/use-latest.ts";
import { useTabAddress } from "../../ui/use-tab-address.ts";
import { ModelForm } from "./model-form.tsx";
import { MARKOV_DEFAULTS, type MarkovSettings, markovSettingsSchema, modelLabel } from "./settings";
import { type MarkovRun, useMarkov } from "./use-markov";

// Loaded on demand, so that the screen opens sooner.
const MarkovExports = deferred(async () => (await import("./exports.tsx")).MarkovExports);
const loadRegimes = () => import("./regimes-tab.tsx").then((module) => ({ default: module.RegimesTab }));
const RegimesTab = lazy(loadRegimes);
const ModelTab = lazy(() => import("./model-tab.tsx").then((module) => ({ default: module.ModelTab })));
const ForecastTab = lazy(() => import("./forecast-tab.tsx").then((module) => ({ default: module.ForecastTab })));
const TimingTab = lazy(() => import("./timing-tab.tsx").then((module) => ({ default: module.TimingTab })));

const TABS = ["regimes", "model", "forecast", "timing"] as const;
const CSV = [".csv"] as const;
const NOTHING = [
  "Upload a CSV file with Date and Close columns, drop one anywhere on this page, or paste prices. The sample is 33 years of crude oil prices.",
  "No model fitted yet.",
] as const;

export default function MarkovRegime() {
  const read = useSeriesSource({ screen: "markov-regime", field: "data" });
  const given = useMemo(() => ({ ...read, failure: uploadFailure(read.failure, because("regimes/csv")) }), [read]);
  const { inputs, change } = useScreenInputs("markov-regime", markovSettingsSchema, MARKOV_DEFAULTS);
  const settings = useRiskFree(inputs);
  const [tab, selectTab] = useTabAddress(TABS);
  const markov = useMarkov(given, settings, tab === "timing");
  const source = useForgetting(given, markov.forget);
  const clear = useClear({ sources: [source], results: [markov], detail: "Settings and loaded series are kept." });
  const { shown, busy, timing } = markov;

  const run = () => {
    // Loads the view while the fit is running.
    void loadRegimes().catch(() => {});
    void markov.run();
  };
  const setStates = useCallback((states: MarkovSettings["states"]) => change({ states }), [change]);

  const empty = (
    <FirstResult tool="markov-regime" source={source} busy={busy} run={run} label={`Fit ${modelLabel(settings)}`} words={NOTHING} />
  );
  const about = { markov, settings, change };
  return (
    <ToolScreen
      title="Markov Regime Analysis"
      description="Bull and bear regimes of log returns by maximum likelihood: current regime, expected duration, and a test of regime timing."
      analysis={markov}
      action={{ label: busy ? "Analyzing..." : "Run Analysis", run }}
      source={source}
      clear={clear}
      exportMenu={shown && <MarkovExports run={shown} timing={timing.value} />}
      note={
        shown && (
          <InputType
            kind={shown.value.kind}
            other={shown.value.kind === "prices" ? "returns" : "prices"}
            used={shown.settings.kind}
            setting={settings.kind}
            choose={(kind) => change({ kind })}
            run={run}
          />
        )
      }
      next={shown && { tool: "markov-regime", run: shown }}
      staleWords="Data or settings have changed. Run the analysis again."
      summary={railLine(source, modelLabel(settings))}
      rail={
        <>
          <DataSection
            source={source}
            hint="A CSV file with Date and Close columns, or one price per line"
            fileLabel="Upload CSV"
            accept={CSV}
          />
          <ModelForm settings={settings} change={change} series={source.series} />
        </>
      }
      tabs={{
        label: "Markov regime views",
        selected: tab,
        onSelect: selectTab,
        items: [
          { id: "regimes", label: "Regimes", content: shown ? <Regimes run={shown} {...about} /> : empty },
          { id: "model", label: "Model", content: shown ? <ModelTab run={shown} onStates={setStates} /> : empty },
          { id: "forecast", label: "Forecast", content: shown ? <ForecastTab run={shown} /> : empty },
          { id: "timing", label: "Timing", content: shown ? <Timing run={shown} {...about} /> : empty },
        ],
      }}
    />
  );
}

interface ViewProps {
  run: MarkovRun;
  markov: ReturnType<typeof useMarkov>;
  settings: MarkovSettings;
  change: (changes: Partial<MarkovSettings>) => void;
}

function Regimes({ run, markov, settings, change }: ViewProps) {
  const setView = useStable((view: MarkovSettings["view"]) => {
    change({ view });
    markov.look(run, view);
  });
  const exportColumns = useStable(() => {
    void import("./exports.tsx").then(({ saveColumns }) => saveColumns(run));
  });
  return (
    <RegimesTab
      run={run}
      shades={markov.shades}
      shadesFailure={markov.shadesFailure}
      view={settings.view}
      onView={setView}
      onExportColumns={exportColumns}
    />
  );
}

function Timing({ run, markov, settings, change }: ViewProps) {
  const { timing } = markov;
  const updateTiming = useStable(() => {
    markov.time(run, settings);
  });
  return (
    <TimingTab
      run={run}
      timing={timing.value}
      failure={timing.failure}
      progress={timing.progress}
      settings={settings}
      change={change}
      onUpdate={updateTiming}
      onCancel={markov.cancel}
    />
  );
}
