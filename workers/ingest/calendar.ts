const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Milliseconds since 1970 UTC at the beginning of a day, or NaN where the calendar has no such day. */
export function dayNumber(year: number, month: number, day: number): number {
  if (year < 1000 || month < 1 || month > 12 || day < 1) return Number.NaN;
  const time = Date.UTC(year, month - 1, day);
  return new Date(time).getUTCDate() === day && day < 32 ? time : Number.NaN;
}

/** 69 and above are the 1900s, as POSIX has it. */
export const fullYear = (text: string): number => (text.length === 4 ? Number(text) : Number(text) + (Number(text) < 69 ? 2000 : 1900));

/** 1 to 12 for the English name of a month or its first three letters, 0 for any other word. */
export const monthNumber = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
