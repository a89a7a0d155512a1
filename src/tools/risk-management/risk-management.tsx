import { useAtomValue } from "jotai";
import { lazy, type ReactNode, Suspense, startTransition, useCallback, useEffect, useMemo, useRef } from "react";
import { AssetsSection } from "../../analysis/assets/assets-section.tsx";
import { useAssets } from "../../analysis/assets/use-assets";
import { ColumnCaution } from "../../analysis/data/column-caution.tsx";
import { SampleButtons } from "../../analysis/data/sample-buttons.tsx";
import { useClear, useForgetting } from "../../analysis/data/use-clear";
import { useSeriesSource } from "../../analysis/data/use-series-source";
import { count } from "../../lib/format.ts";
import { stepsPerYear } from "../../state/annualization";
import { useScreenInputs } from "../../state/screen-inputs";
import { settingsAtom, useRiskFree } from "../../state/settings";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { LateProgress } from "../../ui/late-progress.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ProgressBar, Skeleton } from "../../ui/progress.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { ToolLayout } from "../../ui/tool-layout.tsx";
import { useRunKeys } from "../../ui/use-run-keys.ts";
import { useTabAddress } from "../../ui/use-tab-address.ts";
import { alertsOfAnalysis, alertsOfContributions, reportedToday } from "./alerts";
import { BudgetSection } from "./budget-section.tsx";
import { PortfolioSection } from "./portfolio-section.tsx";
import { fieldFailure } from "./risk-failure";
import { methodLabel, RISK_DEFAULTS, riskSettingsSchema } from "./settings";
import { budgetStale, useBudget } from "./use-budget";
import { type ContributionsRun, contributionsStale, useContributions } from "./use-contributions";
import { isStale, type RiskRun, spanOf, useRisk } from "./use-risk";

// Results and settings come when they are asked for, so that the screen opens sooner.
const ExportMenu = deferred(async () => (await import("./export-menu.tsx")).ExportMenu);
const AnalysisTab = lazy(() => import("./analysis-tab.tsx").then((module) => ({ default: module.AnalysisTab })));
const MetricsTab = lazy(() => import("./metrics-tab.tsx").then((module) => ({ default: module.MetricsTab })));
const SampleContributions = lazy(() => import("./metrics-tab.tsx").then((module) => ({ default: module.SampleContributions })));
const OptimizationTab = lazy(() => import("./optimization-tab.tsx").then((module) => ({ default: module.OptimizationTab })));
const SettingsTab = lazy(() => import("./settings-tab.tsx").then((module) => ({ default: module.SettingsTab })));

const TABS = ["analysis", "metrics", "optimization", "settings"] as const;
/** How often an open screen looks whether a new day has come, for the daily report. */
const DAY_CHECK = 300_000;

