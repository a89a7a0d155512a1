import type { Outcome } from "../../contract";
import { type ScriptInput, type ScriptSetting, type WrittenScript, writeScript } from "../../report";
import type { JobContext } from "../../runtime/job";
import { CONTEXT_VALUE, CONTEXT_WORDS, NEGATION_WINDOW, NEGATORS, NEWS_FULL_CONFIDENCE } from "../constants";
import {
  AMPLIFIERS,
  BASE_SIGNAL,
  DAMPENERS,
  MAX_TOPICS,
  REGIME_MULTIPLIERS,
  STRENGTH_WEIGHTS,
  TIMEFRAME_DAYS,
  VOLATILITY_THRESHOLD,
} from "../schema";
import { SLOW_SHARE, TOPICS } from "../topics";
import { NEGATIVE_WORDS, POSITIVE_WORDS } from "../word-lists";

const weighting = [...AMPLIFIERS, ...DAMPENERS];
const worded = Object.entries(CONTEXT_WORDS);
const regimes = Object.keys(CONTEXT_VALUE) as (keyof typeof CONTEXT_VALUE)[];
const multipliers = (direction: "LONG" | "SHORT" | "NEUTRAL") => regimes.map((regime) => REGIME_MULTIPLIERS[regime][direction]);

/** The engine's word lists and weights, as settings of a script. */
const RULES: Record<string, ScriptSetting> = {
  positive: [...POSITIVE_WORDS],
  negative: [...NEGATIVE_WORDS],
  weighting: weighting.map(([word]) => word),
  weights: weighting.map(([, weight]) => weight),
  negators: [...NEGATORS],
  negationWindow: NEGATION_WINDOW,
  fullConfidence: NEWS_FULL_CONFIDENCE,
  topicWeight: TOPICS.map(({ weight }) => weight),
  topicDays: TOPICS.map(({ timeframe }) => TIMEFRAME_DAYS[timeframe]),
  topicShare: TOPICS.map(({ slow }) => (slow ? SLOW_SHARE : 1)),
  maxTopics: MAX_TOPICS,
  keyword: TOPICS.flatMap(({ keywords }) => keywords),
  keywordTopic: TOPICS.flatMap(({ keywords }, topic) => keywords.map(() => topic)),
  contextWord: worded.flatMap(([, words]) => words),
  contextRegime: worded.flatMap(([regime, words]) => words.map(() => regime)),
  regime: regimes,
  contextValue: Object.values(CONTEXT_VALUE),
  long: multipliers("LONG"),
  short: multipliers("SHORT"),
  neutral: multipliers("NEUTRAL"),
  base: [BASE_SIGNAL.long, BASE_SIGNAL.short, BASE_SIGNAL.span],
  strength: [STRENGTH_WEIGHTS.sentiment, STRENGTH_WEIGHTS.topics, STRENGTH_WEIGHTS.context],
  volatilityThreshold: VOLATILITY_THRESHOLD,
};

/** Signals of the built-in engine as a script in another language, with the word lists it uses. */
export const writeNewsScript = (input: ScriptInput, context: JobContext): Promise<Outcome<WrittenScript>> =>
  writeScript({ ...input, settings: { ...RULES, ...input.settings } }, context);
