import { DAY } from "../../../workers/contract";

/** Weekdays after the day of `before` up to and including the day of `now`, counted one by one. */
function weekdays(before: number, now: number): number {
  let count = 0;
  for (let day = Math.floor(before / DAY) + 1; day <= Math.floor(now / DAY); day++)
    if (![0, 6].includes(new Date(day * DAY).getUTCDay())) count++;
  return count;
}

/** Steps of a daily series that span more than four weekdays. */
export const dailyGaps = (times: number[]) =>
  times.slice(1).filter((now, index) => now - times[index] > 4 * DAY && weekdays(times[index], now) > 4).length;

/** Positions of steps larger than a fraction `share` of the previous value. */
export const jumps = (values: number[], share: number) =>
  values.flatMap((value, index) => (index > 0 && Math.abs(value - values[index - 1]) > share * Math.abs(values[index - 1]) ? [index] : []));
