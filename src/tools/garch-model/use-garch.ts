import { startTransition, useCallback, useEffect, useRef, useState } from "react";
import * as v from "valibot";
import type { Failure, Series } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import { messages } from "../../../workers/messages";
import { readSettings, required } from "../../../workers/runtime/schema";
import { behaviorEntries, orderEntries } from "../../../workers/volatility/schema";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import type { JobInput, JobValue } from "../../client/pool";
import { partOf, useJob } from "../../client/use-job";
import { useRelease } from "../../client/use-release";
import { stepsPerYearOf } from "../../state/use-steps-per-year";
import { fitOptionsOf, type GarchSettings, methodOf, modelOf } from "./settings";

export type FitValue = JobValue<Jobs, "fit-garch">;
export type DiagnosisValue = JobValue<Jobs, "diagnose-garch">;
export type ForecastValue = JobValue<Jobs, "forecast-garch">;

/** What a shown result was computed from. */
export interface GarchRun {
  series: Series;
  /** What stood in the data field. */
  text: string;
  settings: GarchSettings;
  fitted: FitValue;
  /** Dates of the returns; null where the series has none. */
  times: Float64Array | null;
  /** Unit of the returns, for figures: "%" or none. */
  unit: "%" | "";
  /** When the fit was there. */
  at: number;
}

export const columnOf = (series: Series, name: string | null) =>
  series.columns.find((column) => column.name === name) ?? series.columns[series.primary];

const behavioralOf = ({ behavioral, riskAversion, lossAversion, referenceWindow }: GarchSettings) =>
  behavioral
    ? {
        riskAversion: riskAversion ?? 0,
        lossAversion: lossAversion ?? 0,
        referenceWindow: referenceWindow ?? v.getDefault(behaviorEntries.referenceWindow),
      }
    : null;

/** From here on a fit takes the returns of the one before, where they are of the same values. */
const LONG = 1_000_000;

function returnsOf({ series, settings, fitted }: GarchRun, next: Series, { column, kind }: GarchSettings) {
  const { returns, kind: found, unit, offset } = fitted;
  const same = series.hash === next.hash && settings.column === column && settings.kind === kind;
  // An autoregressive mean has taken some of them away.
  const whole = found === "prices" ? 1 : 0;
  return same && returns.length >= LONG && offset === whole ? ({ returns, kind: found, unit, offset: whole } as const) : null;
}

const ordersSchema = v.object({ p: required(orderEntries.p), q: required(orderEntries.q) });
const { riskAversion, lossAversion } = behaviorEntries;
const investorSchema = v.object({
  ...ordersSchema.entries,
  riskAversion: required(riskAversion),
  lossAversion: required(lossAversion),
});

/** What can be said before anything runs; the jobs check the rest. */
function refusalOf(settings: GarchSettings): string | null {
  const schema = settings.behavioral ? investorSchema : ordersSchema;
  return readSettings<object>(schema, settings).refusal;
}

