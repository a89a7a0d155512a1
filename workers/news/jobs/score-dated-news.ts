import { type Count, failBecause, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { validateText } from "../analyze";
import { datedItems } from "../dated-items";
import { type DatedNews, newsSteps } from "../news-steps";
import { DEFAULT_NEWS_SETTINGS } from "../schema";
import { scoreSentiment } from "../sentiment";

export interface ScoredDatedNews {
  /** In the order given. */
  news: DatedNews[];
  /** Number of items without a date, which no factor can use. */
  undated: Count;
  /** Present if steps were given. */
  bySteps?: {
    /** Mean score of the news of each step; without news 0.5, which is neutral. */
    scores: Float64Array;
    /** Number of items that fall on a step. */
    used: Count;
  };
}

/** Scores every dated item of a text, even a mere headline, with the built-in sentiment engine; input of the news factors. */
export function scoreDatedNews(
  { text, times = null }: { text: string; times?: Float64Array | null },
  context: JobContext,
): Outcome<ScoredDatedNews> {
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
  return succeed({ news, undated, ...(times && { bySteps: scoresOf(news, times, context) }) });
}

function scoresOf(news: readonly DatedNews[], times: Float64Array, context: JobContext): ScoredDatedNews["bySteps"] {
  const { tone, count, used } = newsSteps(news, times);
  const scores = context.column(times.length).fill(0.5);
  for (let t = 0; t < times.length; t++) if (count[t] > 0) scores[t] += tone[t] / count[t] / 2;
  return { scores, used };
}
