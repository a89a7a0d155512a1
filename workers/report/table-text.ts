import { MAX_MOMENT, type Millis } from "../contract";
import { beginsAsFormula } from "../formula-words";
import { PLAIN_NUMBER } from "../numerics/plain-number";

/** How a CSV is written: what stands between its columns, and before the fraction of a number. */
export interface CsvStyle {
  separator: "," | ";";
  decimal: "." | ",";
}

/** RFC 4180, and what programs of regions with a decimal comma expect in its place. */
export const CSV_STYLES = {
  point: { separator: ",", decimal: "." },
  comma: { separator: ";", decimal: "," },
} as const satisfies Record<string, CsvStyle>;
export type CsvStyleName = keyof typeof CSV_STYLES;

/** Of either style, so that a reader that counts separators finds those of columns alone. */
const TO_QUOTE = /[",;\r\n]|^\s|\s$/;
const MIDNIGHT = "T00:00:00.000Z";

/** Whether a spreadsheet would run a word as a formula. */
export const runsAsFormula = (text: string): boolean => beginsAsFormula(text) && !PLAIN_NUMBER.test(text);

/** A word as RFC 4180 has it, letter by letter. */
export const exactCsvText = (text: string): string => (TO_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * A word as RFC 4180 has it; one that a spreadsheet would run as a formula gets an apostrophe in front. One of plain digits has the decimal
 * sign of the style: a program that expects a comma takes "1.234" for a thousand and more, and "1.2" for a day.
 */
export function csvText(text: string, { decimal }: CsvStyle = CSV_STYLES.point): string {
  if (PLAIN_NUMBER.test(text)) return exactCsvText(withDecimal(text, decimal));
  return exactCsvText(runsAsFormula(text) ? `'${text}` : text);
}

/** A point with three digits behind it: with a comma in its place, that of thousands. */
const LIKE_THOUSANDS = /\.(\d{3})$/;

/** Digits of a program, which have a point, with another decimal sign; a zero more where it would else read as one of thousands. */
const withDecimal = (digits: string, decimal: CsvStyle["decimal"]): string =>
  decimal === "." ? digits : digits.replace(LIKE_THOUSANDS, ".$10").replace(".", decimal);

/** The shortest digits that read back to the same number; nothing if there is none. */
export function csvNumber(value: number, { decimal }: CsvStyle = CSV_STYLES.point): string {
  if (!Number.isFinite(value)) return "";
  return Object.is(value, -0) ? "-0" : withDecimal(String(value), decimal);
}

/**
 * A day as yyyy-mm-dd, a moment as yyyy-mm-ddThh:mm:ss.sssZ, nothing where no date is that far; fractions of a millisecond, which no ISO text
 * of ours holds, are omitted.
 */
export function isoTime(time: Millis): string {
  if (!(Math.abs(time) <= MAX_MOMENT)) return "";
  const iso = new Date(time).toISOString();
  return iso.endsWith(MIDNIGHT) ? iso.slice(0, -MIDNIGHT.length) : iso;
}
