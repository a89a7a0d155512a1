import { fileStem } from "../../analysis/data/save-table.ts";
import { ExportMenu } from "../../analysis/export-menu.tsx";
import type { FigureIntervals, Intervals } from "../../analysis/intervals/interval-words";
import { type ReportAbout, sourceOf } from "../../analysis/report/about";
import { backtestFigures, backtestFiles } from "../../strategies/backtest-files";
import { backtestRecord, nameOf, recordedSettings } from "../../strategies/record";
import type { BacktestRun } from "../../strategies/use-backtest";

const screen = backtestRecord("/strategy-builder");

/** What a report says of a test, besides what the screen shows: design, backtest and search. */
function reportOf(run: BacktestRun, intervals: FigureIntervals | null): ReportAbout {
  const { series, benchmark, at } = run;
  return {
    title: `Test of ${nameOf(run)} on ${series.name}`,
    fileName: `${fileStem(series.name)}-strategy`,
    sources: [sourceOf(series), ...(benchmark ? [sourceOf(benchmark)] : [])],
    settings: recordedSettings(run),
    at,
    result: backtestFigures(run, intervals),
  };
}

export function BuilderExports({ run, intervals }: { run: BacktestRun; intervals: Intervals | null }) {
  const figures = intervals?.value ?? null;
  return (
    <ExportMenu
      report={() => reportOf(run, figures)}
      files={backtestFiles(run, figures)}
      startedAt={run.startedAt}
      share={() => screen.shared(recordedSettings(run))}
    />
  );
}
