import { clipped, count, type Figure, MISSING, setNumberLocale, withoutTurns, writtenFrom } from "../../workers/format";

export * from "../../workers/format";

/** Maximum characters of a name in a sentence. */
const MAX_NAME = 60;

/**
 * Names in a sentence, shortened for reading: "A, B and 3 more". They may be untrusted: characters that change text direction are shown as
 * codes.
 */
export function listed(names: readonly string[], most: number, length = MAX_NAME): string {
  const shown = names.slice(0, most).map((name) => clipped(withoutTurns(name), length));
  const more = names.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${count(more)} more` : ""}`;
}

let locale: string | undefined;

/** auto: observations as 2018-03-05, events in the order of the locale. */
type DateStyle = "auto" | "iso" | "day-first" | "month-first" | "dotted";
let dateStyle: DateStyle = "auto";

/** Sets how dates are displayed; files always have ISO dates. */
export function setDateFormat(next: DateStyle): void {
  dateStyle = next;
}
const cache = new Map<string, Intl.DateTimeFormat>();

/** Locale for separators and date order; undefined: the browser's. */
export function setFormatLocale(next: string | undefined): void {
  setNumberLocale(next);
  locale = next;
  cache.clear();
}

function dateFormatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  let found = cache.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(locale, options);
    cache.set(key, found);
  }
  return found;
}

/** Missing, or outside the range of dates, such as 1e300. */
const NOT_THERE = (time: Figure): time is null | undefined => time === null || time === undefined || Number.isNaN(+new Date(time));

/** An ISO day in the chosen order: 2018-03-05, 05/03/2018, 03/05/2018, 05.03.2018. */
function ordered(iso: string): string {
  const [year, month, date] = iso.split("-");
  if (dateStyle === "day-first") return `${date}/${month}/${year}`;
  if (dateStyle === "month-first") return `${month}/${date}/${year}`;
  if (dateStyle === "dotted") return `${date}.${month}.${year}`;
  return iso;
}

/** A day for file names and contents: always 2018-03-05, in UTC; a dash where there is none. */
export const isoDayOrDash = (time: Figure): string =>
  NOT_THERE(time) ? MISSING : writtenFrom(time, new Date(time).toISOString().slice(0, 10), "time");

/** Calendar day of an observation, in UTC like the stored data: day(0) → "1970-01-01". */
export const day = (time: Figure): string => (NOT_THERE(time) ? MISSING : writtenFrom(time, ordered(isoDayOrDash(time)), "time"));

/** Day and, unless midnight, time of an observation, in UTC: "2018-03-05 14:30". */
export function moment(time: Figure): string {
  if (NOT_THERE(time)) return MISSING;
  const clock = new Date(time).toISOString().slice(11, 19);
  if (clock === "00:00:00") return day(time);
  return writtenFrom(time, `${day(time)} ${clock.endsWith(":00") ? clock.slice(0, 5) : clock}`, "time");
}

/** Time of an event in the user's time zone: "20 Nov 2026, 13:18", or in the chosen order. */
export function clockTime(time: Figure): string {
  if (NOT_THERE(time)) return MISSING;
  if (dateStyle === "auto") return writtenFrom(time, dateFormatter({ dateStyle: "medium", timeStyle: "short" }).format(time), "time");
  // Shifted so that the UTC formatter shows local time.
  const local = time - new Date(time).getTimezoneOffset() * 60_000;
  return writtenFrom(time, `${day(local)} ${new Date(local).toISOString().slice(11, 16)}`, "time");
}

/** Time of day of an event in the user's time zone, to the second: "13:18:05". */
export function secondsTime(time: Figure): string {
  if (NOT_THERE(time)) return MISSING;
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(11, 19);
}

/** A fingerprint in groups of four: "9f86 d081 …". */
export const grouped = (fingerprint: string): string => fingerprint.replace(/(.{4})(?=.)/g, "$1 ");
