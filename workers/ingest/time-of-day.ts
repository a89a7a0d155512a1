import type { Count, Millis } from "../contract";
import { momentIn, zoneOf } from "./zones";

/** Zones other than UTC: an offset, an abbreviation of RFC 822, or a name of the IANA database. */
export const ELSEWHERE = String.raw`(?:UTC|GMT)?[+-]\d{2}(?::?\d{2})?|[ECMP][SD]T|[a-z]+(?:\/[a-z_]+)+`;
const PLAIN = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)? ?([ap]\.? ?m(?![a-z])\.?)?`;
export const ZONES = `Z|UTC|GMT|${ELSEWHERE}`;
export const ZONED_CLOCK = `${PLAIN} ?(${ZONES})?`;
/** The time of day after a day. */
export const TIME = `(?:(?:[TD ]|, ?) *${ZONED_CLOCK})?$`;
/** The same in digits alone: 0930, 093000, 093000.5 and, with milliseconds, 093000500. */
export const COMPACT_TIME = String.raw`(\d{2})(\d{2})(?:(\d{2})(?:(?:[.,]|(?=\d{3}(?!\d)))(\d{1,9}))?)?()`;
/** A time of day in a cell of its own. */
export const CLOCK = new RegExp(String.raw`^${PLAIN} ?(Z|UTC|GMT|(?:UTC|GMT)?[+-]\d{2}(?::?\d{2})?)?$`, "i");
/** A spreadsheet that reads 093000 as a number drops its leading zero. */
export const COMPACT_CLOCK = /^(\d{1,2})(\d{2})(\d{2})?$/;

/** A day plus the time of day given by the groups of a pattern. */
export function at(day: Millis, [hours, minutes, seconds, fraction, half, zone]: readonly string[]): Millis {
  const shown = day + clock(hours, minutes, seconds, fraction, half);
  if (zone === undefined || Number.isNaN(shown)) return shown;
  if (!zone.includes("/")) return shown - offset(zone);
  const named = zoneOf(zone);
  return named ? momentIn(named, shown) : Number.NaN;
}

function clock(hours?: string, minutes?: string, seconds = "0", fraction = "", half = ""): Millis {
  if (hours === undefined) return 0;
  return clockTime(Number(hours), Number(minutes), Number(seconds), { value: Number(fraction), digits: fraction.length }, half);
}

const POWERS = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000];

/** Milliseconds since midnight; NaN if it is not a valid time. @param half of the day, as a word that begins with a or p, or none */
export function clockTime(
  hours: number,
  minute: number,
  second: number,
  { value, digits }: { value: number; digits: Count },
  half: string,
): Millis {
  if (half !== "" && (hours < 1 || hours > 12)) return Number.NaN;
  const hour = half === "" ? hours : (hours % 12) + (half[0] === "p" || half[0] === "P" ? 12 : 0);
  if (hour > 23 || minute > 59 || second > 59) return Number.NaN;
  const unit = POWERS[Math.abs(digits - 3)];
  const whole = digits > 3 ? Math.floor(value / unit) : value * unit;
  const below = digits > 3 ? (value % unit) / unit : 0;
  return hour * 3_600_000 + minute * 60_000 + second * 1000 + whole + below;
}

/** UTC offset in hours, by the first letter of a US zone. */
const HOURS: Record<string, number> = { E: -5, C: -6, M: -7, P: -8 };

export function offset(zone: string): number {
  const parts = /^(?:UTC|GMT)?([+-])(\d{2}):?(\d{2})?$/i.exec(zone);
  const [letter, summer, last] = zone.toUpperCase();
  if (!parts) return letter in HOURS && last === "T" ? 3_600_000 * (HOURS[letter] + (summer === "D" ? 1 : 0)) : 0;
  const minutes = Number(parts[2]) * 60 + Number(parts[3] ?? 0);
  return (parts[1] === "-" ? -minutes : minutes) * 60_000;
}

/** Hours, minutes and seconds of a separate time column, in milliseconds; NaN if the cell is not a time of day. */
export function parseClock(cell: string): number {
  const parts = CLOCK.exec(cell.trim()) ?? COMPACT_CLOCK.exec(cell.trim());
  return parts ? at(0, parts.slice(1)) : Number.NaN;
}
