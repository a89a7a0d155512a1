import { lazy, memo, type ReactNode, Suspense, useMemo } from "react";
import type { StrategyParameters } from "../../workers/backtest/schema";
import { type Intervals, intervalsNote } from "../analysis/intervals/interval-words";
import { OnDemandPanel } from "../analysis/manual.tsx";
import { OpenByProgram } from "../analysis/programs/open-by-program.tsx";
import { usePacedJob } from "../analysis/use-paced-job";
import { sentences } from "../lib/format.ts";
import { deferred } from "../ui/deferred.ts";
import { Caution, FailureBox } from "../ui/failure-box.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { AssetsPanel } from "./assets-panel.tsx";
import { costWords } from "./cost-words";
import { KeyFigures } from "./key-figures.tsx";
import { PerformanceChart } from "./performance-chart.tsx";
import { regimesNote, regimesQuestion } from "./regimes-question";
import { StatisticsPanel } from "./statistics-panel.tsx";
import { TradeFiguresPanel } from "./trade-figures-panel.tsx";
import { TradeList } from "./trade-list.tsx";
import type { BacktestRun } from "./use-backtest";

const Months = deferred(async () => (await import("./months.tsx")).Months);
const Rolling = deferred(async () => (await import("./rolling.tsx")).Rolling);
const RegimesPanel = deferred(async () => (await import("./regimes-panel.tsx")).RegimesPanel);
const TearSheet = deferred(async () => (await import("./tear-sheet.tsx")).TearSheet);
const ManualParameters = lazy(() => import("./manual-parameters.tsx").then((module) => ({ default: module.ManualParameters })));

interface BacktestResultsProps {
  run: BacktestRun;
  intervals: Intervals | null;
  /** Applies parameters to the form. */
  onTake: (parameters: StrategyParameters) => void;
  children?: ReactNode;
}

/** Cards, chart, statistics and trades of a finished backtest, then variations of it. */
export const BacktestResults = memo(function BacktestResults({ run, intervals, onTake, children }: BacktestResultsProps) {
  const { notes, settings, equity, times, performance, account, metrics } = run.value;
  const question = useMemo(() => regimesQuestion(run), [run]);
  const asked = usePacedJob("split-by-regime", question);
  const split = asked?.of === question ? asked?.outcome : undefined;
  const byRegime = question && split?.ok ? split.value : null;
  const remarks = account.orders > 0 && account.costs === 0 ? [...notes, "Costs and slippage are 0, which is unrealistic."] : notes;
  return (
    <>
      <KeyFigures run={run} intervals={intervals} />
      <PerformanceChart run={run} split={byRegime} />
      {remarks.length > 0 ? <Caution>{sentences(remarks)}</Caution> : null}
      <p className="text-muted text-small">
        {run.value.fill === "same close" ? "Filled at the signal's close" : `Filled at the ${run.value.fill}`}, {costWords(run.value)}.
        {intervals ? ` ${intervalsNote(intervals, metrics.winRate !== null)}` : ""}
      </p>
      {question && split?.ok === false ? <FailureBox failure={split.failure} /> : null}
      {question && split?.ok !== false ? (
        <Suspense fallback={<Skeleton rows={4} />}>
          <RegimesPanel regimes={byRegime?.regimes ?? null} note={byRegime && regimesNote(byRegime.caption, run)} reason={null} />
        </Suspense>
      ) : null}
      <Suspense fallback={<Skeleton rows={6} />}>
        <Months run={run} />
      </Suspense>
      <OnDemandPanel title="Rolling figures" note="Sharpe and Sortino ratio, volatility, beta and alpha" button="Show rolling figures">
        <Rolling run={run} />
      </OnDemandPanel>
      <AssetsPanel run={run} />
      <StatisticsPanel run={run} intervals={intervals} />
      <Suspense fallback={<Skeleton rows={14} />}>
        <TearSheet run={run} />
      </Suspense>
      <OpenByProgram values={equity} times={times} own={performance} periodsPerYear={run.annualization} riskFree={settings.riskFree} />
      <TradeFiguresPanel run={run} />
      <TradeList run={run} />
      <OnDemandPanel
        key={run.at}
        title="Manual parameters"
        note="adjust lookback, threshold and stops: equity and drawdown follow"
        button="Adjust the parameters"
      >
        <ManualParameters run={run} onTake={onTake} />
      </OnDemandPanel>
      {children}
    </>
  );
});
