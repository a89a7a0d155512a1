import { NAMES_DATES, sniffDates } from "./date-format";
import { HEADED } from "./presets";
import type { TextRecord } from "./records";

/** Numbers one after the other, as R numbers rows. */
const areNumbered = (cells: readonly string[]): boolean => {
  const first = Number(cells[0] || Number.NaN);
  return Number.isInteger(first) && cells.every((cell, row) => Number(cell) === first + row);
};

/**
 * Records whose header has a name for each column but the first, which has the names of the rows: `write.table` of R writes it like this, and
 * so are tables that R and pandas print. Theirs is a blank name then. The first column must have numbers in a row, or dates under a name that is none
 * of dates; other records stay as they are.
 */
export function withRowNames(records: TextRecord[], width: number): TextRecord[] {
  const start = records.findIndex(({ cells }) => cells.length === width);
  if (width < 2 || start < 1 || start > HEADED) return records;
  // A line of its own may name the rows.
  const place = records[start - 1].cells.length === 1 && width > 2 ? start - 2 : start - 1;
  const { cells = [], line = 0 } = records[place] ?? {};
  const isShort = cells.length === width - 1 && cells.every((cell) => cell !== "" && Number.isNaN(Number(cell)));
  const rows = records.slice(start).filter((record) => record.cells.length === width);
  const names = rows.map((record) => record.cells[0]);
  const isNamed = areNumbered(names) || (!NAMES_DATES.test(cells[0] ?? "") && sniffDates(names, "", true) !== null);
  if (!isShort || rows.length < 2 || !isNamed) return records;
  return [...records.slice(0, place), { cells: ["", ...cells], line }, ...records.slice(place + 1)];
}
