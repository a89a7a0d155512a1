/**
 * Figures as text, in one place: cached formatters, a true minus sign, "—" for what is not there.
 * The person's locale decides separators; `%` appears nowhere else in the product.
 */

const MISSING = "—";
let locale: string | undefined;

/** auto: observations as 2018-03-05, events in the order of the language. */
export type DateStyle = "auto" | "iso" | "day-first" | "month-first" | "dotted";
let dateStyle: DateStyle = "auto";

/** How dates are shown; files are written by other means and always have ISO dates. */
export function setDateFormat(next: DateStyle): void {
  dateStyle = next;
}
const cache = new Map<string, Intl.NumberFormat>();
const dateCache = new Map<string, Intl.DateTimeFormat>();

/** Language whose separators and date order are used; undefined = the browser's. */
export function setFormatLocale(next: string | undefined): void {
  locale = next;
  cache.clear();
  dateCache.clear();
}

function formatter(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options);
  let found = cache.get(key);
  if (!found) {
    found = new Intl.NumberFormat(locale, options);
    cache.set(key, found);
  }
  return found;
}

type Figure = number | null | undefined;

function write(value: Figure, options: Intl.NumberFormatOptions): string {
  if (value === null || value === undefined || Number.isNaN(value)) return MISSING;
  return formatter(options).format(value).replace("-", "−");
}

/** A fixed number of decimals: fixed(2221.2187, 2) → "2,221.22". A value that rounds to zero carries no sign. */
export const fixed = (value: Figure, digits: number): string =>
  write(value, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: "negative" });

/** Significant digits for values of unknown size: significant(0.0107614, 4) → "0.01076"; very large or small ones get an exponent. */
export function significant(value: Figure, digits = 4): string {
  const size = Math.abs(value ?? 0);
  const notation = size !== 0 && (size < 1e-6 || size >= 1e12) ? "scientific" : "standard";
  if (notation === "standard" && size >= 10 ** digits) return fixed(value, 0);
  return write(value, { minimumSignificantDigits: digits, maximumSignificantDigits: digits, signDisplay: "negative", notation });
}

/** A share of one as a percentage, one decimal unless told: percent(0.3137) → "31.4%". */
export const percent = (fraction: Figure, digits = 1): string =>
  write(fraction, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: "negative" });

/** Words a worker made, with the true minus sign before their figures. */
export const withMinus = (words: string): string => words.replace(/(^|[\s(])-(?=\d)/g, "$1−");

/** Whole numbers with group separators: count(1974) → "1,974". */
export const count = (value: Figure): string => write(value, { maximumFractionDigits: 0, signDisplay: "negative" });

/** Large counts in short: compact(2_300_000) → "2.3M". */
export const compact = (value: Figure): string => write(value, { notation: "compact", maximumFractionDigits: 1 });

/** As many digits as the number has, up to 12 decimals: for settings and inputs shown back. */
export const plain = (value: Figure): string => write(value, { maximumFractionDigits: 12 });

/** p-values: four decimals, never "0.0000". */
export const pValue = (value: Figure): string =>
  typeof value === "number" && value >= 0 && value < 0.0001 ? `< ${fixed(0.0001, 4)}` : fixed(value, 4);

/** "1 row", "1,974 rows". */
export const plural = (value: number, one: string, many = `${one}s`): string => `${count(value)} ${value === 1 ? one : many}`;

const UNITS = ["B", "kB", "MB", "GB", "TB"];
/** Sizes in steps of 1000: bytes(8_600_000) → "8.6 MB". */
export function bytes(value: Figure): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return MISSING;
  let size = value;
  let unit = 0;
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${fixed(size, unit === 0 || size >= 99.95 ? 0 : 1)} ${UNITS[unit]}`;
}

/** A length of time in the unit a person would say: duration(0.41) → "0.4 ms", duration(93_000) → "1 min 33 s". */
export function duration(milliseconds: Figure): string {
  if (milliseconds === null || milliseconds === undefined || !Number.isFinite(milliseconds)) return MISSING;
  if (milliseconds < 0.05) return "< 0.1 ms";
  if (milliseconds < 10) return `${fixed(milliseconds, 1)} ms`;
  if (milliseconds < 999.5) return `${fixed(milliseconds, 0)} ms`;
  if (milliseconds < 59_950) return `${fixed(milliseconds / 1000, 1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

function dateFormatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  let found = dateCache.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(locale, options);
    dateCache.set(key, found);
  }
  return found;
}

const NOT_THERE = (time: Figure): time is null | undefined => time === null || time === undefined || !Number.isFinite(time);

/** An ISO day in the chosen order: 2018-03-05, 05/03/2018, 03/05/2018, 05.03.2018. */
function ordered(iso: string): string {
  const [year, month, date] = iso.split("-");
  if (dateStyle === "day-first") return `${date}/${month}/${year}`;
  if (dateStyle === "month-first") return `${month}/${date}/${year}`;
  if (dateStyle === "dotted") return `${date}.${month}.${year}`;
  return iso;
}

/** A day for names of files and for files themselves: always 2018-03-05, in UTC. */
export const isoDay = (time: Figure): string => (NOT_THERE(time) ? MISSING : new Date(time).toISOString().slice(0, 10));

/** The calendar day of an observation, in UTC as data is kept: day(0) → "1970-01-01". */
export const day = (time: Figure): string => (NOT_THERE(time) ? MISSING : ordered(isoDay(time)));

/** Day and, where there is one, time of an observation, in UTC: "2018-03-05 14:30". */
export function moment(time: Figure): string {
  if (NOT_THERE(time)) return MISSING;
  const clock = new Date(time).toISOString().slice(11, 19);
  if (clock === "00:00:00") return day(time);
  return `${day(time)} ${clock.endsWith(":00") ? clock.slice(0, 5) : clock}`;
}

/** When something happened to the person, in their own zone: "20 Nov 2026, 13:18", or in the chosen order. */
export function clockTime(time: Figure): string {
  if (NOT_THERE(time)) return MISSING;
  if (dateStyle === "auto") return dateFormatter({ dateStyle: "medium", timeStyle: "short" }).format(time);
  // As if their zone were UTC, so that the one writer of dates serves both.
  const local = time - new Date(time).getTimezoneOffset() * 60_000;
  return `${day(local)} ${new Date(local).toISOString().slice(11, 16)}`;
}

/** The time of day something happened to the person, in their own zone and to the second: "13:18:05". */
export function secondsTime(time: Figure): string {
  if (NOT_THERE(time)) return MISSING;
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(11, 19);
}

/** Remarks one after the other, each ended as a sentence. */
export const sentences = (remarks: readonly string[]): string =>
  remarks.map((remark) => (/[.!?…]$/.test(remark) ? remark : `${remark}.`)).join(" ");
