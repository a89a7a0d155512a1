import * as v from "valibot";
import { editedLimitsSchema, REGIME_THRESHOLDS, type RegimeLimits } from "../../../workers/engine/schema";
import type { Regime } from "../../../workers/engine/types";
import { MARKET_DEFAULTS, marketInputs } from "../../analysis/decision/market-inputs.ts";

/** Regimes whose limits can be changed; an unknown regime uses those of the rules. */
export const LIMITED = [
  "trending_bullish",
  "trending_bearish",
  "volatile_uncertain",
  "ranging_consolidation",
  "normal",
] as const satisfies readonly Regime[];

const profileSchema = v.object({ name: v.pipe(v.string(), v.nonEmpty(), v.maxLength(60)), limits: editedLimitsSchema });

export type Profile = v.InferOutput<typeof profileSchema>;

export const engineInputs = v.object({
  ...marketInputs.entries,
  /** rules: 0.55 and 0.45 everywhere, as specified. regime: `limits`. */
  limitMode: v.picklist(["rules", "regime"]),
  limits: editedLimitsSchema,
  profiles: v.array(profileSchema),
});
export type EngineInputs = v.InferOutput<typeof engineInputs>;

export const ENGINE_DEFAULTS: EngineInputs = { ...MARKET_DEFAULTS, limitMode: "rules", limits: REGIME_THRESHOLDS, profiles: [] };

/** Limits of a run; null: those of the rules. */
export const limitsOf = ({ limitMode, limits }: EngineInputs): RegimeLimits | null => (limitMode === "rules" ? null : limits);

/** The same as inputs of the screen, for the list of runs and for links. */
export const limitInputs = (limits: RegimeLimits | null): object =>
  limits === null ? { limitMode: "rules" } : { limitMode: "regime", limits };

export const sameLimits = (one: RegimeLimits, other: RegimeLimits): boolean =>
  LIMITED.every((regime) => one[regime].buy === other[regime].buy && one[regime].sell === other[regime].sell);
