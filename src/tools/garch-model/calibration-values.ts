import type { Jobs } from "../../../workers/jobs";
import type { Distribution, KeptFit } from "../../../workers/volatility/garch-model";
import { analyzedValues } from "../../analysis/data/analyzed-column";
import type { JobInput } from "../../client/pool";
import { stepsPerYearOf } from "../../state/use-steps-per-year";
import type { Evaluation } from "./calibration-charts.tsx";
import type { EarlierFit } from "./calibration-runs";
import { parameterName } from "./parameters-panel.tsx";
import type { GarchRun } from "./use-garch";

/** Manual parameter values; all others are those of the maximum. */
export type ManualValues = Readonly<Record<string, number>>;

/** Replaces omega if the model has a long-run variance: its square root, per year. */
export const LONG_RUN = "longRun";

/** An adjustable parameter. */
export interface Movable {
  key: string;
  label: string;
  min: number;
  max: number;
  step: number;
  /** Decimals for display. */
  digits: number;
  unit?: string;
  /** Value at the maximum of the likelihood. */
  maximum: number;
}

type Range = readonly [min: number, max: number];

/** Slider ranges extend beyond the constraints, so that these can be reached. */
const RANGES: Record<string, Range> = {
  alpha: [0, 0.5],
  beta: [0, 1],
  gamma: [-0.3, 0.5],
  lambda: [-0.95, 0.95],
  decay: [0.5, 1],
  delta: [0.2, 4],
};
/** Ranges for models whose weights have a different meaning. */
const OF_MODEL: Partial<Record<KeptFit["model"]["variance"], Record<string, Range>>> = {
  egarch: { alpha: [-0.2, 0.6] },
  aparch: { gamma: [-1, 1] },
};
const TAILS: Partial<Record<Distribution, Range>> = { ged: [1.01, 4] };
const FREEDOM: Range = [2.05, 30];
const WEIGHT_STEP = 0.001;
const WEIGHT_DIGITS = 4;
/** Range of long-run volatility and omega, as factors of the estimate. */
const SPREAD: Range = [0.25, 3];
const AMOUNT_STEPS = 500;

function rangeOf(key: string, { model }: KeptFit): Range {
  const family = key.replace(/\d+$/, "");
  if (family === "nu") return TAILS[model.distribution] ?? FREEDOM;
  return OF_MODEL[model.variance]?.[family] ?? RANGES[family] ?? [0, 1];
}

/** A step of 1, 2 or 5 times a power of ten that divides a range into a given number of parts. */
function amountStep(range: number): number {
  const power = 10 ** Math.floor(Math.log10(range / AMOUNT_STEPS));
  return power * ([1, 2, 5, 10].find((lead) => range / AMOUNT_STEPS <= lead * power * 1.0001) ?? 1);
}

const perYearOf = ({ settings, series }: GarchRun): number => settings.annualization ?? stepsPerYearOf(series);

/** A variance per step as volatility per year. */
export const annualized = (run: GarchRun, variance: number): number => Math.sqrt(variance * perYearOf(run));
const perStep = (run: GarchRun, volatility: number): number => volatility ** 2 / perYearOf(run);

const amount = (maximum: number) => {
  const step = amountStep((SPREAD[1] - SPREAD[0]) * maximum);
  const min = Math.max(step, Math.floor((SPREAD[0] * maximum) / step) * step);
  return { min, max: Math.ceil((SPREAD[1] * maximum) / step) * step, step, digits: Math.max(0, -Math.floor(Math.log10(step))), maximum };
};

/** Whether a parameter belongs to the mean, which cannot be adjusted. */
export const isOfMean = (key: string): boolean => /^(mu|ar)/.test(key);

/** The parameters of a fit's variance and density, in order; those of the mean are fixed. */
export function movablesOf(run: GarchRun): Movable[] {
  const { fit } = run.value;
  const { unconditionalVariance, model } = fit;
  return fit.estimates.flatMap(({ key, value }): Movable[] => {
    if (isOfMean(key)) return [];
    if (key === "omega") {
      // With variance targeting it follows from the sample.
      if (model.targeting || !(value > 0 || model.variance === "egarch")) return [];
      if (unconditionalVariance === null) return [{ key, label: parameterName(key), ...amount(value) }];
      const maximum = annualized(run, unconditionalVariance);
      return [{ key: LONG_RUN, label: "Long-run volatility, annualized", ...amount(maximum), unit: run.unit }];
    }
    const [min, max] = rangeOf(key, fit);
    const tails = key === "nu";
    const step = tails ? 0.05 : WEIGHT_STEP;
    return [
      {
        key,
        label: parameterName(key),
        min: Math.min(min, Math.floor(value)),
        max: Math.max(max, Math.ceil(tails ? 1.5 * value : value)),
        step,
        digits: tails ? 2 : WEIGHT_DIGITS,
        maximum: value,
      },
    ];
  });
}

type Question = JobInput<Jobs, "evaluate-garch">;

/** Common input of all jobs on a fit: none of its columns is passed. */
export function basisOf(run: GarchRun): Pick<Question, "values" | "kind" | "fit"> {
  const { series, settings, value } = run;
  const fit = { ...value.fit, volatility: new Float64Array(0), residuals: null };
  return { ...analyzedValues(series, settings), fit };
}

/** Input for the model with manual values; without any, at the maximum itself. */
export function questionOf(
  run: GarchRun,
  basis: Pick<Question, "values" | "kind" | "fit">,
  manual: ManualValues,
  { horizon, shocks, through = null }: Pick<Question, "horizon" | "shocks"> & Partial<Pick<Question, "through">>,
): Question {
  const { estimates, unconditionalVariance } = run.value.fit;
  const moved = through !== null || Object.keys(manual).length > 0;
  const kept = manual[LONG_RUN] === undefined ? unconditionalVariance : perStep(run, manual[LONG_RUN]);
  const { paths, seed } = run.settings;
  return {
    ...basis,
    at: estimates.map(({ key, value }) => manual[key] ?? value),
    longRunVariance: moved ? kept : null,
    shocks,
    through,
    horizon,
    ...(paths !== null && { paths }),
    seed: seed ?? 1,
  };
}

/** Input for the model with the unchanged estimates of an earlier fit. */
export function questionOfEarlier(
  run: GarchRun,
  basis: Pick<Question, "values" | "kind" | "fit">,
  { values, scale }: EarlierFit,
  asked: Pick<Question, "horizon" | "shocks">,
): Question {
  return { ...questionOf(run, basis, {}, asked), at: values, atScale: scale };
}

/** The estimates of an earlier fit as manual values: long-run volatility instead of the omega derived from it. */
export function manualValuesOf(run: GarchRun, { values, longRunVariance }: Evaluation): ManualValues {
  const { estimates, unconditionalVariance } = run.value.fit;
  const manual = Object.fromEntries(estimates.map(({ key }, i) => [key, values[i]]));
  if (longRunVariance === null || unconditionalVariance === null) return manual;
  const { omega: _, ...rest } = manual;
  return { ...rest, [LONG_RUN]: annualized(run, longRunVariance) };
}
