import type { Row } from "./flat-row";

/** Numbers that JSON cannot represent, as one-item lists: no cell is a list. */
const exact = (_: string, value: unknown) => (typeof value === "number" && !Number.isFinite(value) ? [String(value)] : value);
const revived = (_: string, value: unknown) =>
  Array.isArray(value) && value.length === 1 && typeof value[0] === "string" ? Number(value[0]) : value;

const isOdd = (value: unknown) => typeof value === "number" && !Number.isFinite(value);

/** Rows as a line of text that restores the same bits. The replacer is used only if needed: calling it for every cell would double the time. */
export const rowsToText = (rows: readonly Row[]): string =>
  rows.some((row) => Object.values(row).some(isOdd)) ? JSON.stringify(rows, exact) : JSON.stringify(rows);

/** Only a one-item list can start like this: within strings, quotes are escaped. */
const LIST = '["';

export const rowsFromText = (text: string): Row[] => JSON.parse(text, text.includes(LIST) ? revived : undefined) as Row[];
