import { lazy, type ReactNode, Suspense, useCallback } from "react";
import { useClear, useForgetting } from "../../analysis/data/use-clear";
import { useSeriesSource } from "../../analysis/data/use-series-source";
import { plural } from "../../lib/format.ts";
import { useScreenInputs } from "../../state/screen-inputs";
import { useStepsPerYear } from "../../state/use-steps-per-year";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ProgressBar, Skeleton } from "../../ui/progress.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { ToolLayout } from "../../ui/tool-layout.tsx";
import { useRunKeys } from "../../ui/use-run-keys.ts";
import { useTabAddress } from "../../ui/use-tab-address.ts";
import { DataSection } from "./data-section.tsx";
import { FactorChecklist } from "./factor-checklist.tsx";
import { NewsSection } from "./news-section.tsx";
import { ALPHA_DEFAULTS, alphaSettingsSchema, formulasOn } from "./settings";
import { isStale, useAlpha } from "./use-alpha";
import { useFormula } from "./use-formula";
import { useSearch } from "./use-search";

// Results come when they are there, so that the screen opens sooner.
const ExportMenu = deferred(async () => (await import("./export-menu.tsx")).ExportMenu);
const loadDiscover = () => import("./discover-tab.tsx").then((module) => ({ default: module.DiscoverTab }));
const DiscoverTab = lazy(loadDiscover);
const FormulaPanel = lazy(() => import("./formula-panel.tsx").then((module) => ({ default: module.FormulaPanel })));
const SearchPanel = lazy(() => import("./search-panel.tsx").then((module) => ({ default: module.SearchPanel })));
const AnalyzeTab = lazy(() => import("./analyze-tab.tsx").then((module) => ({ default: module.AnalyzeTab })));
const SettingsTab = lazy(() => import("./settings-tab.tsx").then((module) => ({ default: module.SettingsTab })));

const TABS = ["discover", "analyze", "settings"] as const;

/** Factors of the person's own series, and what they told of the returns that followed. */
export default function AlphaMiner() {
  const given = useSeriesSource({ screen: "alpha-miner", field: "data" });
  const { inputs: settings, change } = useScreenInputs("alpha-miner", alphaSettingsSchema, ALPHA_DEFAULTS);
  const usualPerYear = useStepsPerYear(given.series);
  const alpha = useAlpha(given, settings);
  const source = useForgetting(given, alpha.forget);
  const [tab, selectTab] = useTabAddress(TABS);
  const { shown, busy, progress } = alpha;
  const nothing = source.empty && source.reading === null;
  const formula = useFormula(source, settings, change);
  const search = useSearch(source, settings);
  const chosen = settings.selected.length + formulasOn(settings).length;
  const ready = !nothing && chosen > 0;

  const run = useCallback(() => {
    // The view comes while the factors are made, so that they need not wait for it.
    void loadDiscover().catch(() => {});
    void alpha.run();
  }, [alpha.run]);
  useRunKeys({ run: busy || chosen === 0 ? undefined : run, cancel: busy ? alpha.cancel : search.busy ? search.cancel : undefined });

  const clear = useClear({ sources: [given], results: [alpha], detail: "Settings, formulas and loaded series stay." });

  const empty = (
    <EmptyState
      busy={busy}
      actions={
        nothing ? (
          <>
            <Button onPress={() => source.takeSample("wti")}>Load crude oil prices</Button>
            <Button onPress={() => source.takeSample("assets")}>Load four simulated assets</Button>
          </>
        ) : undefined
      }
    >
      {nothing
        ? "Paste prices, open a file, or start with a sample. Factors are made of your own series and tested on the returns that followed."
        : "No factors yet. Choose some and press Generate Alpha Factors."}
    </EmptyState>
  );
  const view = (content: ReactNode) => (
    <div className="flex min-w-0 flex-col gap-4">
      <Suspense fallback={<Skeleton rows={8} />}>{content}</Suspense>
    </div>
  );
  const tabs = [
    {
      id: "discover",
      label: "Discover Alpha",
      content: view(
        <>
          {shown ? <DiscoverTab run={shown} /> : empty}
          <FormulaPanel settings={settings} change={change} control={formula} nothing={nothing} />
          <SearchPanel settings={settings} change={change} control={search} onKeep={formula.keep} nothing={nothing} />
        </>,
      ),
    },
    { id: "analyze", label: "Analyze Factors", content: view(shown ? <AnalyzeTab run={shown} /> : empty) },
    { id: "settings", label: "Settings", content: view(<SettingsTab settings={settings} change={change} usualPerYear={usualPerYear} />) },
  ] as const;

  return (
    <FileDrop onFile={source.takeFile}>
      <PageHeader
        title="Alpha Miner"
        description="Factors of your own series, and whether they told anything of the returns that followed."
        actions={
          <>
            {shown ? (
              <Suspense>
                <ExportMenu run={shown} />
              </Suspense>
            ) : null}
            <Button isDisabled={busy || clear === null} onPress={() => clear?.()}>
              Clear
            </Button>
            <Button kind="primary" keys="Ctrl ↵" busy={busy} isDisabled={!ready} onPress={run}>
              Generate Alpha Factors
            </Button>
          </>
        }
      />
      <Tabs
        label="Alpha Miner views"
        selected={tab}
        onSelect={selectTab}
        tabs={tabs}
        frame={(views) => (
          <ToolLayout
            summary={source.series && !source.failure ? `${source.series.name} · ${plural(chosen, "factor")}` : undefined}
            rail={
              <>
                <DataSection source={source} settings={settings} change={change} />
                <FactorChecklist settings={settings} change={change} series={source.series} shown={shown} />
                <NewsSection news={settings.news} change={change} />
              </>
            }
          >
            {busy ? (
              <ProgressBar label={progress?.label || "Reading the data"} fraction={progress?.fraction ?? null} onCancel={alpha.cancel} />
            ) : null}
            <FailureBox failure={alpha.failure} revealed />
            {shown && !busy && isStale(shown, source.series, settings) ? (
              <Caution>Data or settings have changed since these factors. Generate them again to bring them up to date.</Caution>
            ) : null}
            {views}
          </ToolLayout>
        )}
      />
    </FileDrop>
  );
}
