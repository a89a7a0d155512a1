import { fail, failBecause, type Millis, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import { inWords } from "../../texts";
import { analyzeText, troubleWith } from "../analyze";
import { type DailyNews, type DatedScore, dailyNews, trailingScores } from "../daily";
import { type GivenNewsSettings, newsSchema } from "../schema";
import type { NewsAnalysisResult } from "../types";

export interface NewsText {
  text: string;
  /** When it was published, milliseconds since 1970 UTC; null where that is unknown. */
  time: Millis | null;
}

export interface ScoreNewsInput extends GivenNewsSettings {
  texts: NewsText[];
  now?: Millis;
}

export interface ScoredNews {
  time: Millis | null;
  analysis: NewsAnalysisResult | null;
  /** Why there is no analysis; headlines below 20 words are scored all the same, and say so. */
  trouble: string | null;
}

export interface ScoreNewsOutput {
  /** In the order given. */
  items: ScoredNews[];
  /** Dated texts by day, for the factors built on news. */
  daily: DailyNews;
  /** Mean score of the last 24 hours at each dated text, oldest first. */
  trend: { times: Float64Array; score: Float64Array };
}

/** Scores many texts at once, headlines included, and makes a daily series of those with a date. */
export function scoreNews(input: ScoreNewsInput, context: JobContext): Outcome<ScoreNewsOutput> {
  const asked = readSettings(newsSchema, input);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const settings = { ...asked.settings, now: input.now ?? Date.now() };
  if (input.texts.length === 0) return fail("bad-input", "news/enterNews");
  const broken = input.texts.findIndex(({ time }) => time !== null && !Number.isFinite(time));
  if (broken >= 0) return fail("bad-input", "news/date", { row: broken + 1 }, { row: broken + 1 });
  const items = input.texts.map(({ text, time }, index): ScoredNews => {
    context.checkpoint();
    context.progress(index / input.texts.length, "Scoring news");
    const trouble = troubleWith(text);
    const readable = trouble === null || trouble.reason === "news/tooShort";
    return { time, analysis: readable ? analyzeText(text, settings) : null, trouble: trouble && inWords(trouble) };
  });
  const dated = items
    .flatMap(({ time, analysis }): DatedScore[] =>
      time === null || analysis === null ? [] : [{ time, score: analysis.sentiment, wordCount: analysis.metadata.dataPoints.sentiment }],
    )
    .sort((a, b) => a.time - b.time);
  return succeed({
    items,
    daily: dailyNews(dated),
    trend: { times: Float64Array.from(dated, ({ time }) => time), score: trailingScores(dated) },
  });
}
