import { fileStem, saveJson } from "../../analysis/data/save-table.ts";
import { ExportMenu } from "../../analysis/export-menu.tsx";
import { backtestFiles } from "../../strategies/backtest-files";
import type { BacktestRun } from "../../strategies/use-backtest";
import { shared } from "./record";
import { backtestReport } from "./report";
import type { StressValue } from "./stress-words";

export function BacktestExports({ run, stress }: { run: BacktestRun; stress: StressValue | null }) {
  return (
    <ExportMenu
      report={backtestReport(run, stress)}
      files={[
        {
          id: "json",
          label: "Results as JSON",
          note: "metrics, performanceData, trades, settings",
          save: () => saveResults(run, stress),
        },
        ...backtestFiles(run),
      ]}
      startedAt={run.startedAt}
      share={() => shared(run)}
    />
  );
}

function saveResults({ value, series, benchmark, strategy, annualization }: BacktestRun, stress: StressValue | null): void {
  const { settings, fill, unadjusted } = value;
  const document = {
    format: "prospect-backtest-result",
    version: 1,
    source: { name: series.name, sha256: series.hash, rows: series.length },
    benchmark: benchmark && { name: benchmark.name, sha256: benchmark.hash },
    strategy: { name: strategy.name, ...value.strategy },
    settings: { ...settings, annualization, fill },
    metrics: value.metrics,
    performanceData: value.performanceData,
    performance: value.performance,
    benchmarkPerformance: value.benchmarkPerformance,
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
    stress,
    notes: value.notes,
  };
  saveJson(document, `${fileStem(series.name)}-backtest.json`);
}
