import { FALLBACK, NEWS_FULL_CONFIDENCE } from "../constants";
import { NEGATIVE_WORDS, POSITIVE_WORDS } from "../word-lists";
import type { NewsAnalysis } from "./types";

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Counts sentiment words, whole words in any case: score = positive / (positive + negative), 0.5 without any;
 * confidence = (positive + negative) / 10, at most 1.
 */
export function analyseNews(text: string): NewsAnalysis {
  let positive = 0;
  let negative = 0;
  for (const [word] of text.matchAll(WORD)) {
    const lower = word.toLowerCase();
    if (POSITIVE_WORDS.has(lower)) positive++;
    else if (NEGATIVE_WORDS.has(lower)) negative++;
  }
  const wordCount = positive + negative;
  return {
    score: wordCount === 0 ? FALLBACK.newsScore : positive / wordCount,
    confidence: Math.min(1, wordCount / NEWS_FULL_CONFIDENCE),
    wordCount,
  };
}

export const unreadableNews = (): NewsAnalysis => ({ score: FALLBACK.newsScore, confidence: FALLBACK.newsConfidence, wordCount: 0 });
