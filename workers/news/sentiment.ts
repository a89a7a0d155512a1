import { NEGATION_WINDOW, NEGATORS, NEWS_FULL_CONFIDENCE, NO_NEWS } from "./constants";
import { AMPLIFIERS, DAMPENERS } from "./schema";
import type { Sentiment, SentimentHit } from "./types";
import { NEGATIVE_WORDS, POSITIVE_WORDS } from "./word-lists";
import { type Watch, wordsOf } from "./words";

interface SentimentRules {
  /** Whether amplifiers and dampeners weight the word before them. */
  weights: boolean;
  /** Whether a negator reverses the sentiment of the next three words. */
  negation: boolean;
}

const MAX_HITS = 1000;

/**
 * Counts the sentiment words of a text, whole words in any case.
 * @term Sentiment score
 * @formula score = positive / (positive + negative), each word with weight 1, or that of an amplifier or dampener directly after it; 0.5
 * without sentiment words. confidence = min(1, sentiment words / 10)
 * @source product specification, news analysis
 * @tolerance exact
 */
export function scoreSentiment(text: string, { weights, negation }: SentimentRules, watch?: Watch): Sentiment {
  const hits: SentimentHit[] = [];
  const totals = { positive: 0, negative: 0 };
  const counts = { positive: 0, negative: 0 };
  let wordCount = 0;
  let before: SentimentHit | null = null;
  let sinceNegator = Number.POSITIVE_INFINITY;
  for (const { text: word, start, end } of wordsOf(text, watch)) {
    const factor = weights ? (AMPLIFIERS.get(word) ?? DAMPENERS.get(word)) : undefined;
    if (before && factor !== undefined) {
      totals[before.polarity] += factor - 1;
      before.weight = factor;
      before.weightedBy = word;
    }
    before = null;
    sinceNegator = NEGATORS.has(word) ? 0 : sinceNegator + 1;
    const positive = POSITIVE_WORDS.has(word);
    if (!positive && !NEGATIVE_WORDS.has(word)) continue;
    const negated = negation && sinceNegator <= NEGATION_WINDOW;
    const polarity = positive !== negated ? "positive" : "negative";
    before = { word, start, end, polarity, weight: 1, weightedBy: null, negated };
    totals[polarity]++;
    counts[polarity]++;
    if (++wordCount <= MAX_HITS) hits.push(before);
  }
  const { positive, negative } = totals;
  return {
    score: wordCount === 0 ? NO_NEWS.score : positive / (positive + negative),
    confidence: Math.min(1, wordCount / NEWS_FULL_CONFIDENCE),
    wordCount,
    counts,
    positive,
    negative,
    hits,
  };
}
