import * as v from "valibot";
import { numeric, refuses } from "../runtime/schema";

export const newsEntries = {
  /** Market context; "" if omitted. */
  context: v.optional(v.string(), ""),
  /** Reverses words after "not", "no"...; off by default, to match the specification's scores. */
  negation: v.optional(v.boolean(), false),
  /** A signal with lower confidence is flagged. */
  confidenceThreshold: v.optional(
    numeric({ label: "Confidence Threshold", unit: "%", min: 0, max: 1, refusal: refuses("news/confidenceThreshold") }),
    0.6,
  ),
};
export const newsSchema = v.object(newsEntries);
export type NewsSettings = v.InferOutput<typeof newsSchema>;
export const DEFAULT_NEWS_SETTINGS: NewsSettings = v.getDefaults(newsSchema);
export type GivenNewsSettings = v.InferInput<typeof newsSchema>;

/** Periods over which a signal is compared with the market. */
export const HORIZONS = ["1D", "1W", "1M", "3M"] as const;
export type Horizon = (typeof HORIZONS)[number];

export const reflectionEntries = {
  /** own: each signal over its own timeframe. */
  horizon: v.optional(v.picklist(["own", ...HORIZONS], refuses("news/reflectionFailed")), "own"),
  /** Number of latest signals to evaluate. */
  depth: v.optional(
    numeric({ label: "Reflection depth", unit: "signals", whole: true, min: 1, refusal: refuses("news/reflectionFailed") }),
    30,
  ),
};
export const reflectionSchema = v.object(reflectionEntries);

/* The constants of news analysis shown on screens; the values are the specification's. */

/** Minimum number of words for an analysis. */
export const MINIMUM_WORDS = 20;
/** Hours of news in the sentiment at a time. */
export const SENTIMENT_WINDOW = 24;
export const MAX_TOPICS = 5;
export const REFLECTION_DEPTH = 3;
export const VOLATILITY_THRESHOLD = 0.15;
/** Of the engine; a screen has its own threshold setting. */
export const MIN_CONFIDENCE = 0.65;
/** Words that weight the word before them: "growth strongly" counts as 1.5 words. */
export const AMPLIFIERS: ReadonlyMap<string, number> = new Map([
  ["strongly", 1.5],
  ["very", 1.3],
  ["extremely", 1.8],
  ["significantly", 1.4],
]);
export const DAMPENERS: ReadonlyMap<string, number> = new Map([
  ["severely", 1.5],
  ["deeply", 1.3],
  ["critically", 1.8],
  ["seriously", 1.4],
]);

/** Length of each timeframe in days. */
export const TIMEFRAME_DAYS = { "1D": 1, "1W": 7, "1M": 30 } as const;

/** A score above `long` is LONG, below `short` SHORT; the confidence rises to 1 over `span`. */
export const BASE_SIGNAL = { long: 0.7, short: 0.3, span: 0.3 } as const;

export const REGIME_MULTIPLIERS = {
  bullish: { LONG: 1.2, SHORT: 0.8, NEUTRAL: 1 },
  bearish: { LONG: 0.8, SHORT: 1.2, NEUTRAL: 1 },
  volatile: { LONG: 0.7, SHORT: 0.7, NEUTRAL: 1.2 },
  neutral: { LONG: 1, SHORT: 1, NEUTRAL: 1 },
  unknown: { LONG: 1, SHORT: 1, NEUTRAL: 1 },
} as const;

export const STRENGTH_WEIGHTS = { sentiment: 0.4, topics: 0.3, context: 0.3 } as const;
