import type { Millis } from "./contract";

/** The UTC day of a time, as 2018-03-05. */
export const isoDay = (time: Millis): string => new Date(time).toISOString().slice(0, 10);

/** The UTC month of a time, as 2018-03. */
export const isoMonth = (time: Millis): string => new Date(time).toISOString().slice(0, 7);