export default function RiskManagement() {
  const read = useSeriesSource({ screen: "risk-management", field: "data" });
  const given = useMemo(() => ({ ...read, failure: fieldFailure(read.failure, read.text) }), [read]);
  const { inputs, change, reset } = useScreenInputs("risk-management", riskSettingsSchema, RISK_DEFAULTS);
  const settings = useRiskFree(inputs);
  const [tab, selectTab] = useTabAddress(TABS);
  const annualization = useAtomValue(settingsAtom).annualization;

  const afterAnalysis = useCallback((done: RiskRun) => alertsOfAnalysis(done, settings), [settings]);
  const risk = useRisk(given, settings, afterAnalysis);
  const source = useForgetting(given, risk.forget);
  const assets = useAssets("risk-management", settings);
  const assetSeries = settings.assetsFrom === "dataset" ? assets.source.series : null;
  const assetSteps =
    settings.perYear ?? stepsPerYear(annualization, assetSeries && { length: assetSeries.length, span: spanOf(assetSeries) });
  const afterContributions = useCallback((done: ContributionsRun) => alertsOfContributions(done, settings), [settings]);
  const contributions = useContributions(assets, settings, assetSteps, afterContributions);
  const budget = useBudget(assets, settings, assetSteps);
  const forgetAssets = useCallback(() => {
    contributions.forget();
    budget.forget();
  }, [contributions.forget, budget.forget]);
  const assetSource = useForgetting(assets.source, forgetAssets);
  const choice = useMemo(() => ({ ...assets, source: assetSource }), [assets, assetSource]);
  const clear = useClear({
    sources: [source, choice.source],
    results: [risk, contributions, budget],
    message: "Data and results cleared",
    detail: "Settings and loaded series stay.",
  });
  const { shown } = risk;

  const analyze = useCallback(async () => {
    if (await risk.run()) startTransition(() => selectTab("analysis"));
  }, [risk.run, selectTab]);
  useDailyReport(settings.dailyReport && !source.empty && source.reading === null, risk.run);

  // Each tab runs what it shows; settings belong to the analysis.
  const action = {
    analysis: { label: "Analyze Portfolio Risk", run: analyze, part: risk, empty: source.empty && !source.reading },
    metrics: { label: "Measure Contributions", run: contributions.run, part: contributions, empty: choice.empty && !choice.source.reading },
    optimization: { label: "Optimize Portfolio", run: budget.run, part: budget, empty: choice.empty && !choice.source.reading },
    settings: { label: "Analyze Portfolio Risk", run: analyze, part: risk, empty: source.empty && !source.reading },
  }[tab];
  const { part } = action;
  useRunKeys({ run: part.busy ? undefined : () => void action.run(), cancel: part.busy || part.progress ? part.cancel : undefined });

  const results = { analysis: shown, contributions: contributions.shown, budget: budget.shown };
  const anything = Object.values(results).some(Boolean);
  const exportMenu = (
    <Suspense>
      <ExportMenu shown={results} settings={settings} />
    </Suspense>
  );
  const changed = {
    analysis: shown !== null && isStale(shown, source.series, settings),
    metrics: contributions.shown !== null && contributionsStale(contributions.shown, choice.key, settings),
    optimization: budget.shown !== null && budgetStale(budget.shown, choice.key, settings),
    settings: false,
  }[tab];

  const loadAssets = () => {
    change({ assetsFrom: "dataset" });
    choice.source.takeSample("assets");
  };
  const loadSample = (
    <Button onPress={loadAssets} isDisabled={choice.source.reading !== null}>
      Load the sample assets
    </Button>
  );
  const takeWeights = (names: readonly string[], weights: readonly number[]) =>
    change({ weights: Object.fromEntries(names.map((name, i) => [name, Math.round(1e6 * weights[i]) / 1e4])) });

  const content: Record<(typeof TABS)[number], ReactNode> = {
    analysis: shown ? (
      <AnalysisTab run={shown} />
    ) : (
      <EmptyState
        busy={risk.busy}
        actions={
          source.empty ? (
            <SampleButtons onChoose={source.takeSample} disabled={source.reading !== null} />
          ) : (
            <Button onPress={() => void analyze()}>Analyze Portfolio Risk</Button>
          )
        }
      >
        {source.empty
          ? "Paste portfolio values, prices or returns, one per line; drop a file anywhere on this page; or start with a real series."
          : "Nothing analyzed yet."}
      </EmptyState>
    ),
    metrics: contributions.shown ? (
      <MetricsTab
        run={contributions.shown}
        onExport={() => exported((save) => contributions.shown && save.saveContributions(contributions.shown))}
      />
    ) : (
      <SampleContributions onLoad={loadAssets} busy={choice.source.reading !== null} given={!choice.empty} />
    ),
    optimization: budget.shown ? (
      <OptimizationTab
        run={budget.shown}
        onExport={() => exported((save) => budget.shown && save.saveBudget(budget.shown))}
        onTake={
          settings.assetsFrom === "dataset"
            ? () => budget.shown && takeWeights(budget.shown.budget.names, budget.shown.budget.proposed.weights)
            : null
        }
      />
    ) : (
      <EmptyState busy={budget.busy} actions={choice.empty ? loadSample : undefined}>
        {choice.empty
          ? "Give a table with a column per asset, or choose a client's portfolio: weights within a budget of risk are found for them."
          : "Nothing optimized yet. Choose an objective and press Optimize Portfolio."}
      </EmptyState>
    ),
    settings: (
      <SettingsTab
        settings={settings}
        change={change}
        reset={reset}
        usualPerYear={risk.perYearOf(source.series)}
        exportMenu={exportMenu}
        onClear={clear}
      />
    ),
  };
  const ofAssets = tab === "metrics" || tab === "optimization";
  const rail = ofAssets ? (
    <>
      <AssetsSection choice={choice} settings={settings} change={change} kept=", restored every step" />
      {tab === "optimization" ? <BudgetSection names={choice.names} settings={settings} change={change} /> : null}
    </>
  ) : (
    <PortfolioSection source={source} settings={settings} change={change} />
  );
  const summaryOf = {
    portfolio: source.series
      ? `${source.series.name} · ${count(source.series.length)} values · ${methodLabel(settings.method)}`
      : undefined,
    assets: choice.names.length > 0 ? `${count(choice.names.length)} assets` : undefined,
  };
  const summary = ofAssets ? summaryOf.assets : summaryOf.portfolio;
  const labels = { analysis: "Portfolio Analysis", metrics: "Risk Metrics", optimization: "Optimization", settings: "Settings" } as const;
  const onFile = ofAssets ? choice.source.takeFile : source.takeFile;

  return (
    <FileDrop onFile={onFile}>
      <PageHeader
        title="Risk Manager"
        description="Drawdowns, value at risk and expected shortfall with intervals and backtests; what each asset adds; weights within a budget of risk."
        actions={
          <>
            {anything && tab !== "settings" ? exportMenu : null}
            <Button kind="primary" keys="Ctrl ↵" busy={part.busy} isDisabled={action.empty} onPress={() => void action.run()}>
              {action.label}
            </Button>
          </>
        }
      />
      <Tabs
        label="Risk Manager views"
        selected={tab}
        onSelect={selectTab}
        tabs={TABS.map((id) => ({
          id,
          label: labels[id],
          content: (
            <div className="flex min-w-0 flex-col gap-4">
              <Suspense fallback={<Skeleton rows={8} />}>{content[id]}</Suspense>
            </div>
          ),
        }))}
        frame={(views) => (
          <ToolLayout summary={summary} rail={rail}>
            {part.busy ? (
              <ProgressBar
                label={part.progress?.label || "Reading the data"}
                fraction={part.progress?.fraction ?? null}
                onCancel={part.cancel}
              />
            ) : (
              <LateProgress progress={part.progress} onCancel={part.cancel} />
            )}
            <FailureBox failure={part.failure} revealed actions={reasonOf(part.failure)} />
            {ofAssets ? null : <ColumnCaution series={source.series} chosen={settings.column} />}
            {changed && !part.busy ? (
              <Caution>Data or settings have changed since this result. Run it again to bring it up to date.</Caution>
            ) : null}
            {views}
          </ToolLayout>
        )}
      />
    </FileDrop>
  );
}

/** Files are written by code that comes when one is wanted. */
const exported = (save: (files: typeof import("./export-results")) => void): void => void import("./export-results").then(save);

/** The second line of a failure, where it has one. */
const reasonOf = (failure: object | null) =>
  failure && "reason" in failure && typeof failure.reason === "string" ? (
    <p className="text-small text-text">{failure.reason}</p>
  ) : undefined;

/** Runs once on each day the screen is open with data in it. */
function useDailyReport(wanted: boolean, run: () => Promise<boolean>): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (!wanted) return;
    const look = () => void (reportedToday() || latest.current());
    look();
    const timer = setInterval(look, DAY_CHECK);
    return () => clearInterval(timer);
  }, [wanted]);
}
