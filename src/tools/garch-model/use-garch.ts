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
import { isPassing } from "../../state/passing-period";
import { stepsPerYearOf } from "../../state/use-steps-per-year";
import { useLatest } from "../../ui/use-latest.ts";
import { fitOptionsOf, type GarchSettings, modelOf } from "./settings";

export type DiagnosisValue = JobValue<Jobs, "diagnose-garch">;
export type ForecastValue = JobValue<Jobs, "forecast-garch">;

/** A fit with what it was made from. */
export type GarchRun = Finished<
  "fit-garch",
  {
    series: Series;
    text: string;
    /** With the steps per year that were used. */
    settings: GarchSettings;
    /** Dates of the returns; null where the series has none. */
    times: Float64Array | null;
    /** Unit of the returns, for figures: "%" or none. */
    unit: "%" | "";
    /** Of a period under a moving hand, where they come with the fit, and it is told of. */
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

/** What can be said before anything runs; the jobs check the rest. */
function refusalOf(settings: GarchSettings): Cause | null {
  const schema = settings.behavioral ? investorSchema : ordersSchema;
  return readSettings<object>(schema, settings).refusal;
}

/** What every fit to a series is asked, whatever the model. */
export const fitBasis = (series: Series, settings: GarchSettings) => ({
  ...analyzedValues(series, settings),
  options: fitOptionsOf(settings),
});

/** What follows a fit, once it has been fetched: importing it again would take a task, which comes late under a moving hand. */
let behind: typeof import("./behind-fit") | undefined;
const loadBehind = async () => (behind ??= await import("./behind-fit"));

/** A follow-up whose answer has come with the result. */
const useWith = <Value, FollowUp extends { value: Value | null }>(followUp: FollowUp, value: Value | undefined): FollowUp =>
  useMemo(() => (value ? { ...followUp, value } : followUp), [followUp, value]);

/** Settings that change only what is made of a fit. */
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

/** Fits the series in the field, then forecasts and diagnoses. */
export function useGarch(source: SeriesSource, settings: GarchSettings, annualization: number) {
  const fit: Analysis<GarchRun> = useAnalysis<GarchRun>({
    work: async (turn) => {
      const read = await settledSeries(source, because("ingest/enterMarketData"));
      if (!read.ok) return read;
      const trouble = refusalOf(settings);
      if (trouble !== null) return failBecause("bad-input", trouble);
      const series = read.value;
      const asked = { ...settings, annualization: settings.annualization ?? stepsPerYearOf(series) };
      // Whoever writes the run down is there when the result is: the page may go at once.
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
      return isPassing(series) && behind ? behind.withBehind(turn, run) : succeed(run);
    },
    isStale: (run) => run.series.hash !== source.series?.hash || changed(run.settings, { ...settings, annualization }, BEHIND_THE_FIT),
    onDone: (run) => {
      if (run.behind) return;
      // The record is written later, maybe when this run is not shown any more: it holds the columns itself.
      const kept: GarchRun = { ...run, value: { ...run.value, fit: { ...run.value.fit } } };
      // The forecast belongs to the first chart and is quick; the tests of a long series take longer.
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
  /** Forecasts a fit, maybe again with other forecast settings. */
  const predict = (run: GarchRun, asked: GarchSettings) =>
    void loadBehind().then(({ forecastInput }) => forecast.run({ of: run }, forecastInput(run, asked)));
  const told = { forecast: useWith(forecast, shown?.behind?.forecast), diagnosis: useWith(diagnosis, shown?.behind?.diagnosis) };
  return { ...useFollowed(fit, [forecast, diagnosis]), ...told, predict };
}

export type GarchControl = ReturnType<typeof useGarch>;
