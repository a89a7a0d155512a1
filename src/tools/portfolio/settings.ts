import * as v from "valibot";
import { accountEntries } from "../../../workers/backtest/account-schema";
import { yearEntries } from "../../../workers/performance/schema";
import { boundEntries } from "../../../workers/portfolio/budget-schema";
import {
  estimateEntries,
  marketEntries,
  objectiveEntries,
  rebalanceEntries,
  triggerSetting,
  viewEntries,
} from "../../../workers/portfolio/schema";
import { intervalEntries } from "../../../workers/risk/schema";
import { asPercent, emptied, inPercent } from "../../../workers/runtime/schema";
import { dateEntries } from "../../strategies/backtest-settings";

const percentages = v.record(v.string(), v.number());

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
export type ObjectiveName = (typeof OBJECTIVES)[number]["value"];
export const objectiveLabel = (name: ObjectiveName): string => OBJECTIVES.find(({ value }) => value === name)?.label ?? name;

export const COVARIANCES = [
  { value: "constant-correlation", label: "Ledoit–Wolf, constant correlation", note: "shrinkage to the mean correlation" },
  { value: "single-factor", label: "Ledoit–Wolf, single factor", note: "shrinkage to a single-factor model" },
  { value: "constant-variance", label: "Ledoit–Wolf, identity", note: "shrinkage to a multiple of the identity" },
  { value: "oracle-approximating", label: "Oracle approximating", note: "shrinkage to one variance, optimal for normal returns" },
  { value: "exponential", label: "Exponential weights", note: "recent returns weigh more" },
  { value: "sample", label: "Sample", note: "as measured: noisy with many assets" },
] as const;
export const covarianceLabel = (name: PortfolioSettings["covariance"]): string =>
  COVARIANCES.find(({ value }) => value === name)?.label ?? name;

export const MEANS = [
  { value: "arithmetic", label: "Arithmetic mean", note: "sample estimate" },
  { value: "exponential", label: "Exponential weights", note: "recent returns weigh more" },
  { value: "james-stein", label: "James–Stein", note: "shrinkage to the grand mean" },
  { value: "bayes-stein", label: "Bayes–Stein", note: "shrinkage to the minimum-variance portfolio" },
  { value: "views", label: "Views (Black–Litterman)", note: "equilibrium returns of the current weights, blended with your views" },
] as const;
export const meanLabel = (name: PortfolioSettings["mean"]): string => MEANS.find(({ value }) => value === name)?.label ?? name;

export const LINKAGES = [
  { value: "single", label: "Single" },
  { value: "average", label: "Average" },
  { value: "complete", label: "Complete" },
  { value: "ward", label: "Ward" },
] as const;

const names = <Name extends string>(options: readonly { value: Name }[]) => options.map(({ value }) => value);

const groupLimit = v.object({
  name: v.pipe(v.string(), v.maxLength(60)),
  assets: v.array(v.string()),
  /** In percent; null for no limit. */
  least: v.nullable(v.number()),
  most: v.nullable(v.number()),
});
const view = v.object({
  asset: v.string(),
  /** The asset it is compared with; null for an absolute view. */
  over: v.nullable(v.string()),
  /** Per year, in percent. */
  expected: inPercent(viewEntries.expected),
  /** In percent. */
  confidence: inPercent(viewEntries.confidence),
});
export type AssetView = v.InferOutput<typeof view>;

export type GroupLimit = v.InferOutput<typeof groupLimit>;

const { target, aversion, confidence, clusters } = objectiveEntries;
const { frequency, threshold, maxTurnover, riskBudget } = rebalanceEntries;
/** Settings whose boxes may be empty; costs are fractions of the traded value. */
const amounts = {
  aversion,
  clusters,
  marketAversion: marketEntries.aversion,
  tau: marketEntries.tau,
  ...estimateEntries,
  riskBudget,
  ...accountEntries,
  resamples: intervalEntries.iterations,
};
const choices = { frequency, trigger: triggerSetting };

/** All inputs of the screen except the data; in percent, as typed. */
export const portfolioSettingsSchema = v.object({
  assetsFrom: v.picklist(["dataset", "portfolio"]),
  /** "client id/portfolio id" */
  portfolio: v.nullable(v.string()),
  /** Current weights in percent by asset; others share the remainder equally. */
  weights: percentages,
  objective: v.picklist(names(OBJECTIVES)),
  /** Per year, in percent. */
  target: inPercent(target),
  /** Confidence level of the expected shortfall, in percent. */
  confidence: inPercent(confidence),
  linkage: v.picklist(names(LINKAGES)),
  ...emptied(amounts),
  ...choices,
  covariance: v.picklist(names(COVARIANCES)),
  mean: v.picklist(names(MEANS)),
  views: v.array(view),
  /** Per year, in percent; null: the user's setting. */
  riskFree: inPercent(yearEntries.riskFree),
  /** Null: the user's annualization setting. */
  ...emptied({ perYear: yearEntries.periodsPerYear }),
  /** For every asset without bounds of its own, in percent. */
  least: inPercent(boundEntries.lower),
  most: inPercent(boundEntries.upper),
  /** By asset, in percent. */
  lower: percentages,
  upper: percentages,
  /** Assets with a common limit. */
  groups: v.array(groupLimit),
  /** In percent. */
  threshold: asPercent(threshold),
  maxTurnover: asPercent(maxTurnover),
  ...dateEntries,
  /** Hash of the benchmark series of a backtest. */
  benchmark: v.nullable(v.string()),
});

export type PortfolioSettings = v.InferOutput<typeof portfolioSettingsSchema>;

export const PORTFOLIO_DEFAULTS: PortfolioSettings = {
  assetsFrom: "dataset",
  portfolio: null,
  weights: {},
  objective: "maximum-sharpe",
  target: 100 * v.getDefault(target),
  confidence: 100 * v.getDefault(confidence),
  ...v.getDefaults(v.object({ ...amounts, ...choices })),
  linkage: "single",
  covariance: "constant-correlation",
  mean: "arithmetic",
  views: [],
  riskFree: null,
  perYear: null,
  least: 100 * v.getDefault(boundEntries.lower),
  most: 100 * v.getDefault(boundEntries.upper),
  lower: {},
  upper: {},
  groups: [],
  threshold: 100 * v.getDefault(threshold),
  maxTurnover: 100 * v.getDefault(maxTurnover),
  startDate: "2023-01-01",
  endDate: "2024-01-01",
  benchmark: null,
};

export type ChangeSettings = (changes: Partial<PortfolioSettings>) => void;

/** Settings that affect a proposal; the others belong to other tabs. */
const OF_PROPOSAL = [
  "objective",
  "target",
  "aversion",
  "confidence",
  "linkage",
  "clusters",
  "covariance",
  "mean",
  "views",
  "marketAversion",
  "tau",
  "span",
  "riskFree",
  "perYear",
  "least",
  "most",
  "lower",
  "upper",
  "groups",
] as const satisfies readonly (keyof PortfolioSettings)[];

export const proposalChanged = (then: PortfolioSettings, now: PortfolioSettings): boolean =>
  OF_PROPOSAL.some((key) => JSON.stringify(then[key]) !== JSON.stringify(now[key]));
