import { lazy, Suspense, useCallback, useMemo } from "react";
import { AssetsSection } from "../../analysis/assets/assets-section.tsx";
import { useAssets } from "../../analysis/assets/use-assets";
import { useClear, useForgetting } from "../../analysis/data/use-clear";
import { count } from "../../lib/format.ts";
import { useScreenInputs } from "../../state/screen-inputs";
import { useRiskFree } from "../../state/settings";
import { useStepsPerYear } from "../../state/use-steps-per-year";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { LateProgress } from "../../ui/late-progress.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ProgressBar, Skeleton } from "../../ui/progress.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { toast } from "../../ui/toast-queue.ts";
import { ToolLayout } from "../../ui/tool-layout.tsx";
import { useRunKeys } from "../../ui/use-run-keys.ts";
import { useTabAddress } from "../../ui/use-tab-address.ts";
import { OptimizationForm } from "./optimization-form.tsx";
import { PORTFOLIO_DEFAULTS, portfolioSettingsSchema } from "./settings";
import { proposalStale, useProposal } from "./use-proposal";
import { simulationStale, useBacktest, useRebalancing } from "./use-simulation";

// Results come when they are asked for, so that the screen opens sooner.
const SimulationForm = deferred(async () => (await import("./simulation-form.tsx")).SimulationForm);
const ExportMenu = deferred(async () => (await import("./export-menu.tsx")).ExportMenu);
const OptimizationTab = lazy(() => import("./optimization-tab.tsx").then((module) => ({ default: module.OptimizationTab })));
const BacktestTab = lazy(() => import("./backtest-tab.tsx").then((module) => ({ default: module.BacktestTab })));
const RebalancingTab = lazy(() => import("./rebalancing-tab.tsx").then((module) => ({ default: module.RebalancingTab })));
const AllocationChart = lazy(() => import("./allocation-chart.tsx").then((module) => ({ default: module.AllocationChart })));

const TABS = ["optimization", "backtest", "rebalancing"] as const;

