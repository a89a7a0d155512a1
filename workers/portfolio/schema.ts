import * as v from "valibot";
import { accountEntries, affordable } from "../backtest/account-schema";
import { yearEntries } from "../performance/schema";
import { numeric, refuses, valuesOf } from "../runtime/schema";

/** Basis of estimates and statistics. */
export const requestSchema = v.object(yearEntries);

const target = numeric({ label: "Target return", unit: "%", refusal: refuses("portfolio/target") });
const clusters = numeric({ label: "Clusters", whole: true, min: 1, refusal: refuses("portfolio/clusters") });

export const OBJECTIVES = [
  { value: "minimum-variance", label: "Minimum variance", note: "minimum volatility within the limits" },
  { value: "maximum-sharpe", label: "Maximum Sharpe ratio", note: "highest excess return per unit of volatility" },
  { value: "target-return", label: "Target return", note: "minimum volatility for this expected return" },
  { value: "maximum-utility", label: "Maximum utility", note: "return − ½ · risk aversion · variance" },
  { value: "maximum-diversification", label: "Maximum diversification", note: "maximum diversification ratio" },
  { value: "minimum-cvar", label: "Minimum CVaR", note: "minimum one-step expected shortfall" },
  { value: "equal-risk", label: "Equal risk contributions", note: "equal risk contribution of every asset" },
  { value: "hierarchical", label: "Hierarchical risk parity", note: "risk split along a correlation tree" },
  { value: "hierarchical-equal-risk", label: "Hierarchical equal risk", note: "HERC: equal risk between clusters of the tree" },
  { value: "inverse-volatility", label: "Inverse volatility", note: "weights ∝ 1 / volatility" },
  { value: "equal-weight", label: "Equal weights", note: "1 / number of assets" },
] as const;
export const COVARIANCES = [
  { value: "constant-correlation", label: "Ledoit–Wolf, constant correlation", note: "shrinkage to the mean correlation" },
  { value: "single-factor", label: "Ledoit–Wolf, single factor", note: "shrinkage to a single-factor model" },
  { value: "constant-variance", label: "Ledoit–Wolf, identity", note: "shrinkage to a multiple of the identity" },
  { value: "oracle-approximating", label: "Oracle approximating", note: "shrinkage to one variance, optimal for normal returns" },
  { value: "exponential", label: "Exponential weights", note: "recent returns weigh more" },
  { value: "sample", label: "Sample", note: "as measured: noisy with many assets" },
] as const;
/** Estimates of expected returns from the returns alone. */
export const ESTIMATED_MEANS = [
  { value: "arithmetic", label: "Arithmetic mean", note: "sample estimate" },
  { value: "exponential", label: "Exponential weights", note: "recent returns weigh more" },
  { value: "james-stein", label: "James–Stein", note: "shrinkage to the grand mean" },
  { value: "bayes-stein", label: "Bayes–Stein", note: "shrinkage to the minimum-variance portfolio" },
] as const;
export const MEANS = [
  ...ESTIMATED_MEANS,
  { value: "views", label: "Views (Black–Litterman)", note: "equilibrium returns of the current weights, blended with your views" },
] as const;
export const LINKAGES = [
  { value: "single", label: "Single" },
  { value: "average", label: "Average" },
  { value: "complete", label: "Complete" },
  { value: "ward", label: "Ward" },
] as const;

/** Of the objectives that have settings. */
export const objectiveEntries = {
  /** Expected return per year; null for none. */
  target: v.optional(v.nullable(target), 0.08),
  aversion: v.optional(numeric({ label: "Risk aversion", above: 0, refusal: refuses("volatility/riskAversion") }), 3),
  /** Of the expected shortfall. */
  confidence: v.optional(
    numeric({ label: "Confidence level", unit: "%", above: 0, below: 1, refusal: refuses("portfolio/confidence") }),
    0.95,
  ),
  /** Number of clusters; null to infer it from the tree. */
  clusters: v.optional(v.nullable(clusters), null),
};
export const objectiveSchema = v.object(objectiveEntries);

