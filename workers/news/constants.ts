/** The constants of news analysis that are not shown on a screen; the values are the specification's unless a comment says otherwise. */

/** Characters, about twenty novels: longer texts are not news, and would fill the memory. Not from the specification. */
export const MAX_NEWS_LENGTH = 10_000_000;
export const ANALYSIS_VERSION = "2.0";

/** Words that reverse the next ones if negation is on ("t" ends "isn't"). Not from the specification, so negation is off by default. */
export const NEGATORS: ReadonlySet<string> = new Set(["not", "no", "never", "without", "neither", "nor", "cannot", "hardly", "t"]);
export const NEGATION_WINDOW = 3;

/** Contribution of the context to the strength: a named regime, a context without one, no context. Not from the specification. */
export const CONTEXT_VALUE = { bullish: 1, bearish: 1, volatile: 1, neutral: 0.5, unknown: 0 } as const;

/** Words by which a context names its regime, in the specification's order of regimes; the words are our own. */
export const CONTEXT_WORDS = {
  bullish: ["bullish", "bull", "uptrend", "rally", "rallying", "rising", "upward"],
  bearish: ["bearish", "bear", "downtrend", "selloff", "falling", "downward"],
  volatile: ["volatile", "volatility", "turbulent", "turbulence", "choppy", "uncertain", "uncertainty", "swings"],
  neutral: ["neutral", "sideways", "flat", "calm", "stable", "quiet"],
} as const;

/** Number of sentiment words for full confidence in the news. */
export const NEWS_FULL_CONFIDENCE = 10;

/** Used for news without sentiment words, or that cannot be read. */
export const NO_NEWS = { score: 0.5, confidence: 0 } as const;
