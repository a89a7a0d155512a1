import { useEffect, useRef } from "react";
import { because, type Failure, type Outcome, type Series, succeed, within } from "../../workers/contract";
import type { SeriesSource } from "../analysis/data/use-series-source";
import { useIntervals } from "../analysis/intervals/use-intervals";
import { logged } from "../analysis/logged";
import type { NextFrom } from "../analysis/next/next-steps.tsx";
import { answer, type Finished, settledSeries, useAnalysis } from "../analysis/use-analysis";
import { isTransient } from "../state/passing-period";
import type { StrategyContent } from "../state/strategy-body";
import { stepsPerYearOf, useStepsPerYear } from "../state/use-steps-per-year";
import { toast } from "../ui/toast-queue.ts";
import { backtestInput } from "./backtest-input";
import type { BacktestSettings } from "./backtest-settings";
import { loadBenchmark } from "./benchmark";
import { type Dates, datesWithin, spanOf } from "./dates";
import { intervalsQuestion } from "./intervals-question";

interface Basis {
  series: Series;
  text: string;
  benchmark: Series | null;
  strategy: StrategyContent;
  settings: BacktestSettings;
  annualization: number;
}

/** A backtest with the data and settings it was computed from. */
export type BacktestRun = Finished<"run-backtest", Basis>;

/** What the next tool is handed, on the screen of a folder; several assets only where they were traded. */
export const nextOf = (tool: string, run: BacktestRun): NextFrom => ({
  tool,
  run: { ...run, settings: { ...run.settings, strategy: run.strategy, assets: run.value.assets && run.settings.assets } },
  account: async () => succeed((await import("./account")).accountOf(run)),
});

/** A failure in the screen's words: 'Strategy test failed: {reason}'. */
const reword = (failure: Failure): Failure => within("backtest/testFailed", failure);

/** Changes the dates in the form. */
export type ChangeDates = (dates: Dates) => void;

type MoveDates = (asked: Dates, within: Dates) => void;

/** Sets the dates in the form to those of the data, with a toast to undo it, which closes with the screen. */
export function useMovedDates(changeDates: ChangeDates): MoveDates {
  const close = useRef<() => void>(null);
  useEffect(() => () => close.current?.(), []);
  return ({ startDate, endDate }, within) => {
    changeDates(within);
    close.current = toast.info("Dates set to those of the data", {
      detail: `No rows between ${startDate ?? "the first"} and ${endDate ?? "the last"}.`,
      action: { label: "Undo", onChoose: () => changeDates({ startDate, endDate }) },
    });
  };
}

/**
 * Waits for data and benchmark, and returns the basis and input of a backtest. Dates outside the data are moved to its range, with a
 * message.
 */
export async function prepare(source: SeriesSource, strategy: StrategyContent, asked: BacktestSettings, moveDates: MoveDates) {
  const { text } = source;
  const read = await settledSeries(source, because("ingest/enterMarketData"));
  if (!read.ok) return read;
  const series = read.value;
  const loaded = await loadBenchmark(asked.benchmark, series.hash);
  if (!loaded.ok) return loaded;
  const benchmark = loaded.value;
  const within = datesWithin(series, asked);
  if (within) moveDates(asked, within);
  const settings = { ...asked, ...within };
  const annualization = settings.annualization ?? stepsPerYearOf(series);
  const basis: Basis = { series, text, benchmark, strategy, settings, annualization };
  return succeed({ basis, input: backtestInput(series, strategy, settings, annualization, benchmark) });
}

const decisive = ({ type, parameters, behavioralFactors, rules }: StrategyContent) =>
  JSON.stringify([type, parameters, behavioralFactors, type === "rules" ? rules : null]);

/** Backtests a strategy on the series in the field; the screen is given by its path. */
export function useBacktest(
  screen: `/${string}`,
  source: SeriesSource,
  strategy: StrategyContent,
  settings: BacktestSettings,
  changeDates: ChangeDates,
) {
  const usual = useStepsPerYear(source.series);
  const annualization = settings.annualization ?? usual;
  const moveDates = useMovedDates(changeDates);
  const analysis = useAnalysis<BacktestRun, [dates?: "of the data"]>({
    work: async (turn, wanted): Promise<Outcome<BacktestRun>> => {
      const dates = wanted && spanOf(await source.settled());
      if (dates) changeDates(dates);
      const prepared = await prepare(source, strategy, { ...settings, ...dates }, moveDates);
      if (!prepared.ok) return logged(prepared);
      const { input, basis } = prepared.value;
      return logged(await answer(turn, "run-backtest", input, basis, { reword }));
    },
    isStale: (run) =>
      run.series.hash !== source.series?.hash ||
      run.annualization !== annualization ||
      decisive(run.strategy) !== decisive(strategy) ||
      JSON.stringify(run.settings) !== JSON.stringify(settings),
    onDone: (run) => void import("./record").then(({ recordBacktest }) => recordBacktest(screen, run)),
  });
  /** Sets the dates in the form to those of the data, and runs. */
  const runOnAllDates = () => analysis.run("of the data");
  return { ...useIntervals(analysis, intervalsQuestion, ({ series }: BacktestRun) => isTransient(series)), runOnAllDates, annualization };
}
