import * as v from "valibot";
import { BUDGET_OBJECTIVES, budgetEntries, largestWeightSetting } from "../../../workers/portfolio/budget-schema";
import { METHODS, riskEntries, SIMPLE_KINDS } from "../../../workers/risk/schema";
import { choiceLabel, emptied, inPercent, valuesOf } from "../../../workers/runtime/schema";
import { UNITS } from "../../../workers/series/schema";
import { handedModelSchema } from "../../../workers/volatility/handed-schema";

export type Method = (typeof METHODS)[number]["value"];
export const methodLabel = (method: Method): string => choiceLabel(METHODS, method);

export type ObjectiveName = (typeof BUDGET_OBJECTIVES)[number]["value"];
export const objectiveLabel = (objective: ObjectiveName): string => choiceLabel(BUDGET_OBJECTIVES, objective);

export const CONFIDENCE_LEVELS = [
  { value: "0.9", label: "90%" },
  { value: "0.95", label: "95%" },
  { value: "0.99", label: "99%" },
] as const;
type Confidence = (typeof CONFIDENCE_LEVELS)[number]["value"];

const TIMEFRAMES = ["1M", "3M", "6M", "1Y", "3Y"] as const;
export const TIMEFRAME_OPTIONS = TIMEFRAMES.map((value) => ({ value, label: value }));
export type Timeframe = (typeof TIMEFRAMES)[number];

const { maxDrawdown, varThreshold, lookbackPeriod, draws, iterations, seed, method, scheme } = riskEntries;
/** Settings whose boxes may be empty. */
const amounts = { maxDrawdown, varThreshold, lookbackPeriod, draws, iterations, seed };
const choices = { method, scheme };

/**
 * All inputs of the screen except the data; stored across a reload. Fractions are fractions, except the drawdown limit, which the
 * specification has in percent.
 */
export const riskSettingsSchema = v.object({
  ...emptied(amounts),
  ...choices,
  confidenceLevel: v.picklist(["0.9", "0.95", "0.99"]),
  /** A volatility model whose forecast is used for additional one-step losses; null for none. */
  volatilityModel: v.nullable(handedModelSchema),
  /** Period for drawdowns and performance: all rows until a timeframe is chosen. */
  timeframe: v.picklist([...TIMEFRAMES, "all"]),
  /** The timeframe offered while all data are used. */
  defaultTimeframe: v.picklist(TIMEFRAMES),
  dailyReport: v.boolean(),
  thresholdAlerts: v.boolean(),
  rebalancingAlerts: v.boolean(),
  kind: v.picklist(valuesOf(SIMPLE_KINDS)),
  returnUnit: v.picklist(valuesOf(UNITS)),
  /** Name of the column to analyze; null for the one detected by the reader. */
  column: v.nullable(v.string()),
  /** Per year, in percent; null: the user's setting. */
  riskFree: inPercent(riskEntries.riskFree),
  /** Null: the user's annualization setting. */
  ...emptied({ perYear: riskEntries.perYear }),
  /** Source of the assets for Risk Metrics and Optimization. */
  assetsFrom: v.picklist(["dataset", "portfolio"]),
  /** "client id/portfolio id" */
  portfolio: v.nullable(v.string()),
  /** Weights in percent by asset; assets not listed share the remainder equally. */
  weights: v.record(v.string(), v.number()),
  objective: v.picklist(valuesOf(BUDGET_OBJECTIVES)),
  /** Risk budgets by asset, with any sum; equal if omitted. */
  budgets: v.record(v.string(), v.number()),
  /** Percent; null for none. */
  drawdownCap: inPercent(budgetEntries.drawdownCap),
  /** Maximum weight of a single asset, in percent. */
  largestWeight: inPercent(largestWeightSetting),
});

export type RiskSettings = v.InferOutput<typeof riskSettingsSchema>;

export const RISK_DEFAULTS: RiskSettings = {
  ...v.getDefaults(v.object({ ...amounts, ...choices })),
  confidenceLevel: `${v.getDefault(riskEntries.confidenceLevel)}` as Confidence,
  volatilityModel: null,
  timeframe: "all",
  defaultTimeframe: "1Y",
  dailyReport: false,
  thresholdAlerts: true,
  rebalancingAlerts: false,
  kind: "auto",
  returnUnit: "auto",
  column: null,
  riskFree: null,
  perYear: null,
  assetsFrom: "dataset",
  portfolio: null,
  weights: {},
  objective: "equal-risk",
  budgets: {},
  drawdownCap: 20,
  largestWeight: 100 * v.getDefault(largestWeightSetting),
};

/** Settings that do not affect the portfolio's analysis: those of its assets, and of reporting. */
export const NOT_OF_ANALYSIS = [
  "defaultTimeframe",
  "assetsFrom",
  "portfolio",
  "weights",
  "objective",
  "budgets",
  "drawdownCap",
  "largestWeight",
  "dailyReport",
  "thresholdAlerts",
  "rebalancingAlerts",
] as const satisfies readonly (keyof RiskSettings)[];

/** The Default Timeframe as shown in the form, and the effect of choosing another or all data. */
export function timeframeField({ timeframe, defaultTimeframe }: Pick<RiskSettings, "timeframe" | "defaultTimeframe">) {
  const allData = timeframe === "all";
  const shown = allData ? defaultTimeframe : timeframe;
  return {
    allData,
    shown,
    choose: (chosen: Timeframe): Partial<RiskSettings> => ({ timeframe: chosen, defaultTimeframe: chosen }),
    setAllData: (all: boolean): Partial<RiskSettings> => ({ timeframe: all ? "all" : shown, defaultTimeframe: shown }),
  };
}

export type ChangeSettings = (changes: Partial<RiskSettings>) => void;
