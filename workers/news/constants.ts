/** The constants of news analysis that no screen shows; the values are the specification's unless a comment says otherwise. */

/** Characters; some twenty novels. What is longer is no news, and its words would fill the memory. Our own. */
export const MAX_NEWS_LENGTH = 10_000_000;
export const ANALYSIS_VERSION = "2.0";

/** Words that turn the next ones round, where negation is on ("t" ends "isn't"). Our own: the specification has none, so it is off unless asked for. */
export const NEGATORS: ReadonlySet<string> = new Set(["not", "no", "never", "without", "neither", "nor", "cannot", "hardly", "t"]);
export const NEGATION_WINDOW = 3;

/** What the context adds to the strength. Ours: a regime named outright, a context that names none, no context. */
export const CONTEXT_VALUE = { bullish: 1, bearish: 1, volatile: 1, neutral: 0.5, unknown: 0 } as const;

/** Words by which a context names its regime: our own, in the specification's order of regimes. */
export const CONTEXT_WORDS = {
  bullish: ["bullish", "bull", "uptrend", "rally", "rallying", "rising", "upward"],
  bearish: ["bearish", "bear", "downtrend", "selloff", "falling", "downward"],
  volatile: ["volatile", "volatility", "turbulent", "turbulence", "choppy", "uncertain", "uncertainty", "swings"],
  neutral: ["neutral", "sideways", "flat", "calm", "stable", "quiet"],
} as const;

/** Sentiment words at which the news is fully trusted. */
export const NEWS_FULL_CONFIDENCE = 10;

/** What stands in for news that say nothing or cannot be read. */
export const NO_NEWS = { score: 0.5, confidence: 0 } as const;
