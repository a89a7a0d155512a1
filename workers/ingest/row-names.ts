import { NAMES_DATES, sniffDates } from "./date-format";
import { HEADED } from "./presets";
import type { TextRecord } from "./records";

/** Consecutive numbers, as R numbers rows. */
const areNumbered = (cells: readonly string[]): boolean => {
  const first = Number(cells[0] || Number.NaN);
  return Number.isInteger(first) && cells.every((cell, row) => Number(cell) === first + row);
};

/**
 * Inserts an empty name for a first column of row names, if the header names all other columns: the format of R's `write.table` and of
 * tables printed by R and pandas. The first column must hold consecutive numbers, or dates while the first name is not that of a date
 * column; other records are unchanged.
 */
export function withRowNames(records: TextRecord[], width: number): TextRecord[] {
  const start = records.findIndex(({ cells }) => cells.length === width);
  if (width < 2 || start < 1 || start > HEADED) return records;
  // The index may be named on a line of its own.
  const place = records[start - 1].cells.length === 1 && width > 2 ? start - 2 : start - 1;
  const { cells = [], line = 0 } = records[place] ?? {};
  const isShort = cells.length === width - 1 && cells.every((cell) => cell !== "" && Number.isNaN(Number(cell)));
  const rows = records.slice(start).filter((record) => record.cells.length === width);
  const names = rows.map((record) => record.cells[0]);
  const isNamed = areNumbered(names) || (!NAMES_DATES.test(cells[0] ?? "") && sniffDates(names, "", true) !== null);
  if (!isShort || rows.length < 2 || !isNamed) return records;
  return [...records.slice(0, place), { cells: ["", ...cells], line }, ...records.slice(place + 1)];
}
