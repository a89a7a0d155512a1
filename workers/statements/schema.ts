import type { Count } from "../contract";

/** Daily rows up to which every weekday has one: a statement with more must contain a wrong date. */
export const MAX_DAILY_ROWS: Count = 40_000;
