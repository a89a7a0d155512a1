import { useAtomValue } from "jotai";
import { startTransition, useCallback, useRef, useState } from "react";
import type { Count, Series } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import { messages } from "../../../workers/messages";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import type { JobInput, JobValue } from "../../client/pool";
import { useJob } from "../../client/use-job";
import { stepsPerYear } from "../../state/annualization";
import { settingsAtom } from "../../state/settings";
import { asRiskFailure, type RiskFailure, unreadData } from "./risk-failure";
import type { RiskSettings } from "./settings";
import { valuesWithin } from "./timeframe";

export type RiskInput = JobInput<Jobs, "analyze-risk">;
export type RiskReport = JobValue<Jobs, "analyze-risk">;

/** What a shown result was computed from. */
export interface RiskRun {
  series: Series;
  settings: RiskSettings;
  input: RiskInput;
  report: RiskReport;
  /** Dates of the values, and of the returns; null where the series has none. */
  times: Float64Array | null;
  returnTimes: Float64Array | null;
  /** Intervals are still being resampled. */
  preliminary: boolean;
  at: number;
}

/** From here on the figures are shown first, and their intervals when these are there. */
const LONG: Count = 50_000;

const columnOf = (series: Series, name: string | null) =>
  series.columns.find((column) => column.name === name) ?? series.columns[series.primary];

export const spanOf = ({ times, length }: Series) => (times ? { from: times[0], to: times[length - 1] } : null);

/** The job's input for a series and the settings of the screen. */
function inputOf(series: Series, settings: RiskSettings, perYear: number): RiskInput {
  return {
    values: columnOf(series, settings.column).values,
    times: series.times,
    kind: settings.kind,
    method: settings.method,
    confidenceLevel: Number(settings.confidenceLevel),
    lookbackPeriod: settings.lookbackPeriod ?? 0,
    period: valuesWithin(settings.timeframe, series.times, series.length, perYear),
    maxDrawdown: settings.maxDrawdown ?? Number.NaN,
    varThreshold: settings.varThreshold ?? Number.NaN,
    riskFree: (settings.riskFree ?? Number.NaN) / 100,
    perYear,
    draws: settings.draws ?? 0,
    seed: settings.seed ?? Number.NaN,
    iterations: settings.iterations ?? -1,
    scheme: settings.scheme,
  };
}

/** The dates that belong to the newest `length` of something counted along the series. */
const newest = (times: Float64Array | null, length: Count): Float64Array | null =>
  times?.subarray(Math.max(0, times.length - length)) ?? null;

/** What is shown once nothing follows any more: intervals that were on their way do not come. */
const withoutIntervals = (shown: RiskRun | null): RiskRun | null => (shown?.preliminary ? { ...shown, preliminary: false } : shown);

/** A report whose intervals have come, with the columns that are drawn already: they are the same, and their charts need not be drawn again. */
const overDrawn = (report: RiskReport, { drawdown, wealth, drawdownPercent, returnPercent, backtest }: RiskReport): RiskReport => ({
  ...report,
  ...{ drawdown, wealth, drawdownPercent, returnPercent, backtest },
});

/** Analyses the portfolio; the result of the last finished run stays until a newer one is there. */
export function useRisk(source: SeriesSource, settings: RiskSettings, onDone: (run: RiskRun) => void) {
  const job = useJob("analyze-risk");
  const annualization = useAtomValue(settingsAtom).annualization;
  const [shown, setShown] = useState<RiskRun | null>(null);
  const [failure, setFailure] = useState<RiskFailure | null>(null);
  const [busy, setBusy] = useState(false);
  const turns = useRef(0);

  const perYearOf = useCallback(
    (series: Series | null) => settings.perYear ?? stepsPerYear(annualization, series && { length: series.length, span: spanOf(series) }),
    [settings.perYear, annualization],
  );

  /** True once figures are shown; their intervals may follow. */
  const run = useCallback(async (): Promise<boolean> => {
    const turn = ++turns.current;
    const stale = () => turn !== turns.current;
    setFailure(null);
    setBusy(true);
    const end = (found: RiskFailure) => {
      setBusy(false);
      setShown(withoutIntervals);
      if (found.code !== "canceled") setFailure(found);
      return false;
    };
    // Whoever writes the run down is there when the result is: the page may go at once.
    import("./record").catch(() => undefined);
    const series = await source.settled();
    if (stale()) return false;
    if (series === null)
      return end(source.empty ? { code: "bad-input", message: messages.enterPortfolioData } : unreadData(source.failure));
    const startedAt = Date.now();
    const input = inputOf(series, settings, perYearOf(series));
    const show = (report: RiskReport, drawn: RiskRun | null, preliminary: boolean): RiskRun => {
      const done: RiskRun = {
        ...{ series, settings, input, report: drawn ? overDrawn(report, drawn.report) : report, preliminary, at: startedAt },
        times: drawn ? drawn.times : newest(series.times, report.wealth.length),
        returnTimes: drawn ? drawn.returnTimes : newest(series.times, report.allReturns),
      };
      startTransition(() => setShown(done));
      return done;
    };
    let drawn: RiskRun | null = null;
    const long = input.values.length > LONG && (input.iterations ?? 0) > 0;
    if (long) {
      const first = await job.run({ ...input, iterations: 0 });
      if (stale()) return false;
      if (!first.ok) return end(asRiskFailure(first.failure, input.values.length));
      drawn = show(first.value, null, true);
      setBusy(false);
    }
    const whole = finish();
    return long ? true : whole;

    async function finish(): Promise<boolean> {
      const outcome = await job.run(input);
      if (stale()) return false;
      if (!outcome.ok) return end(asRiskFailure(outcome.failure, input.values.length));
      setBusy(false);
      const done = show(outcome.value, drawn, false);
      onDone(done);
      const millis = Date.now() - startedAt;
      void import("./record").then(({ recordAnalysis }) => recordAnalysis(done, { text: source.text, startedAt, millis }));
      return true;
    }
  }, [source.settled, source.empty, source.failure, source.text, settings, perYearOf, job.run, onDone]);

  const cancel = useCallback(() => {
    turns.current++;
    setBusy(false);
    setShown(withoutIntervals);
    job.cancel();
  }, [job.cancel]);

  const forget = useCallback(() => setFailure(null), []);
  /** Takes the result away; the answer puts it back. */
  const clear = useCallback(() => {
    cancel();
    setShown(null);
    forget();
    return () => setShown(withoutIntervals(shown));
  }, [cancel, forget, shown]);

  const progress = job.progress;
  return { shown, failure, busy, progress, run, cancel, clear, forget, perYearOf };
}

export type RiskControl = ReturnType<typeof useRisk>;

/** Settings that change the analysis; the others belong to other tabs. */
const ANALYSIS_SETTINGS = [
  "maxDrawdown",
  "varThreshold",
  "confidenceLevel",
  "lookbackPeriod",
  "method",
  "timeframe",
  "kind",
  "column",
  "riskFree",
  "perYear",
  "draws",
  "iterations",
  "scheme",
  "seed",
] as const satisfies readonly (keyof RiskSettings)[];

/** Whether data or settings are no longer those of the shown result. */
export const isStale = (run: RiskRun, series: Series | null, settings: RiskSettings): boolean =>
  run.series.hash !== series?.hash || ANALYSIS_SETTINGS.some((key) => run.settings[key] !== settings[key]);
