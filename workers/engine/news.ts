import { NO_NEWS, scoreSentiment } from "../news";
import type { NewsAnalysis } from "./types";

/** The engine scores news without weights and negation: every sentiment word counts as one. */
export function analyzeNews(text: string): NewsAnalysis {
  const { score, confidence, wordCount } = scoreSentiment(text, { weights: false, negation: false });
  return { score, confidence, wordCount };
}

export const unreadableNews = (): NewsAnalysis => ({ score: NO_NEWS.score, confidence: NO_NEWS.confidence, wordCount: 0 });
