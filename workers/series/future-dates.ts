import { DAY, type Millis } from "../contract";

const MONTH: Millis = 30.436875 * DAY;
/** Rows at the end of a series that determine its rhythm. */
const LOOK_BACK = 500;

/** How a dated series continues: its last time, its usual step, and whether any date is on a weekend. */
export interface Rhythm {
  lastTime: Millis;
  stepMillis: Millis;
  weekends: boolean;
}

/** Whether a moment is on a Saturday or Sunday of UTC: 1 January 1970 was a Thursday. */
export const isWeekend = (time: Millis): boolean => ((((Math.floor(time / DAY) + 4) % 7) + 7) % 7) % 6 === 0;

/** The rhythm of a series, read from its last 500 dates; null for fewer than two that differ. */
export function rhythmOf(times: Float64Array): Rhythm | null {
  if (times.length < 2) return null;
  const tail = times.subarray(Math.max(0, times.length - LOOK_BACK));
  const steps = Float64Array.from(tail.subarray(1), (time, i) => time - tail[i])
    .filter((step) => step > 0)
    .sort();
  if (steps.length === 0) return null;
  return { lastTime: tail[tail.length - 1], stepMillis: steps[steps.length >> 1], weekends: tail.some(isWeekend) };
}

/** The same day `months` later, or the last day of a shorter month. */
function addMonths(time: Millis, months: number): Millis {
  const start = new Date(time);
  const endOfMonth = new Date(time + DAY).getUTCMonth() !== start.getUTCMonth();
  const target = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months + 1, 0));
  if (!endOfMonth) target.setUTCDate(Math.min(start.getUTCDate(), target.getUTCDate()));
  return target.getTime() + (time % DAY);
}

/** Dates of the next `count` steps: whole months for monthly and longer steps; weekends omitted where the series has none. */
export function futureDates({ lastTime, stepMillis, weekends }: Rhythm, count: number): Float64Array {
  const dates = new Float64Array(count);
  const months = Math.round(stepMillis / MONTH);
  let time = lastTime;
  for (let k = 0; k < count; k++) {
    if (stepMillis > 27 * DAY) time = addMonths(lastTime, months * (k + 1));
    else {
      time += stepMillis;
      if (!weekends && stepMillis < 7 * DAY) while (isWeekend(time)) time += Math.min(stepMillis, DAY);
    }
    dates[k] = time;
  }
  return dates;
}
