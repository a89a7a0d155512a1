import { MAX_MOMENT, type Millis } from "../contract";
import { beginsAsFormula } from "../formula-words";
import { PLAIN_NUMBER } from "../numerics/plain-number";

/** The separator and the decimal sign of a CSV. */
export interface CsvStyle {
  separator: "," | ";";
  decimal: "." | ",";
}

/** RFC 4180, and its variant for regions with a decimal comma. */
export const CSV_STYLES = {
  point: { separator: ",", decimal: "." },
  comma: { separator: ";", decimal: "," },
} as const satisfies Record<string, CsvStyle>;
export type CsvStyleName = keyof typeof CSV_STYLES;

/** Characters to quote in either style, so that a reader that counts separators only finds those between columns. */
const TO_QUOTE = /[",;\r\n]|^\s|\s$/;
const MIDNIGHT = "T00:00:00.000Z";

/** Whether a spreadsheet would run a text as a formula. */
export const runsAsFormula = (text: string): boolean => beginsAsFormula(text) && !PLAIN_NUMBER.test(text);

/** A text for RFC 4180, otherwise unchanged. */
export const exactCsvText = (text: string): string => (TO_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * A text for RFC 4180; one that a spreadsheet would run as a formula gets a leading apostrophe. A plain number uses the decimal sign of the
 * style: a program that expects a comma would read "1.234" as over a thousand, and "1.2" as a date.
 */
export function csvText(text: string, { decimal }: CsvStyle = CSV_STYLES.point): string {
  if (PLAIN_NUMBER.test(text)) return exactCsvText(withDecimal(text, decimal));
  return exactCsvText(runsAsFormula(text) ? `'${text}` : text);
}

/** A point followed by three digits: as a comma, it would look like a thousands separator. */
const LIKE_THOUSANDS = /\.(\d{3})$/;

/** Replaces the decimal point of a number; appends a zero if the result would look like a thousands separator. */
const withDecimal = (digits: string, decimal: CsvStyle["decimal"]): string =>
  decimal === "." ? digits : digits.replace(LIKE_THOUSANDS, ".$10").replace(".", decimal);

/** The shortest digits that read back to the same number; empty for a non-finite one. */
export function csvNumber(value: number, { decimal }: CsvStyle = CSV_STYLES.point): string {
  if (!Number.isFinite(value)) return "";
  return Object.is(value, -0) ? "-0" : withDecimal(String(value), decimal);
}

/** A date as yyyy-mm-dd, a time as yyyy-mm-ddThh:mm:ss.sssZ, empty if out of range; fractions of a millisecond are omitted. */
export function isoTime(time: Millis): string {
  if (!(Math.abs(time) <= MAX_MOMENT)) return "";
  const iso = new Date(time).toISOString();
  return iso.endsWith(MIDNIGHT) ? iso.slice(0, -MIDNIGHT.length) : iso;
}
