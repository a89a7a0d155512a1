import type { Millis } from "../../../workers/contract";
import type { FeedBody } from "./feed-body";

/** After a failure the delay doubles each time, up to this many times. */
const MAX_DOUBLINGS = 5;

export interface FeedState {
  /** Number of consecutive failures. */
  failed: number;
  /** A live channel is connected. */
  listening: boolean;
  now: Millis;
}

/** When a feed is to be read next; null if only on request. */
export function dueAt(
  { paused, interval, form, fetchedAt }: Pick<FeedBody, "paused" | "interval" | "form" | "fetchedAt">,
  { failed, listening, now }: FeedState,
): Millis | null {
  if (paused || interval === 0) return null;
  // A live channel is connected from the start of a visit.
  if (form === "socket" && failed === 0 && !listening) return 0;
  // A time in the future: the clock has been set back since.
  if (fetchedAt === null || fetchedAt > now) return 0;
  return fetchedAt + interval * 2 ** Math.min(failed, MAX_DOUBLINGS);
}
