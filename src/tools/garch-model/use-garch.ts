import { useMemo } from "react";
import * as v from "valibot";
import { inPercent, unitFor } from "../../../workers/analyzed-column";
import { because, type Cause, failBecause, type Series, succeed } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import { readSettings, required } from "../../../workers/runtime/schema";
import { behaviorEntries, orderEntries } from "../../../workers/volatility/schema";
import { analyzedValues, chosenColumn } from "../../analysis/data/analyzed-column";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import { type Analysis, answer, changed, type Finished, settledSeries, useAnalysis } from "../../analysis/use-analysis";
import { useFollowed, useFollowUp } from "../../analysis/use-follow-up";
import type { JobValue } from "../../client/pool";
import { useRelease } from "../../client/use-release";
import { isTransient } from "../../state/passing-period";
import { stepsPerYearOf } from "../../state/use-steps-per-year";
import { useLatest } from "../../ui/use-latest.ts";
import { fitOptionsOf, type GarchSettings, modelOf } from "./settings";

export type DiagnosisValue = JobValue<Jobs, "diagnose-garch">;
export type ForecastValue = JobValue<Jobs, "forecast-garch">;

/** A fit with the data and settings it was computed from. */
export type GarchRun = Finished<
  "fit-garch",
  {
    series: Series;
    text: string;
    /** With the resolved steps per year. */
    settings: GarchSettings;
    /** Dates of the returns; null if the series has none. */
    times: Float64Array | null;
    /** Unit of the returns for display: "%" or none. */
    unit: "%" | "";
    /** Follow-up results of a period during a drag, where they arrive together with the fit and both are reported. */
    behind?: { forecast: ForecastValue; diagnosis: DiagnosisValue };
  }
>;

const ordersSchema = v.object({ p: required(orderEntries.p), q: required(orderEntries.q) });
const { riskAversion, lossAversion } = behaviorEntries;
const investorSchema = v.object({
  ...ordersSchema.entries,
  riskAversion: required(riskAversion),
  lossAversion: required(lossAversion),
});

/** Refusals that need no computation; the jobs validate the rest. */
function refusalOf(settings: GarchSettings): Cause | null {
  const schema = settings.behavioral ? investorSchema : ordersSchema;
  return readSettings<object>(schema, settings).refusal;
}

/** Common input of every fit to a series, whatever the model. */
export const fitBasis = (series: Series, settings: GarchSettings) => ({
  ...analyzedValues(series, settings),
  options: fitOptionsOf(settings),
});

/** Follow-ups of a fit, once loaded: importing again would take another task, which is late during a drag. */
let behind: typeof import("./behind-fit") | undefined;
const loadBehind = async () => (behind ??= await import("./behind-fit"));

/** A follow-up whose value may have arrived together with the result. */
const useWith = <Value, FollowUp extends { value: Value | null }>(followUp: FollowUp, value: Value | undefined): FollowUp =>
  useMemo(() => (value ? { ...followUp, value } : followUp), [followUp, value]);

/** Settings that affect only the follow-ups of a fit. */
const BEHIND_THE_FIT = [
  "horizon",
  "method",
  "paths",
  "seed",
  "searchOrders",
  "searchErrors",
  "refitWindow",
  "refitScheme",
  "refitStep",
] as const;

/** Fits the series in the field, then runs forecast and diagnostics. */
export function useGarch(source: SeriesSource, settings: GarchSettings, annualization: number) {
  const fit: Analysis<GarchRun> = useAnalysis<GarchRun>({
    work: async (turn) => {
      const read = await settledSeries(source, because("ingest/enterMarketData"));
      if (!read.ok) return read;
      const trouble = refusalOf(settings);
      if (trouble !== null) return failBecause("bad-input", trouble);
      const series = read.value;
      const asked = { ...settings, annualization: settings.annualization ?? stepsPerYearOf(series) };
      // Loads the recorder in parallel, so that the run is recorded even if the page is left right away.
      loadBehind().catch(() => undefined);
      const unit = unitFor(series, chosenColumn(series, settings.column, settings.kind), settings.returnUnit);
      const input = { ...fitBasis(series, asked), unit, model: modelOf(asked) };
      const known = earlier.current && behind?.returnsOf(earlier.current, series, settings);
      const basis = { series, text: source.text, settings: asked };
      const fitted = await answer(turn, "fit-garch", input, basis, known ? { hints: { known } } : {});
      if (!fitted.ok) return fitted;
      const { value } = fitted.value;
      const times = series.times?.subarray(value.offset) ?? null;
      const run: GarchRun = { ...fitted.value, times, unit: inPercent(value, unit) ? "%" : "" };
      return isTransient(series) && behind ? behind.withBehind(turn, run) : succeed(run);
    },
    isStale: (run) => run.series.hash !== source.series?.hash || changed(run.settings, { ...settings, annualization }, BEHIND_THE_FIT),
    onDone: (run) => {
      if (run.behind) return;
      // The record is written later, possibly when this run is no longer shown: it references the columns itself.
      const kept: GarchRun = { ...run, value: { ...run.value, fit: { ...run.value.fit } } };
      // The forecast is quick and part of the first chart; the tests of a long series take longer.
      predict(run, run.settings);
      void loadBehind().then(({ diagnosisInput, recordFit }) => {
        void diagnosis.run({ of: run }, diagnosisInput(run));
        void recordFit(kept);
      });
    },
  });
  const { shown } = fit;
  useRelease(shown?.value);
  const earlier = useLatest(shown);
  const forecast = useFollowUp<"forecast-garch", { of: GarchRun }>("forecast-garch", shown);
  const diagnosis = useFollowUp<"diagnose-garch", { of: GarchRun }>("diagnose-garch", shown);
  /** Forecasts a fit, possibly again with other forecast settings. */
  const predict = (run: GarchRun, asked: GarchSettings) =>
    void loadBehind().then(({ forecastInput }) => forecast.run({ of: run }, forecastInput(run, asked)));
  const followUps = { forecast: useWith(forecast, shown?.behind?.forecast), diagnosis: useWith(diagnosis, shown?.behind?.diagnosis) };
  return { ...useFollowed(fit, [forecast, diagnosis]), ...followUps, predict };
}

export type GarchControl = ReturnType<typeof useGarch>;
