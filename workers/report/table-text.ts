import { MAX_MOMENT, type Millis } from "../contract";
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
/**
 * What spreadsheets take for a formula: =, +, - or @, their full-width forms too, behind blanks, control signs or signs of no width; and
 * whatever begins with a tab.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a NUL before a formula hides it from a reader, not from a spreadsheet
const FORMULA = /^(?:\t|[\s\u0000-\u001f\u00ad\u200b-\u200f\u2060-\u2064\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20])/;
const MIDNIGHT = "T00:00:00.000Z";

/** Whether a spreadsheet would run a word as a formula. */
export const runsAsFormula = (text: string): boolean => FORMULA.test(text) && !PLAIN_NUMBER.test(text);

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
