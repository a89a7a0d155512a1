import { because, type Cause, fail, failBecause, type Millis, type Outcome, succeed } from "../contract";
import { ANALYSIS_VERSION, MAX_NEWS_LENGTH } from "./constants";
import { markedSentiment, markedTopics } from "./marked";
import { readReply } from "./provider/reply";
import { reasonsFor } from "./reasoning";
import { MINIMUM_WORDS, type NewsSettings } from "./schema";
import { scoreSentiment } from "./sentiment";
import { contextRegime, marketImpact, strengthParts, tradingSignal } from "./signal";
import { findTopics } from "./topics";
import type { NewsAnalysisResult, Sentiment, TopicFound } from "./types";
import { countWords, type Watch } from "./words";

/** Settings, and the time of the analysis. */
type DatedSettings = NewsSettings & { now: Millis };

/** Why a text cannot be analyzed, with the specification's message; null if it can. */
export function validateText(text: unknown): Cause | null {
  if (typeof text !== "string") return because("news/invalid");
  if (text.trim() === "") return because("news/enterNews");
  if (text.length > MAX_NEWS_LENGTH) return because("news/tooLong", { most: MAX_NEWS_LENGTH });
  return countWords(text) < MINIMUM_WORDS ? because("news/tooShort") : null;
}

/** Sentiment, topics, signal, reasons and impact of one text; does not check its length. */
export function analyzeText(text: string, settings: DatedSettings, watch: Watch = () => undefined): NewsAnalysisResult {
  const sentiment = scoreSentiment(text, { weights: true, negation: settings.negation }, (share) => watch(share / 2));
  return resultOf(
    sentiment,
    findTopics(text, (share) => watch(0.5 + share / 2)),
    settings,
  );
}

/** Analyzes a text from the passages a model has marked in it, with the same formulas. An invalid reply is refused. */
function analyzeReply(text: string, reply: string, settings: DatedSettings): Outcome<NewsAnalysisResult> {
  const marked = readReply(reply, text);
  if (!marked.ok) return fail("bad-input", "news/failed", { cause: marked.failure });
  return succeed(resultOf(markedSentiment(text, marked.value), markedTopics(marked.value), settings));
}

function resultOf(
  sentiment: Sentiment,
  topics: TopicFound[],
  { context, confidenceThreshold, now }: Omit<DatedSettings, "negation">,
): NewsAnalysisResult {
  const regime = contextRegime(context);
  const tradingSignals = tradingSignal(sentiment.score, topics, regime);
  const parts = strengthParts(sentiment.score, topics, regime);
  return {
    sentiment: sentiment.score,
    confidence: sentiment.confidence,
    keyTopics: topics.map(({ topic }) => topic),
    tradingSignals,
    reasoning: reasonsFor(sentiment, topics, tradingSignals, parts),
    marketImpact: marketImpact(sentiment.score, topics, tradingSignals),
    metadata: {
      timestamp: new Date(now).toISOString(),
      analysisVersion: ANALYSIS_VERSION,
      dataPoints: { sentiment: sentiment.wordCount, topics: topics.length, context: countWords(context) },
    },
    sentimentWords: sentiment.hits,
    topics,
    parts,
    belowThreshold: tradingSignals.confidence < confidenceThreshold,
  };
}

/** Analyzes one text for the screen: empty and unsuitable texts get the specification's messages. */
export function analyzeNewsContent(text: unknown, settings: DatedSettings, reply?: string, watch?: Watch): Outcome<NewsAnalysisResult> {
  const trouble = validateText(text);
  if (trouble?.reason === "news/enterNews") return failBecause("bad-input", trouble);
  if (trouble !== null) return fail("bad-input", "news/failed", { cause: trouble });
  return reply === undefined ? succeed(analyzeText(text as string, settings, watch)) : analyzeReply(text as string, reply, settings);
}