/** Fits, then diagnoses and forecasts; the results of the last finished fit stay until a newer fit is done. */
export function useGarch(source: SeriesSource, settings: GarchSettings) {
  const fit = useJob("fit-garch");
  const diagnosis = useJob("diagnose-garch");
  const forecast = useJob("forecast-garch");
  const [shown, setShown] = useState<GarchRun | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [waiting, setWaiting] = useState(false);
  const newest = useRef(0);
  useRelease(shown?.fitted);
  const earlier = useRef<GarchRun | null>(null);
  useEffect(() => {
    earlier.current = shown;
  }, [shown]);

  const predict = useCallback(
    (run: GarchRun, asked: GarchSettings) => {
      const { horizon, method, paths, seed, annualization } = asked;
      return forecast.run({
        fit: run.fitted.fit,
        returns: run.fitted.returns,
        unit: run.unit === "%" ? "percent" : "fraction",
        times: run.times,
        lastTime: null,
        stepMillis: null,
        horizon: horizon ?? 0,
        method: methodOf(method, run.fitted.fit.model),
        paths: paths ?? 0,
        seed: seed ?? Number.NaN,
        annualization: annualization ?? stepsPerYearOf(run.series),
      });
    },
    [forecast.run],
  );

  const examine = useCallback(
    (run: GarchRun) =>
      diagnosis.run({
        fit: run.fitted.fit,
        returns: run.fitted.returns,
        unit: run.unit === "%" ? "percent" : "fraction",
        behavioral: behavioralOf(run.settings),
        annualization: run.settings.annualization ?? stepsPerYearOf(run.series),
      }),
    [diagnosis.run],
  );

  /** True once the fit is done and shown. */
  const run = useCallback(async (): Promise<boolean> => {
    const turn = ++newest.current;
    // What still belongs to the last fit would only hold up the new one.
    forecast.cancel();
    diagnosis.cancel();
    setFailure(null);
    setWaiting(true);
    const series = await source.settled();
    if (turn !== newest.current) return false;
    setWaiting(false);
    const trouble = series === null ? messages.enterMarketData : refusalOf(settings);
    if (series === null || trouble !== null) {
      setFailure({ code: "bad-input", message: trouble ?? messages.enterMarketData });
      return false;
    }
    const asked = { ...settings, annualization: settings.annualization ?? stepsPerYearOf(series) };
    const { kind } = asked;
    // Whoever writes the run down is there when the result is: the page may go at once.
    import("./record").catch(() => undefined);
    const startedAt = Date.now();
    const input: JobInput<Jobs, "fit-garch"> = {
      values: columnOf(series, settings.column).values,
      kind,
      model: modelOf(asked),
      options: fitOptionsOf(asked),
    };
    const known = earlier.current && returnsOf(earlier.current, series, settings);
    const outcome = await fit.run(known ? { ...input, known } : input);
    if (turn !== newest.current) return false;
    if (!outcome.ok) {
      if (outcome.failure.code !== "canceled") setFailure(outcome.failure);
      return false;
    }
    const fitted = outcome.value;
    const percent = fitted.unit === "percent" || settings.returnUnit === "percent";
    const done: GarchRun = {
      at: Date.now(),
      series,
      text: source.text,
      settings: asked,
      fitted,
      times: series.times?.subarray(fitted.offset) ?? null,
      unit: percent ? "%" : "",
    };
    startTransition(() => setShown(done));
    // The forecast belongs to the first chart and is quick; the tests of a long series take longer.
    void predict(done, asked);
    void examine(done);
    const told = { input, startedAt, millis: Date.now() - startedAt };
    // The record is written later, maybe when this run is not shown any more: it holds the columns itself.
    const kept: GarchRun = { ...done, fitted: { ...fitted, fit: { ...fitted.fit } } };
    void import("./record").then(({ record }) => record(kept, told));
    return true;
  }, [source.settled, source.text, settings, fit.run, forecast.cancel, diagnosis.cancel, examine, predict]);

  const cancel = useCallback(() => {
    newest.current++;
    setWaiting(false);
    fit.cancel();
    diagnosis.cancel();
    forecast.cancel();
  }, [fit.cancel, diagnosis.cancel, forecast.cancel]);

  const forget = useCallback(() => setFailure(null), []);

  // The end is known at once, the result is drawn a little later: nobody has to wait for that to run again.
  const progress = fit.progress;
  return {
    shown,
    failure,
    /** A fit is under way, or waits for its data. */
    busy: waiting || progress !== null,
    progress,
    diagnosis: partOf(diagnosis.state),
    forecast: partOf(forecast.state),
    run,
    cancel,
    /** Takes away what was said about other data. */
    forget,
    /** Forecasts the shown fit anew with other forecast settings. */
    predict,
  };
}

export type GarchControl = ReturnType<typeof useGarch>;

/** Settings that change the fit; the others only change what is made of it. */
const FIT_SETTINGS = [
  "p",
  "q",
  "distribution",
  "variance",
  "targeting",
  "mean",
  "meanLags",
  "kind",
  "returnUnit",
  "column",
  "behavioral",
  "riskAversion",
  "lossAversion",
  "referenceWindow",
  "preSample",
  "nuStart",
  "lambdaStart",
  "tolerance",
  "maxIterations",
  "annualization",
] as const satisfies readonly (keyof GarchSettings)[];

/** Whether data or settings are no longer those of the shown result. */
export const isStale = (run: GarchRun, series: Series | null, settings: GarchSettings): boolean =>
  run.series.hash !== series?.hash || FIT_SETTINGS.some((key) => run.settings[key] !== settings[key]);
