import { fileStem, saveTable } from "../analysis/data/save-table.ts";
import type { ExportFile } from "../analysis/export-menu.tsx";
import { estimateColumns, type FigureIntervals } from "../analysis/intervals/interval-words";
import { CONVENTION } from "../analysis/programs/convention";
import { scriptFiles } from "../analysis/script-files";
import { stemOfPart } from "../lib/canceled-after";
import { openTrades, saveMonths, saveRows, saveTrades } from "./save-backtest";
import { backtestQuestion } from "./script";
import { estimateLines } from "./statistics-panel.tsx";
import type { BacktestRun } from "./use-backtest";

/** Menu entries for a backtest: its tables, and scripts that reproduce it. */
export const backtestFiles = (run: BacktestRun, intervals: FigureIntervals | null): ExportFile[] => [
  { id: "rows", label: "Performance", table: true, note: "one row per step", save: () => saveRows(run), divided: true },
  {
    id: "figures",
    label: "Figures",
    table: true,
    note: "with 95% intervals",
    save: () => intervals && saveFigures(run, intervals),
    disabled: intervals === null,
  },
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

/** Performance with intervals, one row per figure. */
function saveFigures({ series }: BacktestRun, intervals: FigureIntervals): void {
  const stem = stemOfPart(`${fileStem(series.name)}-backtest-figures`, intervals.canceledAfter);
  void saveTable(estimateColumns(estimateLines(intervals)), stem);
}

/** The figures of a backtest without long columns and trades, which reports have as tables. */
export const backtestFigures = ({ value }: BacktestRun, intervals: FigureIntervals | null) => {
  const { metrics, performanceData, performance, statistics, account } = value;
  return { ...CONVENTION, metrics, performanceData, performance, statistics, account, intervals };
};
