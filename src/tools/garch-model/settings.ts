import * as v from "valibot";
import { emptied, valuesOf } from "../../../workers/runtime/schema";
import { KINDS, UNITS } from "../../../workers/series/schema";
import type { GarchModel, MeanModel, ModelAsk } from "../../../workers/volatility/garch-model";
import {
  behaviorEntries,
  DISTRIBUTION_NAMES,
  forecastEntries,
  MEANS,
  meanLagsSetting,
  optionEntries,
  orderEntries,
  refitEntries,
  SIMULATED,
  searchOrdersSetting,
  VARIANCE_NAMES,
  VARIANCES,
} from "../../../workers/volatility/schema";
import type { FitOptions } from "../../../workers/volatility/search";

const { p, q, distribution, preSample } = orderEntries;
const { nuStart, lambdaStart, tolerance, maxIterations } = optionEntries;
const { horizon, paths, seed, annualization } = forecastEntries;
const { window: refitWindow, step: refitStep } = refitEntries;
/** Settings whose boxes may be empty. */
const orders = { p, q, meanLags: meanLagsSetting };
const search = { nuStart, lambdaStart, maxIterations };
const amounts = { ...orders, ...behaviorEntries, ...search, horizon, paths, seed, refitWindow, refitStep };
const choices = { distribution, preSample, tolerance, searchOrders: searchOrdersSetting };

/** All inputs of the screen except the data; stored across a reload. */
export const garchSettingsSchema = v.object({
  ...emptied(amounts),
  ...choices,
  variance: v.picklist(VARIANCES),
  /** Variance targeting: omega is set so that the long-run variance equals that of the sample. */
  targeting: v.boolean(),
  mean: v.picklist(valuesOf(MEANS)),
  kind: v.picklist(valuesOf(KINDS)),
  /** Unit of returns, if the input is returns. */
  returnUnit: v.picklist(valuesOf(UNITS)),
  /** Name of the column to analyze; null for the one detected by the reader. */
  column: v.nullable(v.string()),
  behavioral: v.boolean(),
  /** Steps per year; null: the user's setting. */
  ...emptied({ annualization }),
  method: v.picklist(["analytic", "simulation", "bootstrap"]),
  /** Errors in the model comparison. */
  searchErrors: v.picklist(["all", "form"]),
  /** Window of the refits along the series. */
  refitScheme: v.picklist(["rolling", "expanding"]),
});

export type GarchSettings = v.InferOutput<typeof garchSettingsSchema>;

export const GARCH_DEFAULTS: GarchSettings = {
  ...v.getDefaults(v.object({ ...amounts, ...choices })),
  variance: "garch",
  targeting: false,
  mean: "constant",
  kind: "auto",
  returnUnit: "auto",
  column: null,
  behavioral: true,
  annualization: null,
  method: "analytic",
  searchErrors: "all",
  refitScheme: "rolling",
};

/** Options for these values, with their common labels. */
const named = <T extends string>(values: readonly T[], names: Readonly<Record<T, string>>) =>
  values.map((value) => ({ value, label: names[value] }));

export const DISTRIBUTIONS = named(["normal", "skewt", "t"], DISTRIBUTION_NAMES);

/** The three standard distributions plus an expert's choice. */
export const ALL_DISTRIBUTIONS = [...DISTRIBUTIONS, { value: "ged" as const, label: "Generalized error (GED)" }];

const VARIANCE_NOTES: Readonly<Record<GarchModel["variance"], string>> = {
  garch: "gains and losses weigh the same",
  gjr: "leverage effect γ",
  egarch: "the logarithm of the variance",
  aparch: "a power δ of volatility, leverage effect γ",
  figarch: "long memory, fixed orders (1,d,1)",
  har: "a day, a week and a month of squared shocks",
  ewma: "RiskMetrics, estimated decay",
};

export const VARIANCE_CHOICES = VARIANCES.map((value) => ({ value, label: VARIANCE_NAMES[value], note: VARIANCE_NOTES[value] }));

/** Whether omega can be derived from a long-run variance. */
export const canTarget = (variance: GarchModel["variance"]): boolean => variance === "garch" || variance === "gjr";

const meanOf = ({ mean, meanLags }: Pick<GarchSettings, "mean" | "meanLags">): MeanModel => (mean === "ar" ? { ar: meanLags ?? 0 } : mean);

/** The model specified by the settings. */
export const modelOf = (settings: GarchSettings): ModelAsk & Pick<GarchModel, "variance" | "mean"> => {
  const { p, q, distribution, variance, preSample } = settings;
  const targeting = settings.targeting && canTarget(variance);
  return { p: p ?? 1, q: q ?? 1, distribution, variance, mean: meanOf(settings), preSample, ...(targeting && { targeting }) };
};

/** Options of the optimizer; empty boxes use their defaults. */
export const fitOptionsOf = (settings: Pick<GarchSettings, "nuStart" | "lambdaStart" | "tolerance" | "maxIterations">): FitOptions => ({
  nuStart: settings.nuStart,
  lambdaStart: settings.lambdaStart ?? v.getDefault(lambdaStart),
  tolerance: settings.tolerance,
  maxIterations: settings.maxIterations ?? v.getDefault(maxIterations),
});

/** Forecast method: a model without an exact multi-step recursion is simulated. */
export const methodOf = (method: GarchSettings["method"], { variance }: Pick<GarchModel, "variance">): GarchSettings["method"] =>
  method === "analytic" && SIMULATED.includes(variance) ? "simulation" : method;