/** Weights by an objective within limits, and what holding them would have done, from a dataset's or a client's assets. */
export default function PortfolioOptimization() {
  const { inputs, change } = useScreenInputs("portfolio", portfolioSettingsSchema, PORTFOLIO_DEFAULTS);
  const settings = useRiskFree(inputs);
  const [tab, selectTab] = useTabAddress(TABS);
  const assets = useAssets("portfolio", settings);
  const { names } = assets;
  const usualPerYear = useStepsPerYear(settings.assetsFrom === "dataset" ? assets.source.series : null);
  const perYear = settings.perYear ?? usualPerYear;
  const proposal = useProposal(assets, settings, perYear);
  const backtest = useBacktest(assets, settings, perYear);
  const rebalancing = useRebalancing(assets, settings, perYear);
  const forget = useCallback(() => {
    proposal.forget();
    backtest.forget();
    rebalancing.forget();
  }, [proposal.forget, backtest.forget, rebalancing.forget]);
  const source = useForgetting(assets.source, forget);
  const choice = useMemo(() => ({ ...assets, source }), [assets, source]);
  const { shown } = proposal;

  const own = settings.assetsFrom === "dataset" ? (source.series?.hash ?? null) : null;
  const nothing = choice.empty && source.reading === null;
  const part = { optimization: proposal, backtest, rebalancing }[tab];
  useRunKeys({ run: part.busy ? undefined : () => void part.run(), cancel: part.busy || part.progress ? part.cancel : undefined });
  const changed = {
    optimization: shown !== null && proposalStale(shown, choice.key, settings),
    backtest: backtest.shown !== null && simulationStale(backtest.shown, choice.key, settings, ["startDate", "endDate", "benchmark"]),
    rebalancing: rebalancing.shown !== null && simulationStale(rebalancing.shown, choice.key, settings, ["riskBudget"]),
  }[tab];

  const takeWeights = useCallback(
    (weights: Float64Array) => {
      if (!shown) return;
      const before = settings.weights;
      change({ weights: Object.fromEntries(shown.proposal.names.map((name, i) => [name, Math.round(1e6 * weights[i]) / 1e4])) });
      toast.info("These are the weights held now", { action: { label: "Undo", onChoose: () => change({ weights: before }) } });
    },
    [shown, settings.weights, change],
  );
  const clear = useClear({
    sources: [source],
    results: [proposal, backtest, rebalancing],
    message: "Data and results cleared",
    detail: "Settings, loaded series and clients stay.",
  });

  const loadSample = (
    <Button
      onPress={() => {
        change({ assetsFrom: "dataset" });
        source.takeSample("assets");
      }}
      isDisabled={source.reading !== null}
    >
      Load four simulated assets
    </Button>
  );
  const content = {
    optimization: shown ? (
      <OptimizationTab
        run={shown}
        capital={settings.initialCapital}
        change={change}
        onTake={shown.settings.assetsFrom === "dataset" ? takeWeights : null}
      />
    ) : (
      <EmptyState busy={proposal.busy} actions={nothing ? loadSample : undefined}>
        {nothing
          ? "Give a table with a column of prices per asset, choose a client's portfolio, or start with the sample: the best weights within your limits are found for them."
          : "Nothing optimized yet. Choose an objective and press Optimize Portfolio."}
      </EmptyState>
    ),
    backtest: backtest.shown ? (
      <BacktestTab run={backtest.shown} />
    ) : (
      <EmptyState busy={backtest.busy} actions={nothing ? loadSample : undefined}>
        {nothing
          ? "Give a table with a column of prices per asset, or choose a client's portfolio: its weights are held between two dates, with costs."
          : "Nothing tested yet. Choose the dates and press Run Backtest."}
      </EmptyState>
    ),
    rebalancing: (
      <>
        {rebalancing.shown ? (
          <RebalancingTab run={rebalancing.shown} />
        ) : (
          <EmptyState busy={rebalancing.busy} actions={nothing ? loadSample : undefined}>
            {nothing
              ? "Give a table with a column of prices per asset, or choose a client's portfolio: its weights are the targets."
              : "Nothing simulated yet. Say when to trade and press Run Simulation."}
          </EmptyState>
        )}
        <AllocationChart names={names} weights={choice.weights} />
      </>
    ),
  };

  return (
    <FileDrop onFile={source.takeFile}>
      <PageHeader
        title="Portfolio Optimization"
        description="Optimal weights within limits, the efficient frontier, risk contributions; backtests and rebalancing with costs."
        actions={
          <>
            <Button isDisabled={clear === null} onPress={clear ?? undefined}>
              Clear
            </Button>
            {shown || backtest.shown || rebalancing.shown ? (
              <Suspense>
                <ExportMenu shown={{ proposal: shown, backtest: backtest.shown, rebalancing: rebalancing.shown }} settings={settings} />
              </Suspense>
            ) : null}
            <Button kind="primary" keys="Ctrl ↵" busy={part.busy} isDisabled={nothing} onPress={() => void part.run()}>
              {ACTIONS[tab]}
            </Button>
          </>
        }
      />
      <Tabs
        label="Portfolio views"
        selected={tab}
        onSelect={selectTab}
        tabs={TABS.map((id) => ({
          id,
          label: LABELS[id],
          content: (
            <div className="flex min-w-0 flex-col gap-4">
              <Suspense fallback={<Skeleton rows={8} />}>{content[id]}</Suspense>
            </div>
          ),
        }))}
        frame={(views) => (
          <ToolLayout
            summary={names.length > 0 ? `${count(names.length)} assets` : undefined}
            rail={
              <>
                <AssetsSection choice={choice} settings={settings} change={change} kept="" holds="prices" />
                {tab === "optimization" ? (
                  <OptimizationForm names={names} settings={settings} change={change} usualPerYear={usualPerYear} />
                ) : (
                  <Suspense fallback={<Skeleton rows={8} />}>
                    <SimulationForm settings={settings} change={change} dates={tab === "backtest"} own={own} />
                  </Suspense>
                )}
              </>
            }
          >
            {part.busy ? (
              <ProgressBar
                label={part.progress?.label || "Reading the data"}
                fraction={part.progress?.fraction ?? null}
                onCancel={part.cancel}
              />
            ) : (
              <LateProgress progress={part.progress} onCancel={part.cancel} />
            )}
            <FailureBox
              failure={part.failure}
              actions={
                tab === "backtest" && part.failure?.message.includes(OUTSIDE) ? (
                  <Button size="small" onPress={() => change({ startDate: null, endDate: null })}>
                    Use all dates of the data
                  </Button>
                ) : undefined
              }
            />
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

/** Words of the failure that other dates would mend. */
const OUTSIDE = "rows lie between these dates";
const LABELS = { optimization: "Optimization", backtest: "Backtest", rebalancing: "Rebalancing" } as const;
const ACTIONS = { optimization: "Optimize Portfolio", backtest: "Run Backtest", rebalancing: "Run Simulation" } as const;
