import { failBecause, type Millis, type Outcome } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import { analyzeNewsContent } from "../analyze";
import { type GivenNewsSettings, newsSchema } from "../schema";
import type { NewsAnalysisResult } from "../types";

export interface AnalyzeNewsInput extends GivenNewsSettings {
  text: string;
  now?: Millis;
  /** A language model's reply about the text: it only marks passages, and the numbers are computed here. Omitted for the built-in engine. */
  reply?: string;
}

/** Scores one news text: sentiment, topics, trading signal, reasons and impact. */
export function analyzeNewsJob(input: AnalyzeNewsInput, context: JobContext): Outcome<NewsAnalysisResult> {
  const asked = readSettings(newsSchema, input);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  context.checkpoint();
  const settings = { ...asked.settings, now: input.now ?? Date.now() };
  return analyzeNewsContent(input.text, settings, input.reply, (share) => {
    context.checkpoint();
    context.progress(share, "Scoring words");
  });
}
