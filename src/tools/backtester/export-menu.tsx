import { fileStem, saveJson } from "../../analysis/data/save-table.ts";
import { copyLink } from "../../strategies/record";
import type { BacktestRun } from "../../strategies/use-backtest";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { saveBacktestReport } from "./report";
import type { StressValue } from "./stress-panel.tsx";

/** Everything of a backtest that can be saved. */
export function ExportMenu({ run, stress }: { run: BacktestRun; stress: StressValue | null }) {
  return (
    <Menu
      label="Export"
      trigger={<Button>Export</Button>}
      choices={[
        {
          id: "report",
          label: "Report (HTML)",
          note: "one file with chart, figures, trades, settings, hashes",
          onChoose: () => void saveBacktestReport(run, stress),
        },
        {
          id: "json",
          label: "Results as JSON",
          note: "metrics, performanceData, trades, settings",
          onChoose: () => saveResults(run, stress),
        },
        {
          id: "link",
          label: "Copy link to these settings",
          note: "settings only, no data",
          onChoose: () => void copyLink("/backtester", run),
          divided: true,
        },
      ]}
    />
  );
}

function saveResults({ value, series, benchmark, strategy, annualization }: BacktestRun, stress: StressValue | null): void {
  const {
    metrics,
    performanceData,
    settings,
    fill,
    performance,
    benchmarkPerformance,
    statistics,
    sides,
    account,
    growth,
    benchmarkGrowth,
    trades,
    openTrade,
    assets,
    unadjusted,
    notes,
  } = value;
  const document = {
    format: "prospect-backtest-result",
    version: 1,
    source: { name: series.name, sha256: series.hash, rows: series.length },
    benchmark: benchmark && { name: benchmark.name, sha256: benchmark.hash },
    strategy: { name: strategy.name, ...value.strategy },
    settings: { ...settings, annualization, fill },
    metrics,
    performanceData,
    performance,
    benchmarkPerformance,
    statistics,
    sides,
    account,
    growth,
    benchmarkGrowth,
    unadjusted: unadjusted && {
      performance: unadjusted.performance,
      statistics: unadjusted.statistics,
      account: unadjusted.account,
      growth: unadjusted.growth,
    },
    trades,
    openTrade,
    assets,
    stress,
    notes,
  };
  saveJson(document, `${fileStem(series.name)}-backtest.json`);
}
