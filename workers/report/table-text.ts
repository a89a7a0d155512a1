import { MAX_MOMENT, type Millis } from "../contract";
import { PLAIN_NUMBER } from "../numerics/plain-number";

const TO_QUOTE = /[",\r\n]|^\s|\s$/;
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

/** A word as RFC 4180 has it; one that a spreadsheet would run as a formula gets an apostrophe in front. */
export const csvText = (text: string): string => exactCsvText(runsAsFormula(text) ? `'${text}` : text);

/** The shortest digits that read back to the same number; nothing if there is none. */
export function csvNumber(value: number): string {
  if (!Number.isFinite(value)) return "";
  return Object.is(value, -0) ? "-0" : String(value);
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
