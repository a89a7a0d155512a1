import { lazy, Suspense, useCallback, useMemo } from "react";
import { type Failure, type Reason, succeed } from "../../../workers/contract";
import { AssetsSection } from "../../analysis/assets/assets-section.tsx";
import { takeWeights } from "../../analysis/assets/take-weights";
import { assetsLine, useAssets } from "../../analysis/assets/use-assets";
import { useClear, useForgetting } from "../../analysis/data/use-clear";
import { FirstResult } from "../../analysis/first-result/first-result.tsx";
import type { NextFrom } from "../../analysis/next/next-steps.tsx";
import { ToolScreen } from "../../analysis/tool-screen.tsx";
import { detailOf, useShownOnce } from "../../analysis/unread-field.tsx";
import { useScreenInputs } from "../../state/screen-inputs";
import { useRiskFree } from "../../state/settings";
import { useStepsPerYear } from "../../state/use-steps-per-year";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useStable } from "../../ui/use-latest.ts";
import { useTabAddress } from "../../ui/use-tab-address.ts";
import { OptimizationForm } from "./optimization-form.tsx";
import { type ChangeSettings, PORTFOLIO_DEFAULTS, type PortfolioSettings, portfolioSettingsSchema } from "./settings";
import { type ProposalRun, useProposal } from "./use-proposal";
import { type BacktestRun, type RebalancingRun, useBacktest, useRebalancing } from "./use-simulation";

// Loaded on demand, so that the screen opens sooner.
const SimulationForm = deferred(async () => (await import("./simulation-form.tsx")).SimulationForm);
const PortfolioExports = deferred(async () => (await import("./exports.tsx")).PortfolioExports);
const OptimizationTab = lazy(() => import("./optimization-tab.tsx").then((module) => ({ default: module.OptimizationTab })));
const BacktestTab = lazy(() => import("./backtest-tab.tsx").then((module) => ({ default: module.BacktestTab })));
const RebalancingTab = lazy(() => import("./rebalancing-tab.tsx").then((module) => ({ default: module.RebalancingTab })));
const AllocationChart = lazy(() => import("./allocation-chart.tsx").then((module) => ({ default: module.AllocationChart })));

const TABS = ["optimization", "backtest", "rebalancing"] as const;
type Tab = (typeof TABS)[number];

/** Weights by an objective within limits, and the performance of holding them, for the assets of a dataset or a client. */
export default function PortfolioOptimization() {
  const { inputs, change } = useScreenInputs("portfolio", portfolioSettingsSchema, PORTFOLIO_DEFAULTS);
  const settings = useRiskFree(inputs);
  const [tab, selectTab] = useTabAddress(TABS);
  const { proposal, backtest, rebalancing, choice, usualPerYear, clear } = useRuns(settings);
  const { names, source } = choice;
  const { shown } = proposal;

  const own = settings.assetsFrom === "dataset" ? (source.series?.hash ?? null) : null;
  const nothing = choice.empty && source.reading === null;
  const part = { optimization: proposal, backtest, rebalancing }[tab];
  const said = useShownOnce(source, part.failure);
  const takeWeights = useTakeWeights(shown, settings.weights, change);
  const loadSample = () => {
    change({ assetsFrom: "dataset" });
    source.takeSample("assets");
  };
  const ask = settings.assetsFrom === "dataset" ? part.run : undefined;
  const nothingYet = (of: Tab, busy: boolean) => (
    <NothingYet part={of} busy={busy} empty={nothing} load={loadSample} run={ask} reading={source.reading !== null} />
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
      nothingYet("optimization", proposal.busy)
    ),
    backtest: backtest.shown ? <BacktestTab run={backtest.shown} intervals={backtest.intervals} /> : nothingYet("backtest", backtest.busy),
    rebalancing: (
      <>
        {rebalancing.shown ? <RebalancingTab run={rebalancing.shown} /> : nothingYet("rebalancing", rebalancing.busy)}
        <AllocationChart names={names} weights={choice.weights} />
      </>
    ),
  };

  const runs = { proposal: shown, backtest: backtest.shown, rebalancing: rebalancing.shown };
  const results = { ...runs, intervals: backtest.intervals?.value ?? null };
  return (
    <ToolScreen
      title="Portfolio Optimization"
      description="Optimal weights within limits, the efficient frontier, risk contributions; backtests and rebalancing with costs."
      analysis={part}
      action={{ label: ACTIONS[tab], run: () => void part.run(), disabled: nothing }}
      source={source}
      clear={clear}
      exportMenu={Object.values(runs).some(Boolean) ? <PortfolioExports shown={results} settings={settings} /> : null}
      next={nextOf(tab, runs)}
      staleWords="Data or settings have changed. Run it again."
      failureActions={tab === "backtest" && isOutside(part.failure) ? <AllDates change={change} /> : detailOf(part.failure)}
      summary={assetsLine(choice)}
      rail={
        <>
          <AssetsSection choice={choice} field={said} settings={settings} change={change} kept="" holds="prices" />
          {tab === "optimization" ? (
            <OptimizationForm names={names} settings={settings} change={change} usualPerYear={usualPerYear} />
          ) : (
            <Suspense fallback={<Skeleton rows={8} />}>
              <SimulationForm settings={settings} change={change} dates={tab === "backtest"} own={own} />
            </Suspense>
          )}
        </>
      }
      tabs={{
        label: "Portfolio views",
        selected: tab,
        onSelect: selectTab,
        items: TABS.map((id) => ({ id, label: LABELS[id], content: content[id] })),
      }}
    />
  );
}

