import * as v from "valibot";
import { numeric, refuses } from "../runtime/schema";

/** Settings of all annualized figures. */
export const yearEntries = {
  /** Yearly return of what bears no risk. */
  riskFree: v.optional(numeric({ label: "Risk-free rate", unit: "%", above: -1, refusal: refuses("performance/riskFree") }), 0.02),
  periodsPerYear: v.optional(numeric({ label: "Steps per year", above: 0, refusal: refuses("numerics/annualization") }), 252),
};

export const { riskFree: RISK_FREE, periodsPerYear: ANNUALIZATION } = v.getDefaults(v.object(yearEntries));

/**
 * Of random draws: the same seed gives the same result, to the bit, and another seed others. A stream is chosen by the whole part of a number
 * without its sign: 1.5 and −1 would be 1 again.
 */
export const seedOf = (label: string) =>
  v.optional(numeric({ label, whole: true, min: 0, max: Number.MAX_SAFE_INTEGER, refusal: refuses("numerics/seed") }), 1);
export const seedSetting = seedOf("Seed");
