import type { Row } from "./flat-row";

/** Numbers that JSON has no words for, in a list of one: no cell is a list. */
const exact = (_: string, value: unknown) => (typeof value === "number" && !Number.isFinite(value) ? [String(value)] : value);
const revived = (_: string, value: unknown) =>
  Array.isArray(value) && value.length === 1 && typeof value[0] === "string" ? Number(value[0]) : value;

/** Rows as a line of text, from which they come back bit by bit. */
export const rowsToText = (rows: readonly Row[]): string => JSON.stringify(rows, exact);

export const rowsFromText = (text: string): Row[] => JSON.parse(text, revived) as Row[];
