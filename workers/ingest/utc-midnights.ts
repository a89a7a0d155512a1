import { DAY, HOUR, type Millis } from "../contract";
import { isWeekend } from "../series";
import { zoneOf } from "./zones";

/** Minimum number of rows; also of distinct dates, none on a weekend, if no clock change proves the zone. */
const MIN_ROWS = 5;
/** Zones of exchanges, and the UTC times at which their days may begin. */
const ZONES: readonly (readonly [zone: string, clocks: readonly Millis[]])[] = [
  ["America/New_York", [4 * HOUR, 5 * HOUR]],
  ["America/Chicago", [5 * HOUR, 6 * HOUR]],
  ["America/Sao_Paulo", [2 * HOUR, 3 * HOUR]],
  ["Europe/London", [0, 23 * HOUR]],
  ["Europe/Berlin", [22 * HOUR, 23 * HOUR]],
  ["Europe/Athens", [21 * HOUR, 22 * HOUR]],
  ["Asia/Kolkata", [18.5 * HOUR]],
  ["Asia/Shanghai", [16 * HOUR]],
  ["Asia/Tokyo", [15 * HOUR]],
  ["Australia/Sydney", [13 * HOUR, 14 * HOUR]],
];

const clockOf = (time: Millis): Millis => ((time % DAY) + DAY) % DAY;

/**
 * The UTC times of day at which a zone's days begin, if all of these times are its midnights, as for daily rows of an exchange written in
 * UTC: 05:00 in New York's winter, 04:00 in its summer. As evidence, the times must follow the zone's daylight-saving changes, or none of
 * its days may be on a weekend, which would not hold for times of trades elsewhere. Null if they are midnights of UTC or of no zone.
 */
export function midnightClocks(times: readonly Millis[]): readonly Millis[] | null {
  if (times.length < MIN_ROWS || times.every((time) => clockOf(time) === 0)) return null;
  const seen = new Set<Millis>();
  for (const time of times) if (seen.add(clockOf(time)).size > 2) return null;
  const found = ZONES.find(([zone, clocks]) => {
    const offset = [...seen].every((clock) => clocks.includes(clock)) ? zoneOf(zone) : null;
    return offset && times.every((time) => (time + offset(time)) % DAY === 0);
  });
  if (!found) return null;
  const onWeekends = times.some((time) => isWeekend(nearestDay(time)));
  return seen.size > 1 || (new Set(times).size >= MIN_ROWS && !onWeekends) ? found[1] : null;
}

const nearestDay = (time: Millis): Millis => Math.round(time / DAY) * DAY;

/** Maps a time at which days of a zone begin to that day; other times are unchanged. None of these zones is twelve hours from UTC. */
export const dayAt = (time: Millis, clocks: readonly Millis[]): Millis => (clocks.includes(clockOf(time)) ? nearestDay(time) : time);
