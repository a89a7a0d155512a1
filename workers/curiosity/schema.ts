import * as v from "valibot";
import { seedSetting, yearEntries } from "../performance/schema";
import { numeric, refuses } from "../runtime/schema";

const limit = (label: string, unit: string) => numeric({ label, unit, min: 0, refusal: refuses("curiosity/alertLimits") });
const share = (label: string) => numeric({ label, unit: "%", min: 0, max: 1, refusal: refuses("curiosity/alertLimits") });

/** When an alert is raised. */
export const limitEntries = {
  /** Share of the history of the volatility of 22 steps that is below. */
  volatility: v.optional(share("Volatility above"), 0.95),
  /** Standard errors of the drift of 22 steps. */
  trend: v.optional(limit("Trend beyond ±", "t"), 2),
  /** Share of the shuffles whose entropy is as low. */
  entropy: v.optional(share("Entropy below"), 0.05),
  /** Percentile of the surprise. */
  novelty: v.optional(share("Surprise above"), 0.95),
  /** Probability of a change of regime. */
  switch: v.optional(share("Regime change above"), 0.8),
  /** Steps since the newest discord ended. */
  discord: v.optional(limit("Discord within", "steps"), 22),
  /** Standard deviations of a return of the last 22 steps. */
  jump: v.optional(limit("Return beyond", "σ"), 4),
  /** Share of patterns with equal returns. */
  ties: v.optional(share("Ties above"), 0.05),
};
export const limitsSchema = v.object(limitEntries);
export type AlertLimits = v.InferOutput<typeof limitsSchema>;

export const DEFAULT_LIMITS: AlertLimits = v.getDefaults(limitsSchema);

/** Newest rows whose windows are compared: with each analysis, and at most, in rounds. */
export const REACH = { newest: 20_000, most: 1_048_576 };

export const curiosityEntries = {
  annualization: yearEntries.periodsPerYear,
  /** Of the shuffles the order of the returns is compared with. */
  seed: seedSetting,
  limits: v.optional(limitsSchema, {}),
};
export const curiositySchema = v.object(curiosityEntries);
export type CuriositySettings = v.InferOutput<typeof curiositySchema>;
