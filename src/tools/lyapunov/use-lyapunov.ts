import { startTransition, useCallback, useRef, useState } from "react";
import type { Column, Failure, Series } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import { messages } from "../../../workers/messages";
import { closeColumn, rangeColumns } from "../../analysis/data/price-columns";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import type { JobInput, JobValue } from "../../client/pool";
import { useJob } from "../../client/use-job";
import type { LyapunovSettings } from "./settings";

export type Estimate = JobValue<Jobs, "estimate-lyapunov">;
type EstimateInput = JobInput<Jobs, "estimate-lyapunov">;

/** What a shown result was computed from. */
export interface LyapunovRun {
  series: Series;
  column: Column;
  settings: LyapunovSettings;
  estimate: Estimate;
  /** Highs and lows were there. */
  ranges: boolean;
  /** When it was there. */
  at: number;
}

const COUNTS = { "19": 19, "39": 39, "99": 99 } as const;

function inputOf(series: Series, column: Column, settings: LyapunovSettings): EstimateInput {
  const ranges = rangeColumns(series);
  const { kind, dimension, lag, lagRule, theiler, steps, from, to, surrogates, method, seed } = settings;
  return {
    close: column.values,
    high: ranges?.high.values ?? null,
    low: ranges?.low.values ?? null,
    kind,
    settings: { dimension, lag, lagRule, theiler, steps, region: from === null || to === null ? null : { from, to } },
    surrogates: { count: COUNTS[surrogates], method, seed: seed ?? Number.NaN },
  };
}

/** Estimates; the result of the last finished run stays until a newer one is done. */
export function useLyapunov(source: SeriesSource, settings: LyapunovSettings) {
  const job = useJob("estimate-lyapunov");
  const [shown, setShown] = useState<LyapunovRun | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [waiting, setWaiting] = useState(false);
  const newest = useRef(0);

  const run = useCallback(async (): Promise<boolean> => {
    const turn = ++newest.current;
    setFailure(null);
    setWaiting(true);
    const series = await source.settled();
    if (turn !== newest.current) return false;
    setWaiting(false);
    const column = series && closeColumn(series, settings.column);
    if (!series || !column) {
      // What stands in the field and could not be read has said why.
      const message = series ? messages.lyapunovCsv : source.empty ? messages.selectFileFirst : null;
      setFailure(message === null ? null : { code: "bad-input", message });
      return false;
    }
    const startedAt = Date.now();
    const input = inputOf(series, column, settings);
    const outcome = await job.run(input);
    if (turn !== newest.current) return false;
    if (!outcome.ok) {
      const { code, message } = outcome.failure;
      if (code !== "canceled") setFailure({ ...outcome.failure, message: messages.analysisFailed(message) });
      return false;
    }
    const done: LyapunovRun = { series, column, settings, estimate: outcome.value, ranges: input.high !== null, at: Date.now() };
    startTransition(() => setShown(done));
    const asked = { input, text: source.text, startedAt, millis: Date.now() - startedAt };
    void import("./record").then(({ record }) => record(done, asked));
    return true;
  }, [source.settled, source.empty, source.text, settings, job.run]);

  const cancel = useCallback(() => {
    newest.current++;
    setWaiting(false);
    job.cancel();
  }, [job.cancel]);

  /** Takes the result away; what puts it back. */
  const clear = useCallback((): (() => void) => {
    cancel();
    const before = shown;
    setShown(null);
    setFailure(null);
    return () => setShown(before);
  }, [shown, cancel]);

  const progress = job.progress;
  const forget = useCallback(() => setFailure(null), []);
  return { shown, failure, busy: waiting || progress !== null, progress, run, cancel, clear, forget };
}

/** Whether data or settings are no longer those of the shown result. */
export const isStale = (run: LyapunovRun, series: Series | null, settings: LyapunovSettings): boolean =>
  run.series.hash !== series?.hash ||
  (Object.keys(settings) as (keyof LyapunovSettings)[]).some((key) => run.settings[key] !== settings[key]);
