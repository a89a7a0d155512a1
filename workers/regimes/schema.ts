import * as v from "valibot";
import { seedSetting, yearEntries } from "../performance/schema";
import { numeric, refuses } from "../runtime/schema";

const rate = numeric({ label: "Risk-free rate", unit: "%", above: -1, refusal: refuses("regimes/riskFree") });

/** Settings common to all regime questions. */
const regimeEntries = {
  states: v.optional(numeric({ label: "Regimes", whole: true, min: 2, max: 4, refusal: refuses("regimes/states") }), 2),
  /** Of the random starts. */
  seed: seedSetting,
  annualization: yearEntries.periodsPerYear,
  riskFree: v.optional(rate, v.getDefault(yearEntries.riskFree)),
};

export const fitEntries = {
  ...regimeEntries,
  horizon: v.optional(
    numeric({ label: "Forecast horizon", unit: "steps", whole: true, min: 0, max: 252, refusal: refuses("regimes/horizon") }),
    20,
  ),
  /** Coverage of the forecast interval. */
  level: v.optional(numeric({ label: "Coverage", above: 0, below: 1, refusal: refuses("volatility/forecastLevels") }), 0.9),
};
export const fitSchema = v.object(fitEntries);

/** Samples to which the parameters of a timing are fitted. */
export const TRAININGS = [
  { value: "half", label: "First half", note: "tested on the second half: no look-ahead" },
  { value: "all", label: "Whole series", note: "in sample: parameters from the tested returns" },
] as const;

export const timingEntries = {
  ...regimeEntries,
  /** Share of the returns used for fitting; 1 implies look-ahead. */
  training: v.optional(numeric({ label: "Training share", unit: "%", above: 0, max: 1, refusal: refuses("regimes/training") }), 0.5),
  /** Probability of the worst regime from which the market is left. */
  threshold: v.optional(numeric({ label: "Limit", unit: "%", above: 0, below: 1, refusal: refuses("regimes/threshold") }), 0.5),
  /** Cost per change, as a share of wealth. */
  cost: v.optional(numeric({ label: "Cost per switch", unit: "%", min: 0, below: 1, refusal: refuses("regimes/cost") }), 0),
};
export const timingSchema = v.object(timingEntries);
