import { fileStem } from "../analysis/data/save-table.ts";
import type { ExportFile } from "../analysis/export-menu.tsx";
import { scriptFiles } from "../analysis/script-files";
import { openTrades, saveMonths, saveRows, saveTrades } from "./save-backtest";
import { backtestQuestion } from "./script";
import type { BacktestRun } from "./use-backtest";

/** What a menu offers of a backtest: its tables, and scripts that compute it again. */
export const backtestFiles = (run: BacktestRun): ExportFile[] => [
  { id: "rows", label: "Performance", table: true, note: "one row per step", save: () => saveRows(run), divided: true },
  { id: "months", label: "Months", table: true, save: () => saveMonths(run) },
  {
    id: "trades",
    label: "Trades",
    table: true,
    save: () => saveTrades(run),
    disabled: run.value.trades.length + openTrades(run.value).length === 0,
  },
  ...scriptFiles(`${fileStem(run.series.name)}-backtest`, backtestQuestion(run)),
];

/** The figures of a backtest without its long columns and its trades, which reports have as tables. */
export const backtestFigures = ({ metrics, performanceData, performance, statistics, account }: BacktestRun["value"]) => ({
  metrics,
  performanceData,
  performance,
  statistics,
  account,
});
