import { NO_NEWS, scoreSentiment } from "../news";
import type { NewsAnalysis } from "./types";

/** The engine's view of the news: every sentiment word counts one. */
export function analyzeNews(text: string): NewsAnalysis {
  const { score, confidence, wordCount } = scoreSentiment(text, { weights: false, negation: false });
  return { score, confidence, wordCount };
}

export const unreadableNews = (): NewsAnalysis => ({ score: NO_NEWS.score, confidence: NO_NEWS.confidence, wordCount: 0 });
