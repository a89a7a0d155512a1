import * as v from "valibot";
import { numeric, refuses } from "../runtime/schema";

export const newsEntries = {
  /** What is known about the market; "" where it is left out. */
  context: v.optional(v.string(), ""),
  /** Turns words round after "not", "no"...; off unless asked for, so that the specification's scores come out. */
  negation: v.optional(v.boolean(), false),
  /** Confidence below which a signal is marked. */
  confidenceThreshold: v.optional(
    numeric({ label: "Confidence Threshold", unit: "%", min: 0, max: 1, refusal: refuses("news/confidenceThreshold") }),
    0.6,
  ),
};
export const newsSchema = v.object(newsEntries);
export type NewsSettings = v.InferOutput<typeof newsSchema>;
export const DEFAULT_NEWS_SETTINGS: NewsSettings = v.getDefaults(newsSchema);
export type GivenNewsSettings = v.InferInput<typeof newsSchema>;

/** Over what time a signal is held against the market. */
export const HORIZONS = ["1D", "1W", "1M", "3M"] as const;
export type Horizon = (typeof HORIZONS)[number];

export const reflectionEntries = {
  /** own: each signal over its own timeframe. */
  horizon: v.optional(v.picklist(["own", ...HORIZONS], refuses("news/reflectionFailed")), "own"),
  /** How many of the newest signals are looked at. */
  depth: v.optional(
    numeric({ label: "Reflection depth", unit: "signals", whole: true, min: 1, refusal: refuses("news/reflectionFailed") }),
    30,
  ),
};
export const reflectionSchema = v.object(reflectionEntries);
