import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useMemo } from "react";
import type { AssetSet } from "../../analysis/assets/asset-set";
import { AssetsRead } from "../../analysis/assets/assets-read.tsx";
import { AssetsSection } from "../../analysis/assets/assets-section.tsx";
import { type AssetChoice, assetsLine, useAssets } from "../../analysis/assets/use-assets";
import { chosenColumn } from "../../analysis/data/analyzed-column";
import { ColumnCaution } from "../../analysis/data/column-caution.tsx";
import { InputType } from "../../analysis/data/input-type.tsx";
import { railLine } from "../../analysis/data/rail-line";
import { useClear, useForgetting } from "../../analysis/data/use-clear";
import { type SeriesSource, useSeriesSource } from "../../analysis/data/use-series-source";
import type { SeriesStartProps } from "../../analysis/first-result/empty-result.tsx";
import { FirstResult } from "../../analysis/first-result/first-result.tsx";
import type { NextFrom } from "../../analysis/next/next-steps.tsx";
import { ToolScreen } from "../../analysis/tool-screen.tsx";
import { detailOf, useShownOnce } from "../../analysis/unread-field.tsx";
import { UNIT_WORDS } from "../../lib/return-words.ts";
import { isTransient } from "../../state/passing-period";
import { useScreenInputs } from "../../state/screen-inputs";
import { useRiskFree } from "../../state/settings";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { useStable } from "../../ui/use-latest.ts";
import { useTabAddress } from "../../ui/use-tab-address.ts";
import { alertsOfAnalysis, alertsOfContributions, reportedToday } from "./alerts";
import { BudgetSection } from "./budget-section.tsx";
import { givenKind } from "./given-kind";
import { PortfolioSection } from "./portfolio-section.tsx";
import { fieldFailure } from "./risk-failure";
import { methodLabel, RISK_DEFAULTS, type RiskSettings, riskSettingsSchema } from "./settings";
import { type BudgetRun, useBudget } from "./use-budget";
import { type ContributionsRun, useContributions } from "./use-contributions";
import { OutOfSampleContext, useOutOfSample } from "./use-out-of-sample";
import { type RiskRun, useRisk } from "./use-risk";

// Loaded on demand, so that the screen opens sooner.
const RiskExports = deferred(async () => (await import("./exports.tsx")).RiskExports);
const AnalysisTab = lazy(() => import("./analysis-tab.tsx").then((module) => ({ default: module.AnalysisTab })));
const MetricsTab = lazy(() => import("./metrics-tab.tsx").then((module) => ({ default: module.MetricsTab })));
const SampleContributions = lazy(() => import("./metrics-tab.tsx").then((module) => ({ default: module.SampleContributions })));
const OptimizationTab = lazy(() => import("./optimization-tab.tsx").then((module) => ({ default: module.OptimizationTab })));
const SettingsTab = lazy(() => import("./settings-tab.tsx").then((module) => ({ default: module.SettingsTab })));

const TABS = ["analysis", "metrics", "optimization", "settings"] as const;
const LABELS = { analysis: "Portfolio Analysis", metrics: "Risk Metrics", optimization: "Optimization", settings: "Settings" } as const;
const NOTHING = [
  "Paste portfolio values, prices or returns, one per line; drop a file anywhere on this page; or start with a sample series.",
  "No analysis yet.",
] as const;
const Exports = (props: ComponentProps<typeof RiskExports>) => (
  <Suspense>
    <RiskExports {...props} />
  </Suspense>
);
/** How often an open screen checks for a new day, for the daily report. */
const DAY_CHECK = 300_000;

/** Settings, analyses and fields of the screen, and the user's actions. */
function useRiskManager() {
  const read = useSeriesSource({ screen: "risk-management", field: "data" });
  const given = useMemo(() => ({ ...read, failure: fieldFailure(read.failure, read.text) }), [read]);
  const { inputs, change, reset } = useScreenInputs("risk-management", riskSettingsSchema, RISK_DEFAULTS);
  const settings = useRiskFree(inputs);
  const [tab, selectTab, leadTo] = useTabAddress(TABS);
  const runs = useRuns(given, settings);
  const { risk, contributions, budget, source, choice } = runs;
  const clear = useClear({
    sources: [source, choice.source],
    results: [risk, contributions, budget],
    message: "Data and results cleared",
    detail: "Settings and loaded series are kept.",
  });
  const analyze = async () => {
    if (await risk.run()) leadTo(tab, "analysis");
  };
  useDailyReport(settings.dailyReport && !source.empty && source.reading === null, risk.run);
  /** A click loads the sample assets and runs; a client's portfolio is kept. */
  const startWith = (run: () => Promise<boolean>) => () => {
    change({ assetsFrom: "dataset" });
    choice.source.takeSample("assets");
    if (settings.assetsFrom === "dataset") void run();
  };
  return { settings, change, reset, tab, selectTab, ...runs, clear, analyze, startWith };
}

