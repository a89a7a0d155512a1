import * as v from "valibot";
import { accountEntries } from "../../../workers/backtest/account-schema";
import { yearEntries } from "../../../workers/performance/schema";
import { boundEntries } from "../../../workers/portfolio/budget-schema";
import {
  COVARIANCES,
  estimateEntries,
  LINKAGES,
  MEANS,
  marketEntries,
  OBJECTIVES,
  objectiveEntries,
  rebalanceEntries,
  triggerSetting,
  viewEntries,
} from "../../../workers/portfolio/schema";
import { intervalEntries } from "../../../workers/risk/schema";
import { asPercent, choiceLabel, emptied, inPercent, valuesOf } from "../../../workers/runtime/schema";
import { dateEntries } from "../../strategies/backtest-settings";

export type ObjectiveName = (typeof OBJECTIVES)[number]["value"];
export const objectiveLabel = (name: ObjectiveName): string => choiceLabel(OBJECTIVES, name);

const percentages = v.record(v.string(), v.number());

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
  objective: v.picklist(valuesOf(OBJECTIVES)),
  /** Per year, in percent. */
  target: inPercent(target),
  /** Confidence level of the expected shortfall, in percent. */
  confidence: inPercent(confidence),
  linkage: v.picklist(valuesOf(LINKAGES)),
  ...emptied(amounts),
  ...choices,
  covariance: v.picklist(valuesOf(COVARIANCES)),
  mean: v.picklist(valuesOf(MEANS)),
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
