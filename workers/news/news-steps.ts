import { type Count, DAY, type Millis } from "../contract";

/** A news item: publication time, and sentiment from 0 (bad) to 1 (good). */
export interface DatedNews {
  time: Millis;
  score: number;
}

/**
 * Sum of tone, (score - 0.5) x 2, and number of the news at each step. An item belongs to the first step at or after its time, which avoids
 * look-ahead; if all steps are whole days, an item belongs to the close of its day. Items after the last step, and non-finite ones, are skipped.
 */
export function newsSteps(news: readonly DatedNews[], times: Float64Array): { tone: Float64Array; count: Float64Array; used: Count } {
  const tone = new Float64Array(times.length);
  const count = new Float64Array(times.length);
  const daily = times.every((time) => time % DAY === 0);
  let used = 0;
  for (const { time, score } of news) {
    if (!Number.isFinite(time) || !Number.isFinite(score)) continue;
    const known = daily ? time - (((time % DAY) + DAY) % DAY) : time;
    let [low, high] = [0, times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (times[middle] < known) low = middle + 1;
      else high = middle;
    }
    if (low === times.length) continue;
    tone[low] += (score - 0.5) * 2;
    count[low]++;
    used++;
  }
  return { tone, count, used };
}
