import { type Count, DAY, type Millis } from "../contract";

/** An item of news: when it was known, and its sentiment from 0 (bad) to 1 (good). */
export interface DatedNews {
  time: Millis;
  score: number;
}

/**
 * Sums of tone, (score - 0.5) x 2, and counts of the news of each step. An item belongs to the first step not before it, so that no
 * factor knows news ahead of their time; where steps carry whole days, an item of a day belongs to that day's close. Items after the
 * last step, and those that are no numbers, are omitted.
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
