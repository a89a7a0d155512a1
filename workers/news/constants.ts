/** The constants of news analysis, in one place; the values are the specification's unless a comment says otherwise. */

/** Words a text must have to be analyzed. */
export const MINIMUM_WORDS = 20;
/** Characters; some twenty novels. What is longer is no news, and its words would fill the memory. Our own. */
export const MAX_NEWS_LENGTH = 10_000_000;
/** Hours of news that make up the sentiment of a moment. */
export const SENTIMENT_WINDOW = 24;
export const MAX_TOPICS = 5;
export const REFLECTION_DEPTH = 3;
export const VOLATILITY_THRESHOLD = 0.15;
export const ANALYSIS_VERSION = "2.0";

/** Words that weight the word before them: "growth strongly" counts 1.5 words of growth. */
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

/** Words that turn the next ones round, where negation is on ("t" ends "isn't"). Our own: the specification has none, so it is off unless asked for. */
export const NEGATORS: ReadonlySet<string> = new Set(["not", "no", "never", "without", "neither", "nor", "cannot", "hardly", "t"]);
export const NEGATION_WINDOW = 3;

/** A score above `long` is LONG, below `short` SHORT; the confidence grows to 1 over `span`. */
export const BASE_SIGNAL = { long: 0.7, short: 0.3, span: 0.3 } as const;

export const REGIME_MULTIPLIERS = {
  bullish: { LONG: 1.2, SHORT: 0.8, NEUTRAL: 1 },
  bearish: { LONG: 0.8, SHORT: 1.2, NEUTRAL: 1 },
  volatile: { LONG: 0.7, SHORT: 0.7, NEUTRAL: 1.2 },
  neutral: { LONG: 1, SHORT: 1, NEUTRAL: 1 },
  unknown: { LONG: 1, SHORT: 1, NEUTRAL: 1 },
} as const;

export const STRENGTH_WEIGHTS = { sentiment: 0.4, topics: 0.3, context: 0.3 } as const;

/** What the context adds to the strength. Ours: a regime named outright, a context that names none, no context. */
export const CONTEXT_VALUE = { bullish: 1, bearish: 1, volatile: 1, neutral: 0.5, unknown: 0 } as const;

/** Words by which a context names its regime: our own, in the specification's order of regimes. */
export const CONTEXT_WORDS = {
  bullish: ["bullish", "bull", "uptrend", "rally", "rallying", "rising", "upward"],
  bearish: ["bearish", "bear", "downtrend", "selloff", "falling", "downward"],
  volatile: ["volatile", "volatility", "turbulent", "turbulence", "choppy", "uncertain", "uncertainty", "swings"],
  neutral: ["neutral", "sideways", "flat", "calm", "stable", "quiet"],
} as const;

/** Sentiment words at which the news are fully trusted. */
export const NEWS_FULL_CONFIDENCE = 10;

/** What stands in for news that say nothing or cannot be read. */
export const NO_NEWS = { score: 0.5, confidence: 0 } as const;
