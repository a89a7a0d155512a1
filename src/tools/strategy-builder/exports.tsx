import { fileStem } from "../../analysis/data/save-table.ts";
import { ExportMenu } from "../../analysis/export-menu.tsx";
import type { FigureIntervals, Intervals } from "../../analysis/intervals/interval-words";
import { type ReportAbout, sourceOf } from "../../analysis/report/about";
import { backtestFigures, backtestFiles } from "../../strategies/backtest-files";
import { backtestRecord, nameOf, recordedSettings } from "../../strategies/record";
import { trialFiles } from "../../strategies/search-script";
import type { BacktestRun } from "../../strategies/use-backtest";
import { sharedSearch } from "./record";
import { searchQuestion } from "./script.ts";
import type { OptimizeRun } from "./use-optimize";

const screen = backtestRecord("/strategy-builder");

/** Report data that are not on the screen: design, backtest and search. */
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

interface BuilderExportsProps {
  run: BacktestRun | null;
  search: OptimizeRun | null;
  intervals: Intervals | null;
}

/** Exports of the shown test, search, or both. */
export function BuilderExports({ run, search, intervals }: BuilderExportsProps) {
  const figures = intervals?.value ?? null;
  const first = run
    ? { at: run.startedAt, share: () => screen.shared(recordedSettings(run)) }
    : search && { at: search.startedAt, share: () => sharedSearch(search) };
  if (!first) return null;
  return (
    <ExportMenu
      report={run && (() => reportOf(run, figures))}
      files={[
        ...(run ? backtestFiles(run, figures) : []),
        ...(search ? trialFiles(fileStem(search.series.name), "search", searchQuestion(search)) : []),
      ]}
      startedAt={first.at}
      share={first.share}
    />
  );
}
