import { type Count, failBecause, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { validateText } from "../analyze";
import { datedItems } from "../dated-items";
import type { DatedNews } from "../news-steps";
import { DEFAULT_NEWS_SETTINGS } from "../schema";
import { scoreSentiment } from "../sentiment";

export interface ScoredDatedNews {
  /** In the order given. */
  news: DatedNews[];
  /** Number of items without a date, which no factor can use. */
  undated: Count;
}

/** Scores every dated item of a text, even a mere headline, with the built-in sentiment engine; input of the news factors. */
export function scoreDatedNews({ text }: { text: string }, context: JobContext): Outcome<ScoredDatedNews> {
  const trouble = validateText(text);
  if (trouble !== null && trouble.reason !== "news/tooShort" && trouble.reason !== "news/enterNews")
    return failBecause("bad-input", trouble);
  const { items, undated } = datedItems(text);
  const rules = { weights: true, negation: DEFAULT_NEWS_SETTINGS.negation };
  const news = items.map(({ time, text: item }, index): DatedNews => {
    context.checkpoint();
    if (index % 256 === 0) context.progress(index / items.length, "Scoring news");
    return { time, score: scoreSentiment(item, rules).score };
  });
  return succeed({ news, undated });
}
