import { lazy, Suspense } from "react";
import { railLine } from "../../analysis/data/rail-line";
import { useClear, useForgetting } from "../../analysis/data/use-clear";
import { type SeriesSource, useSeriesSource } from "../../analysis/data/use-series-source";
import { FirstResult } from "../../analysis/first-result/first-result.tsx";
import { ToolScreen } from "../../analysis/tool-screen.tsx";
import { plural } from "../../lib/format.ts";
import { useScreenInputs } from "../../state/screen-inputs";
import { useStepsPerYear } from "../../state/use-steps-per-year";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { useTabAddress } from "../../ui/use-tab-address.ts";
import { FactorChecklist } from "./factor-checklist.tsx";
import { NewsSection } from "./news-section.tsx";
import { PricesSection } from "./prices-section.tsx";
import { ALPHA_DEFAULTS, alphaSettingsSchema, formulasOn } from "./settings";
import { useAlpha } from "./use-alpha";
import { useFormula } from "./use-formula";
import { useSearch } from "./use-search";

// Loaded on demand, so that the screen opens sooner.
const AlphaExports = deferred(async () => (await import("./exports.tsx")).AlphaExports);
const loadDiscover = () => import("./discover-tab.tsx").then((module) => ({ default: module.DiscoverTab }));
const DiscoverTab = lazy(loadDiscover);
const FormulaPanel = lazy(() => import("./formula-panel.tsx").then((module) => ({ default: module.FormulaPanel })));
const SearchPanel = lazy(() => import("./search-panel.tsx").then((module) => ({ default: module.SearchPanel })));
const AnalyzeTab = lazy(() => import("./analyze-tab.tsx").then((module) => ({ default: module.AnalyzeTab })));
const SettingsTab = lazy(() => import("./settings-tab.tsx").then((module) => ({ default: module.SettingsTab })));

const TABS = ["discover", "analyze", "settings"] as const;

/** Computes factors of the user's series and how well they predicted forward returns. */
export default function AlphaMiner() {
  const given = useSeriesSource({ screen: "alpha-miner", field: "data" });
  const { inputs: settings, change } = useScreenInputs("alpha-miner", alphaSettingsSchema, ALPHA_DEFAULTS);
  const usualPerYear = useStepsPerYear(given.series);
  const alpha = useAlpha(given, settings);
  const source = useForgetting(given, alpha.forget);
  const [tab, selectTab] = useTabAddress(TABS);
  const { shown, busy } = alpha;
  const nothing = source.empty && source.reading === null;
  const formula = useFormula(source, settings, change);
  const search = useSearch(source, settings);
  const chosen = settings.selected.length + formulasOn(settings).length;

  const run = () => {
    // Loads the view while the factors are being computed.
    void loadDiscover().catch(() => {});
    void alpha.run();
  };
  const underWay = [alpha, search].find((one) => one.busy);
  const keys = {
    run: busy || chosen === 0 ? undefined : run,
    cancel: underWay?.cancel ?? (source.reading ? source.cancel : undefined),
  };
  const clear = useClear({ sources: [given], results: [alpha], detail: "Settings, formulas and loaded series are kept." });

  const empty = <NothingMined source={source} nothing={nothing} busy={busy} run={run} />;
  const discover = (
    <>
      {shown ? <DiscoverTab run={shown} /> : empty}
      <Suspense>
        <FormulaPanel settings={settings} change={change} control={formula} nothing={nothing} />
        <SearchPanel settings={settings} change={change} control={search} onKeep={formula.keep} nothing={nothing} />
      </Suspense>
    </>
  );
  return (
    <ToolScreen
      title="Alpha Miner"
      description="Factors on your own series, and whether they predicted forward returns."
      analysis={alpha}
      action={{ label: "Generate Alpha Factors", run, disabled: nothing || chosen === 0 }}
      keys={keys}
      source={source}
      clear={clear}
      exportMenu={shown && <AlphaExports run={shown} />}
      next={shown && { tool: shown.input.assets.length > 1 ? "alpha-miner/assets" : "alpha-miner", run: shown }}
      staleWords="Data or settings have changed. Generate the factors again."
      summary={railLine(source, plural(chosen, "factor"))}
      rail={
        <>
          <PricesSection source={source} settings={settings} change={change} />
          <FactorChecklist settings={settings} change={change} series={source.series} shown={shown} />
          <NewsSection news={settings.news} change={change} />
        </>
      }
      tabs={{
        label: "Alpha Miner views",
        selected: tab,
        onSelect: selectTab,
        items: [
          { id: "discover", label: "Discover Alpha", content: discover },
          { id: "analyze", label: "Analyze Factors", content: shown ? <AnalyzeTab run={shown} /> : empty },
          {
            id: "settings",
            label: "Settings",
            content: <SettingsTab settings={settings} change={change} usualPerYear={usualPerYear} />,
          },
        ],
      }}
    />
  );
}

interface NothingMinedProps {
  source: SeriesSource;
  nothing: boolean;
  busy: boolean;
  run: () => void;
}

function NothingMined({ source, nothing, busy, run }: NothingMinedProps) {
  const startWithSample = () => {
    source.takeSample("wti");
    run();
  };
  const samples = nothing ? (
    <>
      <Button kind="primary" onPress={startWithSample}>
        Start with a sample
      </Button>
      <Button onPress={() => source.takeSample("assets")}>Load four simulated assets</Button>
    </>
  ) : undefined;
  return (
    <FirstResult tool="alpha-miner" busy={busy} actions={samples}>
      {nothing
        ? "Paste prices, open a file, or start with a sample. Factors are computed on your own series and tested on forward returns."
        : "No factors yet. Choose some and press Generate Alpha Factors."}
    </FirstResult>
  );
}
