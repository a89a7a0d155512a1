import { count, moment } from "../lib/format";

/** When a trade was opened or closed: its day, and its time where the series has times of day; its row without dates. No row: it is open. */
export const whenTraded = (time: number | null, row: number | null): string =>
  row === null ? "open" : time === null ? `row ${count(row + 1)}` : moment(time);
