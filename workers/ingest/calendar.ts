const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Milliseconds since 1970 UTC at the start of a day, or NaN if the calendar has no such day. */
export function dayNumber(year: number, month: number, day: number): number {
  if (year < 1000 || month < 1 || month > 12 || day < 1) return Number.NaN;
  const time = Date.UTC(year, month - 1, day);
  return new Date(time).getUTCDate() === day && day < 32 ? time : Number.NaN;
}

/** Two-digit years from 69 on are in the 1900s, as in POSIX. */
export const fullYear = (text: string): number => (text.length === 4 ? Number(text) : Number(text) + (Number(text) < 69 ? 2000 : 1900));

/** Month names that do not begin like the English ones: German, French, Spanish, Italian, Portuguese, Dutch, Nordic; without accents. */
const NAMES = [
  "janner janvier enero gennaio",
  "feber fevrier febrero febbraio fevereiro",
  "maerz mrz maart mrt",
  "avril abril",
  "mai mayo maggio maio mei maj",
  "juin giugno",
  "juillet luglio",
  "aout agosto",
  "septiembre setiembre settembre setembro",
  "oktober octubre ottobre outubro",
  "noviembre novembre",
  "dezember diciembre dicembre dezembro",
].map((names) => names.split(" "));

/**
 * 1 to 12 for a word that begins like an English month, or for at least the first three letters of a month in another language, with or
 * without accents; 0 for any other word.
 */
export function monthNumber(name: string): number {
  const english = (word: string) => MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1;
  const month = english(name);
  if (month > 0) return month;
  const word = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  if (english(word) > 0 || word.length < 3) return english(word);
  const found = NAMES.flatMap((names, place) => (names.some((one) => one.startsWith(word)) ? place + 1 : []));
  return found.length === 1 ? found[0] : 0;
}