export const estimateEntries = {
  /** Span of exponential weights. */
  span: v.optional(numeric({ label: "Span", unit: "steps", above: 1, refusal: refuses("portfolio/span") }), 180),
};
export const estimateSchema = v.object(estimateEntries);

const ofViews = (label: string, limits: { above?: number; unit?: string }) =>
  numeric({ label, ...limits, refusal: refuses("portfolio/views") });

export const viewEntries = {
  expected: ofViews("Return", { unit: "%" }),
  confidence: v.optional(numeric({ label: "Confidence", unit: "%", above: 0, max: 1, refusal: refuses("portfolio/viewConfidence") }), 0.5),
};
export const marketEntries = {
  aversion: v.optional(ofViews("Market's risk aversion", { above: 0 }), 2.5),
  tau: v.optional(ofViews("Uncertainty (tau)", { above: 0 }), 0.05),
};
export const viewsSchema = v.object({ ...marketEntries, views: v.array(v.object(viewEntries)) });

/** Maximum number of portfolios shown along the frontier. */
const MAX_POINTS = 1_000;
export const frontierSchema = v.object({
  points: v.optional(
    numeric({ label: "Portfolios", whole: true, min: 2, max: MAX_POINTS, refusal: refuses("portfolio/points", { most: MAX_POINTS }) }),
    60,
  ),
});

export const FREQUENCIES = [
  { value: "daily", label: "Daily" },
  { value: "weekly", label: "Weekly" },
  { value: "monthly", label: "Monthly" },
  { value: "quarterly", label: "Quarterly" },
] as const;
/** Number of a frequency in the kernels: its place in the list. */
export const frequencyCode = (frequency: (typeof FREQUENCIES)[number]["value"]): number => valuesOf(FREQUENCIES).indexOf(frequency);
/** Triggers of a trade: a new period, a weight beyond the threshold, either, or both at once. */
export const TRIGGERS = [
  { value: "either", label: "Calendar or threshold", note: "a new period, or a weight beyond the threshold" },
  { value: "calendar", label: "Calendar", note: "a new period" },
  { value: "threshold", label: "Threshold", note: "a weight beyond the threshold" },
  { value: "both", label: "Both", note: "a new period with a weight beyond the threshold" },
] as const;

/** The specification's rebalancing. */
export const rebalanceEntries = {
  frequency: v.optional(v.picklist(valuesOf(FREQUENCIES), refuses("portfolio/rebalanceFrequency")), "monthly"),
  /** Distance of any weight from its target that triggers a trade. */
  threshold: v.optional(numeric({ label: "Threshold", unit: "%", min: 0, max: 1, refusal: refuses("portfolio/rebalanceThreshold") }), 0.05),
  /** Maximum one-way turnover of an event, as a fraction of the portfolio. */
  maxTurnover: v.optional(numeric({ label: "Max Turnover", unit: "%", above: 0, refusal: refuses("portfolio/rebalanceTurnover") }), 0.2),
  /** Annual volatility budget; reported against, not enforced. */
  riskBudget: v.optional(numeric({ label: "Risk Budget", above: 0, refusal: refuses("portfolio/rebalanceRiskBudget") }), 0.15),
};
export const triggerSetting = v.optional(v.picklist(valuesOf(TRIGGERS), refuses("portfolio/rebalanceFrequency")), "either");
/** First or last time to use; null for all rows. */
const moment = v.optional(v.nullable(v.number()), null);

const rebalanceObject = v.object({
  config: v.optional(v.object(rebalanceEntries), {}),
  trigger: triggerSetting,
  ...accountEntries,
  startDate: moment,
  endDate: moment,
  ...yearEntries,
});
export const rebalanceSchema = v.pipe(
  rebalanceObject,
  v.check((settings) => affordable(settings), refuses("portfolio/rebalanceCosts")),
);
export type RebalanceAsk = v.InferInput<typeof rebalanceObject>;
export type RebalanceSettings = v.InferOutput<typeof rebalanceObject>;

/** Capital to allocate to whole shares. */
export const sharesSchema = v.object({ capital: numeric({ label: "Capital", above: 0, refusal: refuses("portfolio/capital") }) });
