import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Failure, Progress, Series } from "../../../workers/contract";
import type { MarketAnalysis } from "../../../workers/engine/jobs/analyze-market";
import type { RegimeLimits } from "../../../workers/engine/types";
import type { Jobs } from "../../../workers/jobs";
import type { JobInput } from "../../client/pool";
import { partOf, useJob } from "../../client/use-job";
import { useRelease } from "../../client/use-release";
import { count } from "../../lib/format.ts";
import { stepsPerYearOf, useStepsPerYear } from "../../state/use-steps-per-year.ts";
import { announce } from "../../ui/announcer.ts";
import type { MarketInputs } from "./market-inputs.ts";
import { type MarketData, type MarketSeries, pricesOf, TWO_ZEROS } from "./use-market-data.ts";

export type DecisionSettings = Pick<MarketInputs, "smaPeriod" | "emaPeriod" | "rsiPeriod"> & {
  annualization: number;
  /** Limits of the combined score by regime; null = those of the rules. */
  limits: RegimeLimits | null;
};

/** What a run was asked with, as the list of runs keeps it. */
export interface AskedDecision {
  input: JobInput<Jobs, "analyze-market">;
  /** What stood in the box. */
  text: string;
  startedAt: number;
}

/** Fetches what writes a finished run down; a constant of the screen. */
export type Recorder = () => Promise<(run: DecisionRun, asked: AskedDecision) => Promise<void>>;

/** One finished run, with everything it was asked with: what is shown belongs together, whatever the form says by now. */
export interface DecisionRun {
  analysis: MarketAnalysis;
  series: MarketSeries;
  news: string;
  settings: DecisionSettings;
  at: number;
}

export interface DecisionControl {
  /** Why there is no answer to the last run; null when it was canceled. */
  failure: Failure | null;
  running: boolean;
  progress: Progress | null;
  /** The last finished run; null before the first. */
  last: DecisionRun | null;
  /** The form has changed since that run. */
  stale: boolean;
  /** Steps per year by the person's settings. */
  usual: number;
  run: () => void;
  cancel: () => void;
}

/** What decides the answer besides the news, as one comparable text. */
const fingerprint = ({ typed, csv }: MarketSeries, settings: DecisionSettings): string => {
  const { smaPeriod, emaPeriod, rsiPeriod, annualization, limits } = settings;
  return JSON.stringify([typed?.hash, csv?.hash, smaPeriod, emaPeriod, rsiPeriod, annualization, limits]);
};

const keyOf = ({ series, settings }: DecisionRun): string => fingerprint(series, settings);

/** The series that tells the rhythm of the data; null where prices of two are put one behind the other. */
const rhythmOf = ({ typed, csv }: MarketSeries): Series | null => (typed && csv ? null : (typed ?? csv));

/** Asks the engine, keeps the last answer until a new one is there, and knows when the form has moved on. */
export function useDecision(data: MarketData, inputs: MarketInputs, record: Recorder, limits: RegimeLimits | null = null): DecisionControl {
  const { state, running, progress, run: start, cancel } = useJob("analyze-market");
  const [last, setLast] = useState<DecisionRun | null>(null);
  useRelease(last?.analysis);
  const latest = useRef({ data, inputs, limits });
  useEffect(() => {
    latest.current = { data, inputs, limits };
  });

  const run = useCallback(async () => {
    const series = await latest.current.data.settled();
    const { inputs } = latest.current;
    const { news, smaPeriod, emaPeriod, rsiPeriod } = inputs;
    const annualization = inputs.annualization ?? stepsPerYearOf(rhythmOf(series));
    const settings = { smaPeriod, emaPeriod, rsiPeriod, annualization, limits: latest.current.limits };
    const { box, csv } = latest.current.data;
    const asked = pricesOf(series) ?? (box.text !== "" && csv.empty ? TWO_ZEROS : null);
    // What kept a file from being read stands beside it.
    if (!asked) return;
    // Whoever writes the run down is there when the result is: the page may go at once.
    record().catch(() => undefined);
    const startedAt = Date.now();
    const { prices, times, appended } = asked;
    const input = { prices, times, appended, news, settings, ...("substituted" in asked && { substituted: true }) };
    const { text } = box;
    const outcome = await start(input);
    if (!outcome.ok) return;
    const done: DecisionRun = { analysis: outcome.value, series, news, settings, at: Date.now() };
    // As a transition the answer is drawn in slices, and the page goes on answering in between.
    startTransition(() => setLast(done));
    // The record is written later, maybe when this run is not shown any more: it holds the columns itself.
    const kept = { ...done, analysis: { ...done.analysis, columns: { ...done.analysis.columns } } };
    void record().then((write) => write(kept, { input, text, startedAt }));
    const { action } = outcome.value.result;
    announce(`Decided: ${action}, from ${count(outcome.value.statistics.count)} prices`);
  }, [start, record]);

  const usual = useStepsPerYear(rhythmOf(data.series));
  const stale = useMemo(() => {
    const asked = { ...inputs, annualization: inputs.annualization ?? usual, limits };
    return last !== null && (last.news !== inputs.news || keyOf(last) !== fingerprint(data.series, asked));
  }, [last, data.series, inputs, limits, usual]);
  return { failure: partOf(state).failure, running, progress, last, stale, usual, run: () => void run(), cancel };
}
