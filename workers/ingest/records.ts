import Papa from "papaparse";
import type { Count, Delimiter } from "../contract";
import { trimCell } from "./number-format";
import { DELIMITER_SIGN } from "./plan";

/** One row of cells, and the line of the text on which it begins. */
export interface TextRecord {
  cells: string[];
  line: Count;
}

/** The only syntax error of a quoted text: a quote that is never closed. */
export class UnclosedQuote extends Error {
  constructor(readonly line: Count) {
    super("a quoted field is never closed");
  }
}

/** Cells of a line without quotes. */
export function splitLine(line: string, delimiter: Delimiter): string[] {
  if (delimiter === "space") return line.trim().split(/[ \t]+/);
  return line.split(DELIMITER_SIGN[delimiter]).map(trimCell);
}

/**
 * Splits text whose line ends are "\n" into rows of cells; blank lines are skipped but counted.
 * @param last false if more text follows: text after the last complete row is then left for the next call
 * @returns the rows, number of characters consumed, line number of the rest, and line number of an unclosed quote
 */
export function splitRecords(text: string, delimiter: Delimiter, line: Count, last: boolean) {
  const parser = new Papa.Parser({ delimiter: DELIMITER_SIGN[delimiter], newline: "\n" });
  const result = parser.parse(text, 0, !last) as { data: string[][]; errors: { code: string; row: number }[]; meta: { cursor: number } };
  const records: TextRecord[] = [];
  let at = line;
  const missing = result.errors.find(({ code }) => code === "MissingQuotes");
  let unclosed: Count | null = null;
  for (const [index, row] of result.data.entries()) {
    const cells = delimiter === "space" ? row.flatMap((cell) => cell.split("\t")).filter((cell) => cell !== "") : row;
    if (cells.some((cell) => cell.trim() !== "") || cells.length > 1) records.push({ cells: cells.map(trimCell), line: at });
    const start = at;
    for (const cell of row) for (let end = cell.indexOf("\n"); end >= 0; end = cell.indexOf("\n", end + 1)) at++;
    at++;
    if (index === missing?.row) unclosed = start;
  }
  return { records, used: result.meta.cursor, nextLine: at, unclosed };
}

/** A text with its first lines blanked, so that line numbers are unchanged. Line ends must be "\n". */
export function withoutLines(text: string, lines: Count): string {
  let from = 0;
  for (let line = 0; line < lines; line++) {
    const end = text.indexOf("\n", from);
    if (end < 0) return "";
    from = end + 1;
  }
  return "\n".repeat(lines) + text.slice(from);
}

/** Normalizes line ends to "\n". */
export const plainLineEnds = (text: string) => text.replace(/\r\n?/g, "\n");
