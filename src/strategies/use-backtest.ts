import { startTransition, useCallback, useRef, useState } from "react";
import type { Failure, Series } from "../../workers/contract";
import { messages } from "../../workers/messages";
import type { SeriesSource } from "../analysis/data/use-series-source";
import { useJob } from "../client/use-job";
import type { StrategyContent } from "../state/strategy-body";
import { toast } from "../ui/toast-queue.ts";
import { type BacktestInput, type BacktestValue, backtestInput } from "./backtest-input";
import type { BacktestSettings } from "./backtest-settings";
import { loadBenchmark } from "./benchmark";
import { type Dates, datesWithin } from "./dates";

/** What a shown result was computed from. */
export interface BacktestRun {
  series: Series;
  benchmark: Series | null;
  strategy: StrategyContent;
  settings: BacktestSettings;
  annualization: number;
  input: BacktestInput;
  value: BacktestValue;
  /** What stood in the data field, where that was typed. */
  text: string;
  startedAt: number;
  millis: number;
}

export interface Prepared {
  series: Series;
  /** The settings, with dates that lie within the data. */
  settings: BacktestSettings;
  benchmark: Series | null;
  input: BacktestInput;
}

export type Preparation = { ready: Prepared } | { failure: Failure | null };

const PREFIX = messages.strategyTestFailed("");
/** A failure in the words of the screen: 'Strategy test failed: {reason}'. */
const inScreenWords = (failure: Failure): Failure =>
  failure.message.startsWith(PREFIX) ? failure : { ...failure, message: messages.strategyTestFailed(failure.message) };

/** Sets the dates of the form to those of the data; one press takes it back. */
function tellMoved({ startDate, endDate }: Dates, within: Dates, changeDates: ChangeDates): void {
  changeDates(within);
  toast.info("Dates set to those of the data", {
    detail: messages.datesMoved(startDate, endDate),
    action: { label: "Undo", onChoose: () => changeDates({ startDate, endDate }) },
  });
}

/** Changes the dates of the form. */
export type ChangeDates = (dates: Dates) => void;

/** Waits for the data and the benchmark, and makes the job's input of them. Dates outside the data are moved to it, which is said. */
export async function prepare(
  source: SeriesSource,
  strategy: StrategyContent,
  asked: BacktestSettings,
  annualizationOf: (series: Series | null) => number,
  changeDates: ChangeDates,
): Promise<Preparation> {
  const series = await source.settled();
  // What stands in the field and could not be read has said why.
  if (series === null) return { failure: source.empty ? { code: "bad-input", message: messages.enterMarketData } : null };
  const loaded = await loadBenchmark(asked.benchmark, series.hash);
  if (!loaded.ok) return { failure: loaded.failure };
  const benchmark = loaded.value;
  const within = datesWithin(series, asked);
  if (within) tellMoved(asked, within, changeDates);
  const settings = { ...asked, ...within };
  return { ready: { series, settings, benchmark, input: backtestInput(series, strategy, settings, annualizationOf(series), benchmark) } };
}

/** Backtests a strategy; the last finished result stays until a newer one is done. */
export function useBacktest(
  source: SeriesSource,
  strategy: StrategyContent,
  asked: BacktestSettings,
  annualizationOf: (series: Series | null) => number,
  changeDates: ChangeDates,
  onDone?: (run: BacktestRun) => void,
) {
  const job = useJob("run-backtest");
  const [shown, setShown] = useState<BacktestRun | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [waiting, setWaiting] = useState(false);
  const newest = useRef(0);
  const refuse = useCallback((found: Failure | null) => {
    setFailure(found);
    if (found) console.error(found.message);
  }, []);

  const run = useCallback(async (): Promise<boolean> => {
    const turn = ++newest.current;
    setFailure(null);
    setWaiting(true);
    const prepared = await prepare(source, strategy, asked, annualizationOf, changeDates);
    if (turn !== newest.current) return false;
    setWaiting(false);
    if ("failure" in prepared) {
      refuse(prepared.failure);
      return false;
    }
    const { series, settings, benchmark, input } = prepared.ready;
    const { text } = source;
    const startedAt = Date.now();
    const outcome = await job.run(input);
    if (turn !== newest.current) return false;
    if (!outcome.ok) {
      if (outcome.failure.code !== "canceled") refuse(inScreenWords(outcome.failure));
      return false;
    }
    const annualization = annualizationOf(series);
    const millis = Date.now() - startedAt;
    const done = { series, benchmark, strategy, settings, annualization, input, value: outcome.value, text, startedAt, millis };
    startTransition(() => setShown(done));
    onDone?.(done);
    return true;
  }, [source, strategy, asked, annualizationOf, changeDates, job.run, onDone, refuse]);

  const cancel = useCallback(() => {
    newest.current++;
    setWaiting(false);
    job.cancel();
  }, [job.cancel]);

  const clear = useCallback(() => {
    cancel();
    setShown(null);
    setFailure(null);
  }, [cancel]);

  const progress = job.progress;
  return {
    shown,
    failure,
    /** A backtest is under way, or waits for its data. */
    busy: waiting || progress !== null,
    progress,
    restore: setShown,
    run,
    cancel,
    clear,
  };
}

export type BacktestControl = ReturnType<typeof useBacktest>;

const decisive = ({ type, parameters, behavioralFactors, rules }: StrategyContent) =>
  JSON.stringify([type, parameters, behavioralFactors, type === "rules" ? rules : null]);

/** Whether data, strategy or settings are no longer those of the shown result. */
export const isStale = (
  run: BacktestRun,
  series: Series | null,
  strategy: StrategyContent,
  settings: BacktestSettings,
  annualization: number,
): boolean =>
  run.series.hash !== series?.hash ||
  run.annualization !== annualization ||
  decisive(run.strategy) !== decisive(strategy) ||
  JSON.stringify(run.settings) !== JSON.stringify(settings);
