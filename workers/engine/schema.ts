import * as v from "valibot";
import type { Count } from "../contract";
import { yearEntries } from "../performance/schema";
import { numeric, refuses } from "../runtime/schema";

/** Default limits of the combined score, in every regime. */
export const RULE_THRESHOLDS = { buy: 0.55, sell: 0.45 } as const;

const threshold = (label: string) => numeric({ label, min: 0, max: 1, refusal: refuses("engine/limits") });
const scoreLimits = (buy: number, sell: number) =>
  v.object({ buy: v.optional(threshold("Buy above"), buy), sell: v.optional(threshold("Sell below"), sell) });

/** Limits of the combined score per regime: Buy above, Sell below; an unknown regime has the default ones. */
export const limitEntries = {
  unknown: scoreLimits(RULE_THRESHOLDS.buy, RULE_THRESHOLDS.sell),
  trending_bullish: scoreLimits(0.55, 0.42),
  trending_bearish: scoreLimits(0.58, 0.45),
  volatile_uncertain: scoreLimits(0.6, 0.4),
  ranging_consolidation: scoreLimits(0.57, 0.43),
  normal: scoreLimits(0.56, 0.44),
};
/** The limits as edited in a form, where Sell may not yet be below Buy. */
export const editedLimitsSchema = v.object(limitEntries);
export const limitsSchema = v.pipe(
  editedLimitsSchema,
  v.check((limits) => Object.values(limits).every(({ buy, sell }) => sell < buy), refuses("engine/limits")),
);
/** The limits of each regime. */
export type RegimeLimits = Readonly<v.InferOutput<typeof limitsSchema>>;

/** The specification's limits for each regime. */
export const REGIME_THRESHOLDS: RegimeLimits = v.getDefaults(editedLimitsSchema);

const period = (label: string) =>
  numeric({ label, unit: "steps", whole: true, min: 1, max: 10_000, refusal: refuses("engine/indicatorPeriod") });

/** Settings of the engine itself; the moving averages are only displayed. */
export const engineEntries = {
  rsiPeriod: v.optional(period("RSI period"), 14),
  annualization: yearEntries.periodsPerYear,
  /** Null for the rules' own limits in every regime. */
  limits: v.optional(v.nullable(limitsSchema), null),
};
export const engineSchema = v.object(engineEntries);
export type EngineSettings = v.InferOutput<typeof engineSchema>;
export type GivenEngineSettings = v.InferInput<typeof engineSchema>;

/** Periods of the moving averages; null for `averagePeriod`. */
export const averageEntries = {
  smaPeriod: v.optional(v.nullable(period("SMA period")), null),
  emaPeriod: v.optional(v.nullable(period("EMA period")), null),
};
export const marketSchema = v.object({ ...averageEntries, ...engineEntries });

/** Below this many prices a series is short. */
const SHORT_SERIES = 60;

/** Default period of a moving average. */
export const averagePeriod = (prices: Count): Count => (prices < SHORT_SERIES ? 5 : 20);
