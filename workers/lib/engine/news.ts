import { FALLBACK } from "../constants";
import { scoreSentiment } from "../news/sentiment";
import type { NewsAnalysis } from "./types";

/** The engine's view of the news: every sentiment word counts one. */
export function analyseNews(text: string): NewsAnalysis {
  const { score, confidence, wordCount } = scoreSentiment(text, { weights: false, negation: false });
  return { score, confidence, wordCount };
}

export const unreadableNews = (): NewsAnalysis => ({ score: FALLBACK.newsScore, confidence: FALLBACK.newsConfidence, wordCount: 0 });
