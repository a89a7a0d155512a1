import { lazy, useMemo } from "react";
import { because, type Failure } from "../../../workers/contract";
import { uploadFailure } from "../../../workers/ingest/not-csv";
import { ColumnCaution } from "../../analysis/data/column-caution.tsx";
import { DataSection } from "../../analysis/data/data-section.tsx";
import { InputType } from "../../analysis/data/input-type.tsx";
import { railLine } from "../../analysis/data/rail-line";
import { useClear, useForgetting } from "../../analysis/data/use-clear";
import { type SeriesSource, useSeriesSource } from "../../analysis/data/use-series-source";
import { FirstResult } from "../../analysis/first-result/first-result.tsx";
import { ToolScreen } from "../../analysis/tool-screen.tsx";
import { useScreenInputs } from "../../state/screen-inputs";
import { useStepsPerYear } from "../../state/use-steps-per-year";
import { deferred } from "../../ui/deferred.ts";
import { unitWords } from "./curiosity-run";
import { CURIOSITY_DEFAULTS, curiositySettingsSchema } from "./settings";
import { SettingsForm } from "./settings-form.tsx";
import { useCuriosity } from "./use-curiosity";

// Loaded on demand, so that the screen opens sooner.
const CuriosityExports = deferred(async () => (await import("./exports.tsx")).CuriosityExports);
const Results = lazy(() => import("./results.tsx").then((module) => ({ default: module.Results })));

const CSV = [".csv"] as const;
const NOTHING = [
  "Upload a CSV file with prices, drop one anywhere on this page, or paste values. The sample is 33 years of crude oil prices.",
  "Data loaded. Run the analysis.",
] as const;

/** A file without a numeric column is not a CSV for this screen; other failures use the same wrapper message. */
const csvFailure = (failure: Failure | null): Failure | null =>
  failure?.reason === "ingest/otherFile" ? failure : uploadFailure(failure, because("ingest/csvNotCsv"));

export default function MarketCuriosity() {
  const read = useSeriesSource({ screen: "market-curiosity", field: "data" });
  const given = useMemo((): SeriesSource => ({ ...read, failure: csvFailure(read.failure) }), [read]);
  const { inputs: settings, change } = useScreenInputs("market-curiosity", curiositySettingsSchema, CURIOSITY_DEFAULTS);
  const usual = useStepsPerYear(read.series);
  const annualization = settings.annualization ?? usual;
  const analysis = useCuriosity(given, settings, annualization);
  const source = useForgetting(given, analysis.forget);
  const clear = useClear({ sources: [source], results: [analysis], detail: "Settings and loaded series are kept." });
  const { shown, busy, structure, comparing } = analysis;
  const run = () => void analysis.run();
  const { series } = source;
  return (
    <ToolScreen
      title="Market Curiosity Analysis"
      description="How unusual a market is now: volatility, trend, complexity and novelty, recurring patterns (motifs) and anomalies (discords)."
      analysis={analysis}
      action={{ label: busy ? "Analyzing..." : "Run Analysis", run }}
      source={source}
      clear={clear}
      exportMenu={shown && <CuriosityExports run={shown} refined={comparing.shown} structure={structure.value} />}
      cautions={
        <>
          <ColumnCaution series={series} chosen={settings.column} />
          {shown ? (
            <InputType
              kind={shown.value.kind}
              unit={unitWords(shown.value)}
              other={shown.value.kind === "prices" ? "returns" : "prices"}
              used={shown.settings.kind}
              setting={settings.kind}
              choose={(kind) => change({ kind })}
              run={run}
            />
          ) : null}
        </>
      }
      next={shown && { tool: "market-curiosity", run: shown }}
      staleWords="Data or settings have changed. Run the analysis again."
      summary={shown ? railLine(source) : undefined}
      rail={
        <>
          <DataSection source={source} hint="A CSV file, or values one per line" rows={6} fileLabel="Upload CSV" accept={CSV} />
          <SettingsForm settings={settings} change={change} series={series} annualization={annualization} />
        </>
      }
    >
      {shown ? (
        <Results run={shown} comparing={comparing} structure={structure.value} structureFailure={structure.failure} />
      ) : (
        <FirstResult tool="market-curiosity" source={source} busy={busy} run={run} label="Run Analysis" words={NOTHING} />
      )}
    </ToolScreen>
  );
}
