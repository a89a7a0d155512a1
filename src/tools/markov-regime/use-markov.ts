import { useAtomValue } from "jotai";
import { useMemo } from "react";
import { closeColumn, returnsAsked } from "../../../workers/analyzed-column";
import { because, type Column, fail, type Outcome, type Series, succeed } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import { answer, changed, type Finished, settledSeries, useAnalysis } from "../../analysis/use-analysis";
import { type FollowedUp, useFollowed, useFollowUp } from "../../analysis/use-follow-up";
import type { JobInput, JobValue } from "../../client/pool";
import { stepsPerYear } from "../../state/annualization";
import { isTransient } from "../../state/passing-period";
import { settingsAtom } from "../../state/settings";
import type { MarkovSettings } from "./settings";

export type FitValue = JobValue<Jobs, "fit-regimes">;
export type ShadeValue = JobValue<Jobs, "shade-regimes">;
export type TimingValue = JobValue<Jobs, "time-regimes">;

/** A fit with the data and settings it was computed from. */
export type MarkovRun = Finished<
  "fit-regimes",
  {
    series: Series;
    text: string;
    column: Column;
    settings: MarkovSettings;
    perYear: number;
    riskFree: number;
    /** Dates of the returns; null if the series has none. */
    times: Float64Array | null;
    /** Factor that converts a return to a fraction. */
    scale: number;
    /**
     * Backdrop of a period during a drag, if the view in question arrives together with the fit: otherwise the chart would appear and
     * disappear.
     */
    shades?: ShadeValue;
    timing?: Outcome<TimingValue>;
  }
>;

export type TimingRun = FollowedUp<"time-regimes", { of: MarkovRun; settings: MarkovSettings }>;

/** The fitted model, bit for bit. */
export const modelOf = ({ transition, regimes }: FitValue) => ({
  transition,
  mean: regimes.map(({ mean }) => mean),
  variance: regimes.map(({ variance }) => variance),
});

/** Number of returns a model was fitted to; fits on the page do not include the column itself. */
export const returnsIn = ({ column, value }: MarkovRun): number => column.values.length - value.offset;

/** Input of the job that recomputes the columns of a fit. */
export const columnsOf = ({ column, value }: MarkovRun): JobInput<Jobs, "evaluate-regimes"> => ({
  values: column.values,
  kind: value.kind,
  model: modelOf(value),
  fitted: true,
});

/** Indices of the regimes whose probabilities are drawn. Two sum to one: a line for the first would only mirror the second's. */
export const drawnOf = ({ regimes }: FitValue): number[] => regimes.map((_, place) => place).slice(regimes.length === 2 ? 1 : 0);

const share = (percent: number | null): number => (percent ?? Number.NaN) / 100;

/** Input of the timing test: includes the model fitted to all returns only if the rule is meant to use it. */
function timingInput(
  { value: fitted, column, settings, perYear, riskFree, scale }: MarkovRun,
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
    model: all ? modelOf(fitted) : null,
    threshold: share(threshold),
    cost: share(cost),
    riskFree,
    annualization: perYear,
  };
}

function askedOf({ column, value, scale }: MarkovRun, view: MarkovSettings["view"]): JobInput<Jobs, "shade-regimes"> {
  return { values: column.values, kind: value.kind, model: modelOf(value), view, drawn: drawnOf(value), scale };
}

/** Settings that affect only the follow-ups of a fit. */
const BEHIND_THE_FIT = ["view", "training", "threshold", "cost"] as const;

/**
 * Fits the series in the field, then computes its backdrop and the timing.
 * @param seesTiming whether the timing is in view: then it is updated during a drag, otherwise the backdrop
 */
export function useMarkov(source: SeriesSource, settings: MarkovSettings, seesTiming: boolean) {
  const { annualization: basis } = useAtomValue(settingsAtom);
  const fit = useAnalysis<MarkovRun>({
    work: async (turn) => {
      const read = await settledSeries(source, because("ingest/selectFileFirst"));
      if (!read.ok) return read;
      const series = read.value;
      const column = closeColumn(series, settings.column, settings.kind);
      if (!column) return fail("bad-input", "regimes/csv");
      const { length, times } = series;
      const span = times ? { from: times[0], to: times[length - 1] } : null;
      const perYear = settings.annualization ?? stepsPerYear(basis, { length, span });
      const riskFree = share(settings.riskFree);
      const asked = returnsAsked(series, column, settings.kind, settings.returnUnit);
      const input: JobInput<Jobs, "fit-regimes"> = {
        ...asked,
        times,
        states: Number(settings.states),
        seed: settings.seed ?? Number.NaN,
        horizon: settings.horizon ?? Number.NaN,
        annualization: perYear,
        riskFree,
        // Not needed: the backdrop includes what is drawn, and for a long series the columns would use memory for nothing.
        columns: false,
        // Other numbers of regimes take most of the time: they are compared only at the end of a drag.
        compare: !isTransient(series),
      };
      const fitted = await answer(turn, "fit-regimes", input, { series, text: source.text, column, settings, perYear, riskFree });
      if (!fitted.ok) return fitted;
      const { kind, offset, foundUnit = asked.unit } = fitted.value.value;
      const scale = kind === "returns" && foundUnit === "fraction" ? 1 : 0.01;
      const run: MarkovRun = { ...fitted.value, times: times?.subarray(offset) ?? null, scale };
      if (!isTransient(series)) return succeed(run);
      // May fail for a short period; the other results are still shown.
      if (seesTiming) return succeed({ ...run, timing: await turn.ask("time-regimes", timingInput(run, settings)) });
      const shades = await turn.ask("shade-regimes", askedOf(run, settings.view));
      return shades.ok ? succeed({ ...run, shades: shades.value }) : shades;
    },
    isStale: (run) => run.series.hash !== source.series?.hash || changed(run.settings, settings, BEHIND_THE_FIT),
    onDone: (run) => {
      if (!isTransient(run.series)) {
        look(run, run.settings.view);
        time(run, run.settings);
      }
      void import("./record").then(({ recordFit }) => recordFit(run));
    },
  });
  const shade = useFollowUp<"shade-regimes", { of: MarkovRun; view: MarkovSettings["view"] }>("shade-regimes", fit.shown);
  const timing = useFollowUp<"time-regimes", { of: MarkovRun; settings: MarkovSettings }>("time-regimes", fit.shown, {
    onDone: (run) => void import("./record").then(({ recordTiming }) => recordTiming(run)),
  });
  const look = (of: MarkovRun, view: MarkovSettings["view"]) => void shade.run({ of, view }, askedOf(of, view));
  const time = (of: MarkovRun, asked: MarkovSettings) => void timing.run({ of, settings: asked }, timingInput(of, asked));
  // A backdrop of the other view does not match these lines.
  const shades = shade.shown?.view === settings.view ? shade.value : (fit.shown?.shades ?? null);
  const passing = fit.shown?.timing;
  const timed = useMemo(() => {
    if (!passing) return timing;
    return { ...timing, ...(passing.ok ? { value: passing.value, failure: null } : { value: null, failure: passing.failure }) };
  }, [timing, passing]);
  return { ...useFollowed(fit, [shade, timing]), shades, shadesFailure: shade.failure, timing: timed, look, time };
}
