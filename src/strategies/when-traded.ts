import { count, moment } from "../lib/format";

/** When a trade was opened or closed: date, with time for intraday data; row number without dates. Null row: still open. */
export const whenTraded = (time: number | null, row: number | null): string =>
  row === null ? "open" : time === null ? `row ${count(row + 1)}` : moment(time);
