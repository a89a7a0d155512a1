import type { Millis } from "../../workers/contract";

/**
 * Ranks moments, newest highest, where the oldest are dropped. One yet to come, by a clock that was wrong or from a stranger's backup, ranks below
 * all that has been: it would push out whatever is made here from now on.
 */
export const recencyOf = (time: Millis, now: Millis): number => (time > now ? -time : time);
