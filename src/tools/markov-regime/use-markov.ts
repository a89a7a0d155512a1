import { useAtomValue } from "jotai";
import { startTransition, useCallback, useRef, useState } from "react";
import type { Column, Failure, Series } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import { messages } from "../../../workers/messages";
import { closeColumn } from "../../analysis/data/price-columns";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import type { JobInput, JobValue } from "../../client/pool";
import { partOf, useJob } from "../../client/use-job";
import { stepsPerYear } from "../../state/annualization";
import { settingsAtom } from "../../state/settings";
import type { MarkovSettings } from "./settings";

export type FitValue = JobValue<Jobs, "fit-regimes">;
export type ShadeValue = JobValue<Jobs, "shade-regimes">;
export type TimingValue = JobValue<Jobs, "time-regimes">;

/** What a shown result was computed from. */
export interface MarkovRun {
  series: Series;
  column: Column;
  settings: MarkovSettings;
  fitted: FitValue;
  /** Dates of the returns; null where the series has none. */
  times: Float64Array | null;
  perYear: number;
  riskFree: number;
  /** What turns a return into a fraction. */
  scale: number;
  /** When the fit was there. */
  at: number;
}

const share = (percent: number | null): number => (percent ?? Number.NaN) / 100;

/** What the timing is asked: the model fitted to all returns is handed on where it is meant to know them. */
function timingInput(
  { fitted, column, settings, perYear, riskFree, scale }: MarkovRun,
  { training, threshold, cost }: MarkovSettings,
): JobInput<Jobs, "time-regimes"> {
  const all = training === "all";
  return {
    values: column.values,
    kind: fitted.kind,
    unit: scale === 1 ? "fraction" : "percent",
    states: Number(settings.states),
    seed: settings.seed ?? Number.NaN,
    training: all ? 1 : 0.5,
    model: all
      ? {
          transition: fitted.transition,
          mean: fitted.regimes.map(({ mean }) => mean),
          variance: fitted.regimes.map(({ variance }) => variance),
        }
      : null,
    threshold: share(threshold),
    cost: share(cost),
    riskFree,
    annualization: perYear,
  };
}

/** Fits, then shades the prices and times the market; the results of the last finished fit stay until a newer fit is done. */
export function useMarkov(source: SeriesSource, settings: MarkovSettings) {
  const fit = useJob("fit-regimes");
  const shade = useJob("shade-regimes");
  const timing = useJob("time-regimes");
  const { annualization: basis } = useAtomValue(settingsAtom);
  const [shown, setShown] = useState<MarkovRun | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [waiting, setWaiting] = useState(false);
  const newest = useRef(0);

  const look = useCallback(
    ({ fitted, column, scale }: MarkovRun, view: MarkovSettings["view"]) =>
      shade.run({ probabilities: fitted[view], values: column.values, kind: fitted.kind, scale }),
    [shade.run],
  );

  /** @param recorded false where a result only comes back */
  const time = useCallback(
    async (run: MarkovRun, asked: MarkovSettings, recorded = true): Promise<void> => {
      const input = timingInput(run, asked);
      const startedAt = Date.now();
      const outcome = await timing.run(input);
      if (!outcome.ok || !recorded) return;
      const { value } = outcome;
      const millis = Date.now() - startedAt;
      void import("./record").then(({ recordTiming }) => recordTiming(run, value, asked, { input, text: source.text, startedAt, millis }));
    },
    [timing.run, source.text],
  );

  /** True once the fit is done and shown. */
  const run = useCallback(async (): Promise<boolean> => {
    const turn = ++newest.current;
    shade.cancel();
    timing.cancel();
    setFailure(null);
    setWaiting(true);
    const series = await source.settled();
    if (turn !== newest.current) return false;
    setWaiting(false);
    const column = series && closeColumn(series, settings.column);
    if (!series || !column) {
      // What stands in the field and could not be read has said why.
      const message = series ? messages.markovCsv : source.empty ? messages.selectFileFirst : null;
      setFailure(message === null ? null : { code: "bad-input", message });
      return false;
    }
    const { length, times } = series;
    const span = times ? { from: times[0], to: times[length - 1] } : null;
    const perYear = settings.annualization ?? stepsPerYear(basis, { length, span });
    const riskFree = share(settings.riskFree);
    const startedAt = Date.now();
    const input: JobInput<Jobs, "fit-regimes"> = {
      values: column.values,
      kind: settings.kind,
      unit: settings.returnUnit,
      times,
      states: Number(settings.states),
      seed: settings.seed ?? Number.NaN,
      horizon: settings.horizon ?? Number.NaN,
      annualization: perYear,
      riskFree,
    };
    const outcome = await fit.run(input);
    if (turn !== newest.current) return false;
    if (!outcome.ok) {
      if (outcome.failure.code !== "canceled") setFailure(outcome.failure);
      return false;
    }
    const fitted = outcome.value;
    const scale = fitted.kind === "returns" && settings.returnUnit === "fraction" ? 1 : 0.01;
    const done: MarkovRun = {
      series,
      column,
      settings,
      fitted,
      times: times?.subarray(fitted.offset) ?? null,
      perYear,
      riskFree,
      scale,
      at: Date.now(),
    };
    startTransition(() => setShown(done));
    void look(done, settings.view);
    void time(done, settings);
    const asked = { input, text: source.text, startedAt, millis: Date.now() - startedAt };
    void import("./record").then(({ record }) => record(done, asked));
    return true;
  }, [source.settled, source.empty, source.text, settings, basis, fit.run, shade.cancel, timing.cancel, look, time]);

  const cancel = useCallback(() => {
    newest.current++;
    setWaiting(false);
    fit.cancel();
    shade.cancel();
    timing.cancel();
  }, [fit.cancel, shade.cancel, timing.cancel]);

  /** Takes the results away; what puts them back. */
  const clear = useCallback((): (() => void) => {
    cancel();
    const before = shown;
    setShown(null);
    setFailure(null);
    return () => {
      if (!before) return;
      setShown(before);
      void look(before, before.settings.view);
      void time(before, before.settings, false);
    };
  }, [shown, cancel, look, time]);

  const progress = fit.progress;
  return {
    shown,
    failure,
    busy: waiting || progress !== null,
    progress,
    shades: partOf(shade.state),
    timing: partOf(timing.state),
    run,
    cancel,
    clear,
    forget: useCallback(() => setFailure(null), []),
    look,
    time,
  };
}

export type MarkovControl = ReturnType<typeof useMarkov>;

/** Settings that change the fit; the others only change what is made of it. */
const FIT_SETTINGS = [
  "states",
  "kind",
  "returnUnit",
  "column",
  "horizon",
  "seed",
  "annualization",
  "riskFree",
] as const satisfies readonly (keyof MarkovSettings)[];

/** Whether data or settings are no longer those of the shown result. */
export const isStale = (run: MarkovRun, series: Series | null, settings: MarkovSettings): boolean =>
  run.series.hash !== series?.hash || FIT_SETTINGS.some((key) => run.settings[key] !== settings[key]);
