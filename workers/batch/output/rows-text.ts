import type { Row } from "./flat-row";

/** Numbers that JSON has no words for, in a list of one: no cell is a list. */
const exact = (_: string, value: unknown) => (typeof value === "number" && !Number.isFinite(value) ? [String(value)] : value);
const revived = (_: string, value: unknown) =>
  Array.isArray(value) && value.length === 1 && typeof value[0] === "string" ? Number(value[0]) : value;

const isOdd = (value: unknown) => typeof value === "number" && !Number.isFinite(value);

/** Rows as a line of text, from which they come back bit by bit. What calls back for every cell costs as much as all the rest. */
export const rowsToText = (rows: readonly Row[]): string =>
  rows.some((row) => Object.values(row).some(isOdd)) ? JSON.stringify(rows, exact) : JSON.stringify(rows);

/** A list of one begins so, and nothing else does: within a text a quote has a backslash before it. */
const LIST = '["';

export const rowsFromText = (text: string): Row[] => JSON.parse(text, text.includes(LIST) ? revived : undefined) as Row[];