export default function RiskManagement() {
  const screen = useRiskManager();
  const { settings, change, reset, tab, selectTab, risk, outOfSample, contributions, budget, source, choice, clear, analyze, startWith } =
    screen;
  const { shown } = risk;
  // Each tab runs its own analysis; settings belong to the main one.
  const ofAssets = tab === "metrics" || tab === "optimization";
  const field = ofAssets ? choice : { source, empty: source.empty };
  const disabled = field.empty && !field.source.reading;
  const [part, label, run] = (
    {
      analysis: [risk, "Analyze Portfolio Risk", analyze],
      metrics: [contributions, "Measure Contributions", contributions.run],
      optimization: [budget, "Optimize Portfolio", budget.run],
      settings: [risk, "Analyze Portfolio Risk", analyze],
    } as const
  )[tab];

  const said = useShownOnce(field.source, part.failure);

  const results = { analysis: shown, contributions: contributions.shown, budget: budget.shown };
  const exportMenu = <Exports shown={{ ...results, outOfSample }} settings={settings} />;

  const content: Record<(typeof TABS)[number], ReactNode> = {
    analysis: shown ? (
      <OutOfSampleContext value={outOfSample}>
        <AnalysisTab run={shown} preliminary={risk.partial || isTransient(shown.series)} />
      </OutOfSampleContext>
    ) : (
      <NothingAnalyzed source={source} busy={risk.busy} run={() => void analyze()} />
    ),
    metrics: <Metrics contributions={contributions} choice={choice} startWithSample={startWith(contributions.run)} />,
    optimization: (
      <Optimization budget={budget} choice={choice} settings={settings} change={change} startWithSample={startWith(budget.run)} />
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
  return (
    <ToolScreen
      title="Risk Manager"
      description="Drawdowns, value at risk and expected shortfall with intervals and backtests; risk contributions; risk budgeting."
      analysis={part}
      action={{ label, run: () => void run(), disabled }}
      source={field.source}
      exportMenu={tab !== "settings" && Object.values(results).some(Boolean) ? exportMenu : null}
      next={nextOf(part.shown)}
      staleWords={tab === "settings" ? null : "Data or settings have changed. Run it again."}
      failureActions={detailOf(part.failure)}
      cautions={ofAssets ? null : <ColumnCaution series={source.series} chosen={settings.column} />}
      note={
        tab === "settings" || !part.shown ? null : (
          <ReadNote tab={tab} results={results} settings={settings} change={change} run={() => void run()} />
        )
      }
      summary={ofAssets ? assetsLine(choice) : railLine(source, methodLabel(settings.method))}
      rail={
        ofAssets ? (
          <AssetRail choice={choice} field={said} settings={settings} change={change} budgeted={tab === "optimization"} />
        ) : (
          <PortfolioSection source={said} settings={settings} change={change} />
        )
      }
      tabs={{
        label: "Risk Manager views",
        selected: tab,
        onSelect: selectTab,
        items: TABS.map((id) => ({ id, label: LABELS[id], content: content[id] })),
      }}
    />
  );
}

/** The three analyses of the screen and their fields; new data clear earlier failures. */
function useRuns(given: SeriesSource, settings: RiskSettings) {
  const risk = useRisk(given, settings, (done) => alertsOfAnalysis(done, settings));
  const source = useForgetting(given, risk.forget);
  const assets = useAssets("risk-management", settings);
  const contributions = useContributions(assets, settings, (done) => alertsOfContributions(done, settings));
  const budget = useBudget(assets, settings);
  const forgetAssets = useStable(() => {
    contributions.forget();
    budget.forget();
  });
  const assetSource = useForgetting(assets.source, forgetAssets);
  const choice = useMemo(() => ({ ...assets, source: assetSource }), [assets, assetSource]);
  return { risk, outOfSample: useOutOfSample(risk.shown), contributions, budget, source, choice };
}

/** An asset result is passed on with its assets, a portfolio result with its series. */
const nextOf = (run: RiskRun | { set: AssetSet; text: string; settings: RiskSettings } | null): NextFrom | null =>
  run && ("set" in run ? { tool: "risk-management/assets", run: { ...run, series: run.set.series[0] } } : { tool: "risk-management", run });

const NothingAnalyzed = (props: Pick<SeriesStartProps, "source" | "busy" | "run">) => (
  <FirstResult {...props} tool="risk-management" label="Analyze Portfolio Risk" words={NOTHING} />
);

interface FormProps {
  settings: RiskSettings;
  change: (changes: Partial<RiskSettings>) => void;
}

interface ReadNoteProps extends FormProps {
  tab: (typeof TABS)[number];
  results: { analysis: RiskRun | null; contributions: ContributionsRun | null; budget: BudgetRun | null };
  run: () => void;
}

/** The input type of a tab's result, and a button to change it. */
function ReadNote({ tab, results: { analysis, contributions, budget }, settings: { kind: setting }, change, run }: ReadNoteProps) {
  const choice = { setting, choose: (kind: RiskSettings["kind"]) => change({ kind }), run };
  if (tab === "analysis" && analysis) {
    const { value, settings, series } = analysis;
    const { unit } = value;
    const asReturns = chosenColumn(series, settings.column, "returns").role === "log-return" ? "log-returns" : "returns";
    const other = unit ? "values" : asReturns;
    return <InputType kind={givenKind(value)} unit={unit && UNIT_WORDS[unit]} other={other} used={settings.kind} {...choice} />;
  }
  const ofAssets = tab === "metrics" ? contributions : tab === "optimization" ? budget : null;
  if (!ofAssets) return null;
  return (
    <AssetsRead
      names={ofAssets.set.names}
      series={ofAssets.set.series}
      readAs={ofAssets.value.readAs}
      used={ofAssets.settings.kind}
      {...choice}
    />
  );
}

const AssetRail = ({ budgeted, ...assets }: FormProps & { choice: AssetChoice; field: SeriesSource; budgeted: boolean }) => (
  <>
    <AssetsSection {...assets} kept=", rebalanced every step" />
    {budgeted ? <BudgetSection names={assets.choice.names} settings={assets.settings} change={assets.change} /> : null}
  </>
);

interface AssetViewProps {
  choice: AssetChoice;
  startWithSample: () => void;
}

const Metrics = ({
  contributions: { shown },
  choice,
  startWithSample,
}: AssetViewProps & { contributions: ReturnType<typeof useContributions> }) =>
  shown ? (
    <MetricsTab run={shown} onExport={() => exported((save) => save.saveContributions(shown))} />
  ) : (
    <SampleContributions onStart={startWithSample} busy={choice.source.reading !== null} given={!choice.empty} />
  );

/** Weights within a risk budget, once computed. */
function Optimization({
  budget: { shown, busy },
  choice,
  settings,
  change,
  startWithSample,
}: FormProps & AssetViewProps & { budget: ReturnType<typeof useBudget> }) {
  if (shown) {
    const { names, proposed } = shown.value;
    const take = () => change({ weights: Object.fromEntries(names.map((name, i) => [name, Math.round(1e6 * proposed.weights[i]) / 1e4])) });
    return (
      <OptimizationTab
        run={shown}
        onExport={() => exported((save) => save.saveBudget(shown))}
        onTake={settings.assetsFrom === "dataset" ? take : null}
      />
    );
  }
  const sample = (
    <Button kind="primary" onPress={startWithSample} isDisabled={choice.source.reading !== null}>
      Start with a sample
    </Button>
  );
  return (
    <FirstResult tool="risk-management/optimization" busy={busy} actions={choice.empty ? sample : undefined}>
      {choice.empty
        ? "Load a table with one column per asset, or choose a client portfolio, to optimize weights within a risk budget."
        : "No optimization yet. Choose an objective and press Optimize Portfolio."}
    </FirstResult>
  );
}

/** Loads the export code when a file is saved. */
const exported = (save: (files: typeof import("./exports")) => void): void => void import("./exports.tsx").then(save);

/** The second line of a failure, if any. */
/** Runs once on each day the screen is open with data. */
function useDailyReport(wanted: boolean, run: () => Promise<boolean>): void {
  useEffect(() => {
    if (!wanted) return;
    const look = () => void (reportedToday() || run());
    look();
    const timer = setInterval(look, DAY_CHECK);
    return () => clearInterval(timer);
  }, [wanted, run]);
}
