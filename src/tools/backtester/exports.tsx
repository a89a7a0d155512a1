import type { Cause } from "../../../workers/contract";
import { fileStem, saveJson } from "../../analysis/data/save-table.ts";
import { ExportMenu } from "../../analysis/export-menu.tsx";
import type { FigureIntervals, Intervals } from "../../analysis/intervals/interval-words";
import { CONVENTION } from "../../analysis/programs/convention";
import { printedByPrograms } from "../../analysis/programs/in-files";
import { compute } from "../../client/compute";
import { failureText, loadTexts } from "../../lib/texts.ts";
import { backtestFiles } from "../../strategies/backtest-files";
import { regimesOf } from "../../strategies/regimes-question";
import { trialFiles, trialsQuestion } from "../../strategies/search-script";
import type { SweepValue } from "../../strategies/sweep-map.tsx";
import { summaryQuestion } from "../../strategies/tear-lines";
import type { BacktestRun } from "../../strategies/use-backtest";
import { equityQuestion } from "../../strategies/use-equity-by-program";
import { shared } from "./record";
import { backtestReport } from "./report";
import type { StressValue } from "./stress-words";

interface BacktestExportsProps {
  run: BacktestRun;
  intervals: Intervals | null;
  stress: StressValue | null;
  sweep: SweepValue | null;
}

/** A sweep of the tested strategy, as scripts for other programs. */
const sweepFiles = ({ series, input }: BacktestRun, sweep: SweepValue) =>
  trialFiles(fileStem(series.name), "sweep", trialsQuestion({ series, input, sweep }, `Sweep of parameters on ${series.name}`));

export function BacktestExports({ run, intervals, stress, sweep }: BacktestExportsProps) {
  const figures = intervals?.value ?? null;
  return (
    <ExportMenu
      report={backtestReport(run, stress)}
      files={[
        {
          id: "json",
          label: "Results as JSON",
          note: "metrics, performanceData, trades, settings",
          save: () => void saveResults(run, figures, stress),
        },
        ...backtestFiles(run, figures),
        ...(sweep ? sweepFiles(run, sweep) : []),
      ]}
      startedAt={run.startedAt}
      share={() => shared(run)}
    />
  );
}

async function saveResults(run: BacktestRun, intervals: FigureIntervals | null, stress: StressValue | null): Promise<void> {
  const { value, series, benchmark, strategy, annualization } = run;
  const { settings, fill, unadjusted } = value;
  const [split, summary] = await Promise.all([regimesOf(run), compute.run("summarize-performance", summaryQuestion(run))]);
  await loadTexts();
  const reasonOf = (cause: Cause | null) => cause && failureText(cause);
  const document = {
    format: "prospect-backtest-result",
    version: 1,
    ...CONVENTION,
    source: { name: series.name, sha256: series.hash, rows: series.length },
    benchmark: benchmark && { name: benchmark.name, sha256: benchmark.hash },
    strategy: { name: strategy.name, ...value.strategy },
    settings: { ...settings, annualization, fill },
    metrics: value.metrics,
    performanceData: value.performanceData,
    performance: value.performance,
    otherPrograms: await printedByPrograms(equityQuestion(run)),
    intervals,
    benchmarkPerformance: value.benchmarkPerformance,
    tearSheet: summary.ok ? summary.value : { reason: failureText(summary.failure) },
    statistics: value.statistics,
    sides: value.sides,
    account: value.account,
    growth: value.growth,
    benchmarkGrowth: value.benchmarkGrowth,
    unadjusted: unadjusted && {
      performance: unadjusted.performance,
      statistics: unadjusted.statistics,
      account: unadjusted.account,
      growth: unadjusted.growth,
    },
    trades: value.trades,
    openTrade: value.openTrade,
    assets: value.assets,
    byRegime: split && {
      ...run.settings.regimes,
      ...(split.ok ? { regimes: split.value.regimes, reason: null } : { regimes: null, reason: failureText(split.failure) }),
    },
    stress: stress && { ...stress, luckReason: reasonOf(stress.luckReason), regimeReason: reasonOf(stress.regimeReason) },
    notes: value.notes,
  };
  saveJson(document, `${fileStem(series.name)}-backtest.json`);
}
