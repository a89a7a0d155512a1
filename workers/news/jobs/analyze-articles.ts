import { fail, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import type { NewsAnalysisResult } from "../types";
import { type AnalyzeNewsInput, analyzeNewsJob } from "./analyze-news";

export interface AnalyzeArticlesInput extends Omit<AnalyzeNewsInput, "text" | "reply"> {
  /** The texts, each with the reply of a language model, if one was asked. */
  articles: readonly Pick<AnalyzeNewsInput, "text" | "reply">[];
}

/** Scores several news texts with the same settings; fails if any of them fails. */
export function analyzeArticles({ articles, ...settings }: AnalyzeArticlesInput, context: JobContext): Outcome<NewsAnalysisResult[]> {
  if (articles.length === 0) return fail("bad-input", "news/enterNews");
  const analyses: NewsAnalysisResult[] = [];
  for (const article of articles) {
    const outcome = analyzeNewsJob({ ...settings, ...article }, context);
    if (!outcome.ok) return outcome;
    analyses.push(outcome.value);
  }
  return succeed(analyses);
}
