import { NEWS_FULL_CONFIDENCE, NO_NEWS } from "./constants";
import type { MarkedText } from "./provider/reply";
import { AMPLIFIERS, DAMPENERS } from "./schema";
import { rankTopics, TOPICS } from "./topics";
import type { Sentiment, SentimentHit, TopicFound } from "./types";
import { wordsOf } from "./words";

const weightOf = (word: string): number | undefined => AMPLIFIERS.get(word) ?? DAMPENERS.get(word);

/** The amplifier or dampener with the largest weight within a passage or directly after it. */
function weigher(text: string, start: number, end: number): { word: string; weight: number } | null {
  const behind = wordsOf(text.slice(end, end + 30)).next().value?.text ?? "";
  const words = [...wordsOf(text.slice(start, end))].map((word) => word.text);
  return [...words, behind].reduce<{ word: string; weight: number } | null>((heaviest, word) => {
    const weight = weightOf(word);
    return weight !== undefined && weight > (heaviest?.weight ?? 0) ? { word, weight } : heaviest;
  }, null);
}

/**
 * Sentiment from passages marked by a language model: the specification's formula, with passages instead of words.
 * @formula score = positive / (positive + negative), each passage with weight 1, or that of an amplifier or dampener in it or directly
 * after it; 0.5 without passages. confidence = min(1, passages / 10)
 * @source product specification, news analysis; the model marks passages only, it computes no numbers
 * @tolerance exact
 */
export function markedSentiment(text: string, { phrases }: MarkedText): Sentiment {
  const hits = phrases.map(({ start, end, sentiment }): SentimentHit => {
    const found = weigher(text, start, end);
    return {
      word: text.slice(start, end),
      start,
      end,
      polarity: sentiment,
      weight: found?.weight ?? 1,
      weightedBy: found?.word ?? null,
      negated: false,
    };
  });
  const total = (polarity: SentimentHit["polarity"]) => hits.reduce((sum, hit) => (hit.polarity === polarity ? sum + hit.weight : sum), 0);
  const number = (polarity: SentimentHit["polarity"]) => hits.filter((hit) => hit.polarity === polarity).length;
  const [positive, negative] = [total("positive"), total("negative")];
  return {
    score: hits.length === 0 ? NO_NEWS.score : positive / (positive + negative),
    confidence: Math.min(1, hits.length / NEWS_FULL_CONFIDENCE),
    wordCount: hits.length,
    counts: { positive: number("positive"), negative: number("negative") },
    positive,
    negative,
    hits,
    unit: "passage",
  };
}

/** The topics marked by a model, with the specification's weights. */
export function markedTopics({ topics }: MarkedText): TopicFound[] {
  const found = TOPICS.map(({ topic, weight }): TopicFound => {
    const hits = topics.filter((mark) => mark.topic === topic).map(({ quote, start, end }) => ({ keyword: quote, start, end }));
    return { topic, weight, count: hits.length, hits };
  });
  return rankTopics(found);
}
