import * as v from "valibot";
import { yearEntries } from "../performance/schema";
import { confidenceSetting } from "../risk/schema";
import { numeric, refuses } from "../runtime/schema";

const weight = (label: string, min = -10, max = 10) => numeric({ label, unit: "%", min, max, refusal: refuses("portfolio/weight") });

/** Weight of one asset; beyond ten times the capital it is a mistake in units. */
export const weightSetting = weight("Weight");

/** Default bounds of every asset: no short positions, no leverage. */
export const boundEntries = { lower: v.optional(weight("Minimum weight"), 0), upper: v.optional(weight("Maximum weight"), 1) };

/** Upper bound of every asset without short positions or leverage. */
export const largestWeightSetting = v.optional(weight("Maximum weight", 0, 1), boundEntries.upper.default);

export const BUDGET_OBJECTIVES = [
  { value: "minimum-variance", label: "Minimum volatility", note: "minimum variance within the bounds" },
  { value: "minimum-cvar", label: "Minimum CVaR", note: "minimum expected shortfall at the confidence level" },
  { value: "equal-risk", label: "Risk budget", note: "target risk shares, equal by default" },
  { value: "hierarchical", label: "Hierarchical risk parity", note: "risk split along a correlation tree" },
] as const;

export const budgetEntries = {
  /** Maximum drawdown over the sample; the part of the capital that must not be invested for it is cash. Null for none. */
  drawdownCap: v.optional(
    v.nullable(numeric({ label: "Drawdown cap", unit: "%", above: 0, max: 1, refusal: refuses("portfolio/drawdownCap") })),
    null,
  ),
  confidence: confidenceSetting,
  perYear: yearEntries.periodsPerYear,
  riskFree: yearEntries.riskFree,
};
export const budgetSchema = v.object(budgetEntries);
