import type { Millis } from "../../workers/contract";

/**
 * Ranks times, newest highest, for dropping the oldest. A time in the future, due to a wrong clock or an untrusted backup, ranks below all
 * others: otherwise it would displace everything created from now on.
 */
export const recencyOf = (time: Millis, now: Millis): number => (time > now ? -time : time);
