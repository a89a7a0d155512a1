import type { Millis } from "../../../workers/contract";
import type { FeedBody } from "./feed-body";

/** After a failure each wait is twice as long as the one before, up to this many times. */
const MAX_DOUBLINGS = 5;

export interface FeedState {
  /** How often in a row it could not be read. */
  failed: number;
  /** A live channel is open. */
  listening: boolean;
  now: Millis;
}

/** When a feed is to be read next; null where it is read when asked only. */
export function dueAt(
  { paused, interval, form, fetchedAt }: Pick<FeedBody, "paused" | "interval" | "form" | "fetchedAt">,
  { failed, listening, now }: FeedState,
): Millis | null {
  if (paused || interval === 0) return null;
  // A live channel is listened to from the start of a visit on.
  if (form === "socket" && failed === 0 && !listening) return 0;
  // Read at a time yet to come: the clock has been set back since.
  if (fetchedAt === null || fetchedAt > now) return 0;
  return fetchedAt + interval * 2 ** Math.min(failed, MAX_DOUBLINGS);
}
