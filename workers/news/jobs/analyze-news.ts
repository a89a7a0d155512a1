import { fail, type Millis, type Outcome } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { analyzeNewsContent, DEFAULT_NEWS_SETTINGS } from "../analyze";
import type { NewsAnalysisResult } from "../types";

export interface AnalyzeNewsInput {
  text: string;
  /** What is known about the market; leave out or "" for none. */
  context?: string;
  negation?: boolean;
  /** 0 to 1; 0.6 unless given. */
  confidenceThreshold?: number;
  now?: Millis;
  /** What a language model wrote about the text; it marks words, the numbers are made here. Left out for the built-in engine. */
  reply?: string;
}

/** Scores one news text: sentiment, topics, trading signal, reasons and impact. */
export function analyzeNewsJob(input: AnalyzeNewsInput, context: JobContext): Outcome<NewsAnalysisResult> {
  const settings = { ...DEFAULT_NEWS_SETTINGS, now: Date.now(), ...input };
  if (!(settings.confidenceThreshold >= 0 && settings.confidenceThreshold <= 1)) return fail("bad-input", "news/confidenceThreshold");
  context.checkpoint();
  return analyzeNewsContent(input.text, settings, input.reply, (share) => {
    context.checkpoint();
    context.progress(share, "Scoring words");
  });
}
