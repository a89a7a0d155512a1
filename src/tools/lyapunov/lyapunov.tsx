import { lazy, useMemo } from "react";
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
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { useTabAddress } from "../../ui/use-tab-address.ts";
import { LYAPUNOV_DEFAULTS, lyapunovSettingsSchema } from "./settings";
import { SettingsForm } from "./settings-form.tsx";
import { useLyapunov } from "./use-lyapunov";

// Loaded on demand, so that the screen opens sooner.
const LyapunovExports = deferred(async () => (await import("./exports.tsx")).LyapunovExports);
const loadResult = () => import("./result-tab.tsx").then((module) => ({ default: module.ResultTab }));
const ResultTab = lazy(loadResult);
const DetailsTab = lazy(() => import("./details-tab.tsx").then((module) => ({ default: module.DetailsTab })));
const SelfTestTab = lazy(() => import("./self-test-tab.tsx").then((module) => ({ default: module.SelfTestTab })));

const TABS = ["result", "details", "self-test"] as const;
const CSV = [".csv"] as const;
const NOTHING = [
  "Upload a CSV file with Close, High and Low columns, drop one anywhere on this page, or paste values. The sample is 33 years of crude oil prices.",
  "No estimate yet.",
] as const;

export default function Lyapunov() {
  const read = useSeriesSource({ screen: "lyapunov", field: "data" });
  const given = useMemo(() => ({ ...read, failure: uploadFailure(read.failure, because("chaos/csv")) }), [read]);
  const { inputs: settings, change, reset } = useScreenInputs("lyapunov", lyapunovSettingsSchema, LYAPUNOV_DEFAULTS);
  const analysis = useLyapunov(given, settings);
  const source = useForgetting(given, analysis.forget);
  const [tab, selectTab, leadTo] = useTabAddress(TABS);
  const clear = useClear({ sources: [source], results: [analysis], detail: "Settings and loaded series are kept." });
  const { shown, busy } = analysis;

  const run = async () => {
    // Loads the view while the estimate is running.
    void loadResult().catch(() => {});
    if (await analysis.run()) leadTo(tab, tab === "details" ? "details" : "result");
  };
  const action = { label: "Run Analysis", run: () => void run() };
  const empty = <FirstResult tool="lyapunov" source={source} busy={busy} run={action.run} label="Estimate the exponent" words={NOTHING} />;
  return (
    <ToolScreen
      title="Lyapunov Analysis"
      badge={<Badge tone="accent">New</Badge>}
      description="How fast nearby market states diverge, tested against surrogate data."
      analysis={analysis}
      action={action}
      source={source}
      clear={clear}
      exportMenu={shown && <LyapunovExports run={shown} />}
      note={
        shown &&
        tab !== "self-test" &&
        shown.value.kind !== "values" && (
          <InputType
            kind={shown.value.kind === "prices" ? "prices" : "returns"}
            other={shown.value.kind === "prices" ? "returns" : "prices"}
            used={shown.settings.kind}
            setting={settings.kind}
            choose={(kind) => change({ kind })}
            run={action.run}
          />
        )
      }
      next={shown && { tool: "lyapunov", run: shown }}
      staleWords={tab === "self-test" ? null : "Data or settings have changed. Run the analysis again."}
      summary={railLine(source)}
      rail={
        <>
          <DataSection
            source={source}
            hint="A CSV file with Close, High and Low columns, or one value per line"
            fileLabel="Upload CSV"
            accept={CSV}
          />
          <SettingsForm settings={settings} change={change} series={source.series} />
          <Button onPress={reset}>Reset to defaults</Button>
        </>
      }
      tabs={{
        label: "Lyapunov views",
        selected: tab,
        onSelect: selectTab,
        items: [
          { id: "result", label: "Result", content: shown ? <ResultTab run={shown} /> : empty },
          { id: "details", label: "Details", content: shown ? <DetailsTab run={shown} /> : empty },
          { id: "self-test", label: "Self-test", content: <SelfTestTab /> },
        ],
      }}
    />
  );
}
