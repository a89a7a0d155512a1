import * as v from "valibot";
import type { Regime, RegimeLimits } from "../../../workers/engine/types";
import { MARKET_DEFAULTS, marketInputs } from "../../analysis/decision/market-inputs.ts";

/** Regimes whose limits can be changed; an unknown one keeps those of the rules. */
export const LIMITED = [
  "trending_bullish",
  "trending_bearish",
  "volatile_uncertain",
  "ranging_consolidation",
  "normal",
] as const satisfies readonly Regime[];

/** The specification's limits, buy above and sell below. */
export const SPECIFIED = {
  unknown: { buy: 0.55, sell: 0.45 },
  trending_bullish: { buy: 0.55, sell: 0.42 },
  trending_bearish: { buy: 0.58, sell: 0.45 },
  volatile_uncertain: { buy: 0.6, sell: 0.4 },
  ranging_consolidation: { buy: 0.57, sell: 0.43 },
  normal: { buy: 0.56, sell: 0.44 },
} as const satisfies RegimeLimits;

const pair = v.object({ buy: v.pipe(v.number(), v.finite()), sell: v.pipe(v.number(), v.finite()) });
const limitsSchema = v.object({
  unknown: pair,
  trending_bullish: pair,
  trending_bearish: pair,
  volatile_uncertain: pair,
  ranging_consolidation: pair,
  normal: pair,
});
const profileSchema = v.object({ name: v.pipe(v.string(), v.nonEmpty(), v.maxLength(60)), limits: limitsSchema });

export type Profile = v.InferOutput<typeof profileSchema>;

export const engineInputs = v.object({
  ...marketInputs.entries,
  /** rules: 0.55 and 0.45 everywhere, as the rules are specified. regime: `limits`. */
  limitMode: v.picklist(["rules", "regime"]),
  limits: limitsSchema,
  profiles: v.array(profileSchema),
});
export type EngineInputs = v.InferOutput<typeof engineInputs>;

export const ENGINE_DEFAULTS: EngineInputs = { ...MARKET_DEFAULTS, limitMode: "rules", limits: SPECIFIED, profiles: [] };

/** What a run is asked with: null = the limits of the rules. */
export const limitsOf = ({ limitMode, limits }: EngineInputs): RegimeLimits | null => (limitMode === "rules" ? null : limits);

/** The same as inputs of the screen, for the list of runs and for links. */
export const limitInputs = (limits: RegimeLimits | null): object =>
  limits === null ? { limitMode: "rules" } : { limitMode: "regime", limits };

export const sameLimits = (one: RegimeLimits, other: RegimeLimits): boolean =>
  LIMITED.every((regime) => one[regime].buy === other[regime].buy && one[regime].sell === other[regime].sell);

/** Whether the engine will take them: both between 0 and 1, Sell below Buy. */
export const isValidPair = ({ buy, sell }: { buy: number; sell: number }): boolean => sell >= 0 && sell < buy && buy <= 1;