/** The three analyses of the screen and their assets; a change of assets clears earlier failures. */
function useRuns(settings: PortfolioSettings) {
  const assets = useAssets("portfolio", settings);
  const usualPerYear = useStepsPerYear(settings.assetsFrom === "dataset" ? assets.source.series : null);
  const proposal = useProposal(assets, settings);
  const backtest = useBacktest(assets, settings);
  const rebalancing = useRebalancing(assets, settings);
  const forget = useStable(() => {
    for (const part of [proposal, backtest, rebalancing]) part.forget();
  });
  const source = useForgetting(assets.source, forget);
  const choice = useMemo(() => ({ ...assets, source }), [assets, source]);
  const clear = useClear({
    sources: [source],
    results: [proposal, backtest, rebalancing],
    message: "Data and results cleared",
    detail: "Settings, loaded series and clients are kept.",
  });
  return { proposal, backtest, rebalancing, choice, usualPerYear, clear };
}

/** Weights by asset in percent, as in the forms. */
const inPercent = ({ value: { names } }: ProposalRun, weights: Float64Array): PortfolioSettings["weights"] =>
  Object.fromEntries(names.map((name, i) => [name, Math.round(1e6 * weights[i]) / 1e4]));

/** Passes on the proposed weights, not those they were to replace. */
const nextOfProposal = (shown: ProposalRun): NextFrom => ({
  tool: "portfolio",
  run: { text: shown.text, series: shown.set.series[0], settings: { ...shown.settings, weights: inPercent(shown, shown.value.weights) } },
  account: async (options) => (await import("./account")).optimizedAccount(shown, options),
});

const nextOfBacktest = (shown: BacktestRun): NextFrom => ({
  tool: "portfolio",
  run: { ...shown, series: shown.set.series[0] },
  account: async () => succeed((await import("./account")).heldAccount(shown)),
});

const nextOfRebalancing = (shown: RebalancingRun): NextFrom => ({
  tool: "portfolio",
  run: { ...shown, series: shown.set.series[0] },
  account: async () => succeed((await import("./account")).rebalancedAccount(shown)),
});

interface Runs {
  proposal: ProposalRun | null;
  backtest: BacktestRun | null;
  rebalancing: RebalancingRun | null;
}

/** What the shown tab hands on: each its own weights. */
function nextOf(tab: Tab, { proposal, backtest, rebalancing }: Runs): NextFrom | null {
  if (tab === "backtest") return backtest && nextOfBacktest(backtest);
  if (tab === "rebalancing") return rebalancing && nextOfRebalancing(rebalancing);
  return proposal && nextOfProposal(proposal);
}

/** Sets proposed weights as current, with a toast to undo it. */
function useTakeWeights(shown: ProposalRun | null, before: PortfolioSettings["weights"], change: ChangeSettings) {
  return useCallback(
    (weights: Float64Array) => {
      if (!shown) return;
      takeWeights(inPercent(shown, weights), before, change);
    },
    [shown, before, change],
  );
}

const AllDates = ({ change }: { change: ChangeSettings }) => (
  <Button size="small" onPress={() => change({ startDate: null, endDate: null })}>
    Use all dates of the data
  </Button>
);

/** Placeholder texts, without and with data. */
const NOTHING: Record<Tab, readonly [string, string]> = {
  optimization: [
    "Load a table with one price column per asset, choose a client portfolio, or start with the sample to optimize weights within your limits.",
    "No optimization yet. Choose an objective and press Optimize Portfolio.",
  ],
  backtest: [
    "Load a table with one price column per asset, or choose a client portfolio, to backtest its weights between two dates, with costs.",
    "No backtest yet. Choose the dates and press Run Backtest.",
  ],
  rebalancing: [
    "Load a table with one price column per asset, or choose a client portfolio: its weights are the targets.",
    "No simulation yet. Choose when to trade and press Run Simulation.",
  ],
};

interface SeriesStartProps {
  part: Tab;
  busy: boolean;
  empty: boolean;
  load: () => void;
  /** Undefined while the form for a portfolio has not been rendered yet. */
  run: (() => Promise<boolean>) | undefined;
  reading: boolean;
}

function NothingYet({ part, busy, empty, load, run, reading }: SeriesStartProps) {
  const start = () => {
    load();
    void run?.();
  };
  // Samples that are only loaded are listed beside the data.
  const sample = (
    <Button kind="primary" onPress={start} isDisabled={reading}>
      Start with a sample
    </Button>
  );
  const words = NOTHING[part][empty ? 0 : 1];
  const actions = empty ? sample : undefined;
  // The sample result is an optimization, which the other two tabs do not show.
  if (part !== "optimization") {
    return (
      <EmptyState busy={busy} actions={actions}>
        {words}
      </EmptyState>
    );
  }
  return (
    <FirstResult tool="portfolio" busy={busy} actions={actions}>
      {words}
    </FirstResult>
  );
}

/** Failures that a change of dates would fix. */
const OUTSIDE: readonly Reason[] = ["series/noRowsBetween", "portfolio/between"];
const isOutside = (failure: Failure | null): boolean => failure !== null && OUTSIDE.includes(failure.reason);
const LABELS = { optimization: "Optimization", backtest: "Backtest", rebalancing: "Rebalancing" } as const;
const ACTIONS = { optimization: "Optimize Portfolio", backtest: "Run Backtest", rebalancing: "Run Simulation" } as const;
