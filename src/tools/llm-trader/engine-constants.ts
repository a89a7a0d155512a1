import {
  AMPLIFIERS,
  BASE_SIGNAL,
  DAMPENERS,
  MAX_TOPICS,
  MIN_CONFIDENCE,
  MINIMUM_WORDS,
  REFLECTION_DEPTH,
  REGIME_MULTIPLIERS,
  SENTIMENT_WINDOW,
  STRENGTH_WEIGHTS,
  VOLATILITY_THRESHOLD,
} from "../../../workers/news/schema";
import { MAX_DECISIONS } from "../../state/decisions";

type Fact = readonly [name: string, value: string];

const listed = (entries: Iterable<readonly [string, number]>): string =>
  Array.from(entries, ([name, value]) => `${name} ${value}`).join(", ");

/** Weights of words around a sentiment word. */
export const WORD_WEIGHTS: readonly [string, string][] = [
  ["Amplifiers", listed(AMPLIFIERS)],
  ["Dampeners", listed(DAMPENERS)],
];

export const ENGINE_MINIMUM = `${MIN_CONFIDENCE}`;

/** All constants of news analysis. */
export const ENGINE_CONSTANTS: readonly Fact[] = [
  ["Minimum words", `${MINIMUM_WORDS}`],
  ["Minimum confidence", ENGINE_MINIMUM],
  ["Sentiment window", `${SENTIMENT_WINDOW} hours`],
  ["Topics shown", `${MAX_TOPICS} at most`],
  ["Reflection depth", `${REFLECTION_DEPTH} worst misses`],
  ["History", `${MAX_DECISIONS} at most`],
  ["Volatility threshold", `${VOLATILITY_THRESHOLD}`],
  ["LONG above, SHORT below", `${BASE_SIGNAL.long}, ${BASE_SIGNAL.short}`],
  [
    "Strength weights",
    Object.entries(STRENGTH_WEIGHTS)
      .map(([name, weight]) => `${weight} ${name}`)
      .join(", "),
  ],
  ["Bullish multipliers", listed(Object.entries(REGIME_MULTIPLIERS.bullish))],
  ["Bearish multipliers", listed(Object.entries(REGIME_MULTIPLIERS.bearish))],
  ["Volatile multipliers", listed(Object.entries(REGIME_MULTIPLIERS.volatile))],
  ...WORD_WEIGHTS,
];
