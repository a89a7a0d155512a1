import type { Count, Millis } from "../contract";
import { SENTIMENT_WINDOW } from "./schema";

/** One scored text at its moment. */
export interface DatedScore {
  time: Millis;
  score: number;
  /** Number of sentiment words: how much the score rests on. */
  wordCount: Count;
}

/** News by day (UTC), oldest first; days without news are omitted. */
export interface DailyNews {
  /** Start of the day, milliseconds since 1970 UTC. */
  times: Float64Array;
  /** Mean of 2 (score - 0.5) over the day's texts: -1 only bad, 1 only good. */
  sentiment: Float64Array;
  count: Float64Array;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A score as -1 to 1. */
const lean = ({ score }: DatedScore): number => 2 * (score - 0.5);

/**
 * Mean sentiment per day.
 * @formula mean of 2 (score - 0.5) over the texts of a UTC day
 * @source own definition; the input series of the news factors
 * @tolerance exact
 */
export function dailyNews(scores: readonly DatedScore[]): DailyNews {
  const days = new Map<number, { sum: number; count: number }>();
  for (const scored of scores) {
    const day = Math.floor(scored.time / DAY) * DAY;
    const entry = days.get(day) ?? { sum: 0, count: 0 };
    entry.sum += lean(scored);
    entry.count++;
    days.set(day, entry);
  }
  const sorted = [...days].sort(([a], [b]) => a - b);
  return {
    times: Float64Array.from(sorted, ([day]) => day),
    sentiment: Float64Array.from(sorted, ([, { sum, count }]) => sum / count),
    count: Float64Array.from(sorted, ([, { count }]) => count),
  };
}

/** Mean score of the texts of the last 24 hours at each text, itself included; `scores` oldest first. */
export function trailingScores(scores: readonly DatedScore[]): Float64Array {
  const result = new Float64Array(scores.length);
  let first = 0;
  let sum = 0;
  for (let index = 0; index < scores.length; index++) {
    sum += scores[index].score;
    while (scores[index].time - scores[first].time >= SENTIMENT_WINDOW * HOUR) sum -= scores[first++].score;
    // A window of one starts again, so that rounding never builds up.
    if (first === index) sum = scores[index].score;
    result[index] = sum / (index - first + 1);
  }
  return result;
}
