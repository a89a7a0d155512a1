import * as v from "valibot";
import { numeric, refuses } from "../runtime/schema";

/** Settings of all annualized figures. */
export const yearEntries = {
  /** Annual return of a riskless asset. */
  riskFree: v.optional(numeric({ label: "Risk-free rate", unit: "%", above: -1, refusal: refuses("performance/riskFree") }), 0.02),
  periodsPerYear: v.optional(numeric({ label: "Steps per year", above: 0, refusal: refuses("numerics/annualization") }), 252),
};

export const { riskFree: RISK_FREE, periodsPerYear: ANNUALIZATION } = v.getDefaults(v.object(yearEntries));

/**
 * Seed of random draws: the same seed gives the same result, to the bit. Whole numbers only, since a stream is selected by the absolute integer
 * part: 1.5 and −1 would repeat 1.
 */
export const seedOf = (label: string) =>
  v.optional(numeric({ label, whole: true, min: 0, max: Number.MAX_SAFE_INTEGER, refusal: refuses("numerics/seed") }), 1);
export const seedSetting = seedOf("Seed");
