import { fail, type Outcome, succeed } from "../contract";
import type { JobContext } from "../lib/job";
import { messages } from "../lib/messages";
import type { NewsAnalysisResult } from "../lib/news/types";
import { type AnalyseNewsInput, analyseNewsJob } from "./analyse-news";

export interface AnalyseArticlesInput extends Omit<AnalyseNewsInput, "text" | "reply"> {
  /** Each text, with what a language model wrote about it where one was asked. */
  articles: readonly Pick<AnalyseNewsInput, "text" | "reply">[];
}

/** Scores several news texts with the same settings; refused where one of them is. */
export function analyseArticles({ articles, ...settings }: AnalyseArticlesInput, context: JobContext): Outcome<NewsAnalysisResult[]> {
  if (articles.length === 0) return fail("bad-input", messages.enterNews);
  const analyses: NewsAnalysisResult[] = [];
  for (const article of articles) {
    const outcome = analyseNewsJob({ ...settings, ...article }, context);
    if (!outcome.ok) return outcome;
    analyses.push(outcome.value);
  }
  return succeed(analyses);
}
