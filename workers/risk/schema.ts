import * as v from "valibot";
import { seedSetting, yearEntries } from "../performance/schema";
import { numeric, refuses, valuesOf } from "../runtime/schema";
import { AUTO, RETURNS } from "../series/schema";

/** Confidence level of value at risk and expected shortfall. */
export const confidenceSetting = v.optional(
  numeric({ label: "Confidence Level", unit: "%", min: 0.5, below: 1, refusal: refuses("risk/confidence") }),
  0.95,
);

/** The Basel traffic light: level of the value at risk, latest steps, and most exceptions of the green and the yellow zone. */
export const BASEL = { confidence: 0.99, steps: 250, green: 4, yellow: 9 } as const;

/** Out-of-sample backtest of a volatility model: most returns of a fit, fewest steps between two refits (a month), and most refits. */
export const MODEL_REFITS = { window: 1000, step: 21, most: 250 } as const;

const limit = (label: string) => numeric({ label, min: 0, refusal: refuses("risk/limits") });

export const SCHEMES = [
  { value: "stationary", label: "Stationary blocks", note: "random length, automatic mean" },
  { value: "circular", label: "Circular blocks", note: "fixed length, automatic" },
  { value: "independent", label: "Single returns", note: "assumes independent returns" },
] as const;

/** Settings of bootstrap intervals. */
export const intervalEntries = {
  seed: seedSetting,
  /** Bootstrap replicates; 0 for no intervals. */
  iterations: v.optional(
    numeric({ label: "Resamples", whole: true, min: 0, max: 100_000, refusal: refuses("risk/replicates", { least: 0 }) }),
    1000,
  ),
  scheme: v.optional(v.picklist(valuesOf(SCHEMES)), "stationary"),
  /** Coverage of the intervals. */
  level: v.optional(numeric({ label: "Coverage", unit: "%", above: 0, below: 1, refusal: refuses("volatility/forecastLevels") }), 0.95),
};

/** Of tools that compute simple returns. */
export const SIMPLE_KINDS = [
  { ...AUTO, note: "values if all are above zero, else returns" },
  { value: "values", label: "Portfolio values", note: "or prices: every number above 0" },
  { ...RETURNS, note: "simple returns, as fractions or in percent" },
  { value: "log-returns", label: "Log returns", note: "become simple returns: exp(r) − 1" },
] as const;

export const METHODS = [
  { value: "parametric", label: "Parametric VaR", note: "normal distribution with the lookback mean and standard deviation" },
  { value: "historical", label: "Historical VaR", note: "empirical quantile of the lookback returns" },
  { value: "monte-carlo", label: "Monte Carlo VaR", note: "seeded draws from a Student's t fitted to the lookback" },
  { value: "cornish-fisher", label: "Cornish–Fisher VaR", note: "parametric, corrected for skewness and kurtosis" },
] as const;

export const riskEntries = {
  /** Which value at risk is shown first, compared with the limit, and backtested. */
  method: v.optional(v.picklist(valuesOf(METHODS)), "historical"),
  confidenceLevel: confidenceSetting,
  /** Number of latest returns used for losses. */
  lookbackPeriod: v.optional(
    numeric({ label: "Lookback Period", unit: "days", whole: true, min: 2, refusal: refuses("risk/lookback") }),
    252,
  ),
  /** Number of latest values used for drawdowns and performance; null for all. Losses use their own lookback. */
  period: v.optional(v.nullable(numeric({ label: "Period", unit: "values", whole: true, min: 2, refusal: refuses("risk/period") })), null),
  /** In percent, as in the specification. */
  maxDrawdown: v.optional(limit("Max Drawdown (%)"), 20),
  /** As a fraction of the value. */
  varThreshold: v.optional(limit("VaR Threshold"), 0.15),
  riskFree: yearEntries.riskFree,
  perYear: yearEntries.periodsPerYear,
  /** Monte Carlo draws. */
  draws: v.optional(
    numeric({ label: "Monte Carlo draws", whole: true, min: 100, max: 10_000_000, refusal: refuses("risk/simulationDraws") }),
    10_000,
  ),
  ...intervalEntries,
};
export const riskSchema = v.object(riskEntries);
export type RiskSettings = v.InferOutput<typeof riskSchema>;
export type IntervalSettings = Pick<RiskSettings, keyof typeof intervalEntries>;

export const contributionEntries = {
  confidence: confidenceSetting,
  perYear: yearEntries.periodsPerYear,
  /** Periods since the weights were last rebalanced, for the drift; limited to those available. */
  driftPeriods: v.optional(numeric({ label: "Drift", unit: "periods", whole: true, min: 1, refusal: refuses("risk/period") }), 252),
};
export const contributionSchema = v.object(contributionEntries);

export const resampleEntries = { ...intervalEntries, perYear: yearEntries.periodsPerYear, riskFree: yearEntries.riskFree };
export const resampleSchema = v.object(resampleEntries);
export type ResampleSettings = v.InferOutput<typeof resampleSchema>;

/** Settings for the tails of an account and its relation to a benchmark. */
export const summarySchema = v.object({
  confidence: confidenceSetting,
  perYear: yearEntries.periodsPerYear,
  riskFree: yearEntries.riskFree,
});
export type SummarySettings = v.InferOutput<typeof summarySchema>;
