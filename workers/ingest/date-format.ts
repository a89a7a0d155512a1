import { DAY, type Millis } from "../contract";
import { PLAIN_NUMBER } from "../numerics/plain-number";
import { dayNumber, fullYear } from "./calendar";
import { namedDays, unnamedDays } from "./day-numbers";
import { parseNamed } from "./named-dates";
import {
  areFractions,
  areMonths,
  areOrdinals,
  areYears,
  MIN_SHARE,
  parseFraction,
  parseOrdinal,
  parsePeriod,
  parseYear,
} from "./period-dates";
import { at, COMPACT_TIME, ELSEWHERE, TIME } from "./time-of-day";
import { dayAt, midnightClocks } from "./utc-midnights";

/** Formats of dates. `dmy` and `mdy` take parts of 1–2 digits; `named` has the month in letters; `period` names months or quarters. */
export type DateKind =
  | "ymd"
  | "dmy"
  | "mdy"
  | "compact"
  | "named"
  | "ordinal"
  | "period"
  | "year"
  | "fraction"
  | "s"
  | "ms"
  | "us"
  | "ns"
  | "days"
  | "excel"
  | "matlab";

/** The other order, for dates whose first two parts may be day and month. */
export const OTHER_ORDER: Partial<Record<DateKind, "dmy" | "mdy">> = { dmy: "mdy", mdy: "dmy" };

/** For numbers counted from 1970, milliseconds per unit as a fraction, so that both readers round alike. */
export const EPOCH_SCALE: Partial<Record<DateKind, { times: number; by: number }>> = {
  days: { times: DAY, by: 1 },
  s: { times: 1000, by: 1 },
  ms: { times: 1, by: 1 },
  us: { times: 1, by: 1000 },
  ns: { times: 1, by: 1_000_000 },
};

/** Number of 1970-01-01 in programs that count days. */
const DAY_COUNTS: Partial<Record<DateKind, number>> = { excel: 25_569, matlab: 719_529 };
const YMD = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${TIME}`, "i");
const YEAR_MONTH = /^(\d{4})[-/](\d{1,2})$/;
const THREE = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})${TIME}`, "i");
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?)?$/;
const COMPACT_TIMED = new RegExp(String.raw`^(\d{4})(\d{2})(\d{2})[T; ]${COMPACT_TIME} ?(Z|UTC|GMT|${ELSEWHERE})?$`, "i");
const COMPACT_CLOCK = new RegExp(String.raw`^(\d{4})(\d{2})(\d{2})${TIME}`, "i");
/** Dash between day and time, as in UTC times of Interactive Brokers: 20240102-09:30:00. */
const DASH = /^(\d{8})-(?=\d{2}:)/;

/** Milliseconds since 1970 UTC of a cell in a column of this kind, or NaN. A time without a zone is taken as UTC. */
export function parseDate(cell: string, kind: DateKind): number {
  const text = cell.trim();
  const scale = EPOCH_SCALE[kind];
  if (scale) return PLAIN_NUMBER.test(text) ? moment((Number(text) * scale.times) / scale.by) : Number.NaN;
  if (kind === "excel" || kind === "matlab")
    return PLAIN_NUMBER.test(text) ? moment(Math.floor((Number(text) - (DAY_COUNTS[kind] ?? 0)) * DAY + 0.5)) : Number.NaN;
  if (kind === "year") return parseYear(text);
  if (kind === "fraction") return parseFraction(text);
  if (kind === "ordinal") return parseOrdinal(text);
  return kind === "period" ? parsePeriod(text) : parseCalendar(text, kind as CalendarKind);
}

/** Zones as Date.parse accepts them: "GMT", "EST", "+01:00", "Z", optionally with a remark. "PM" is not one. */
const ZONED = /(?:[+-]\d{2}:?\d{2}|\dZ|\b(?![ap]m\b)[a-z]{2,5})(?: *\([^)]*\))?$/i;

/**
 * Milliseconds since 1970 UTC of a single date, with no column to determine its format, or NaN. As in a column, a time without a zone is
 * taken as UTC, whatever the device's zone.
 */
export function parseMoment(written: string): number {
  const text = written.trim();
  for (const kind of ["ymd", "compact", "named"] as const) {
    const time = parseDate(text, kind);
    if (!Number.isNaN(time)) return time;
  }
  const time = Date.parse(text);
  if (Number.isNaN(time) || ZONED.test(text)) return time;
  return time - new Date(time).getTimezoneOffset() * 60_000;
}

/** Cells of a text column as times, read like a text file with these cells; NaN for a cell that is not a date. */
export function parseDates(cells: readonly unknown[], name: string): Float64Array {
  const texts = cells.map((cell) => (typeof cell === "string" ? cell : ""));
  const filled = texts.filter((text) => text.trim() !== "").slice(0, SNIFFED);
  const kind = sniffDates(filled, name, true)?.kind ?? "ymd";
  const format = { kind, ...(filled.length > 0 && daysOf(filled, kind)) };
  // Many items of a list have the same day.
  const times = new Map<string, Millis>();
  return Float64Array.from(texts, (text) => {
    const time = times.get(text) ?? parseDay(text, format);
    times.set(text, time);
    return time;
  });
}

/** Cells of a column examined to infer its format. */
const SNIFFED = 1000;

/** Largest ECMAScript date: 100 million days from 1970. */
const moment = (time: number) => (Math.abs(time) <= 8.64e15 ? time : Number.NaN);

type CalendarKind = "ymd" | "dmy" | "mdy" | "compact" | "named";

function parseCalendar(text: string, kind: CalendarKind): number {
  const ymd = YMD.exec(text);
  if (ymd) return at(dayNumber(+ymd[1], +ymd[3], +ymd[4]), ymd.slice(5));
  if (kind === "compact") {
    const compact = COMPACT.exec(text) ?? COMPACT_TIMED.exec(text) ?? COMPACT_CLOCK.exec(text.replace(DASH, "$1 "));
    return compact ? at(dayNumber(+compact[1], +compact[2], +compact[3]), compact.slice(4)) : Number.NaN;
  }
  if (kind === "dmy" || kind === "mdy") {
    const three = THREE.exec(text);
    if (!three) return Number.NaN;
    const [day, month] = kind === "dmy" ? [+three[1], +three[3]] : [+three[3], +three[1]];
    return at(dayNumber(fullYear(three[4]), month, day), three.slice(5));
  }
  if (kind === "ymd") {
    const month = YEAR_MONTH.exec(text);
    return month ? dayNumber(+month[1], +month[2], 1) : Number.NaN;
  }
  return parseNamed(text);
}

export interface DateFormat {
  kind: DateKind;
  /** Between the parts of the first date; for the report. */
  separator: string;
  /** False if day and month are ambiguous. */
  settled: boolean;
  /** True if every time is midnight at some UTC offset: the rows are calendar days of that zone rather than moments. */
  localDays?: boolean;
  /** For local days written in UTC, the times of day (UTC) at which they begin. */
  clocks?: readonly Millis[];
}

/** Dates and the index of their column, or of years whose months or quarters, and days, are in separate columns. */
export type PlacedDates = DateFormat & { index: number; parts?: readonly number[]; prefix?: "M" | "Q" };

const LOCAL_MIDNIGHT = new RegExp(String.raw`([T ]0?0:00(?::00(?:[.,]0+)?)?) ?(?:${ELSEWHERE})(?: \([^()]*\))?$`, "i");

/** Whether cells are midnights at UTC offsets, as daily rows of an exchange are written ("2024-03-28 00:00:00+01:00"). */
const areLocalDays = (cells: readonly string[]): boolean => cells.every((cell) => LOCAL_MIDNIGHT.test(cell.trim()));

/** A cell of a column of local days as a date: converted to UTC, midnight east of Greenwich would be the day before. */
const localDay = (cell: string): string => cell.trim().replace(LOCAL_MIDNIGHT, "$1");

/** Whether cells of a kind are calendar days of a zone. */
export function daysOf(cells: readonly string[], kind: DateKind): Pick<DateFormat, "localDays" | "clocks"> {
  if (areLocalDays(cells)) return { localDays: true };
  const clocks = midnightClocks(cells.map((cell) => parseDate(cell, kind)));
  return clocks ? { localDays: true, clocks } : {};
}

/** A cell as a time, or as the local day it begins; NaN if it is not a date. */
export function parseDay(cell: string, { kind, localDays, clocks }: Pick<DateFormat, "kind" | "localDays" | "clocks">): Millis {
  if (!localDays) return parseDate(cell, kind);
  return clocks ? dayAt(parseDate(cell, kind), clocks) : parseDate(localDay(cell), kind);
}

/** Name of a format in the report. */
export function describeDates({ kind, separator, settled, localDays }: DateFormat): string {
  const written: Record<DateKind, string> = {
    ymd: ["yyyy", "mm", "dd"].join(separator),
    dmy: ["dd", "mm", "yyyy"].join(separator),
    mdy: ["mm", "dd", "yyyy"].join(separator),
    compact: "yyyymmdd",
    named: "day and month name",
    ordinal: "year and day of the year",
    period: "month, quarter or week",
    fraction: "year with months as its fraction",
    year: "year",
    s: "epoch s",
    ms: "epoch ms",
    us: "epoch µs",
    ns: "epoch ns",
    days: "days since 1970",
    excel: "Excel serial",
    matlab: "MATLAB day number",
  };
  const dates = localDays ? `${written[kind]}, local midnights as dates` : written[kind];
  return settled ? dates : `${dates} (assumed)`;
}

/** Typical names of date columns. */
export const NAMES_DATES = /date|time|day|stamp|epoch|datum|fecha|unix|zeit|jour|yyyymmdd|^ts_|^ticks$|^window_start$/i;
const RANGES: [DateKind, number, number][] = [
  ["s", 3e8, 5e9],
  ["ms", 3e11, 5e12],
  ["us", 3e14, 5e15],
  ["ns", 3e17, 5e18],
];

const share = (cells: string[], test: (cell: string) => boolean) => cells.filter(test).length / cells.length;

/**
 * The date format of a column of non-empty cells, or null. Plain numbers count as dates only if the header says so, or if they are in
 * `firstColumn` and plausible times in strictly ascending or descending order.
 */
export function sniffDates(cells: string[], header: string, firstColumn: boolean, order?: "dmy" | "mdy"): DateFormat | null {
  if (cells.length === 0) return null;
  const trimmed = cells.map((cell) => cell.trim());
  const separator = /\d([-/.])/.exec(trimmed[0])?.[1] ?? "-";
  const reads = (kind: DateKind) => share(trimmed, (cell) => !Number.isNaN(parseDate(cell, kind)));
  if (share(trimmed, (cell) => THREE.test(cell)) >= MIN_SHARE) {
    const parts = trimmed.map((cell) => THREE.exec(cell)).filter((part) => part !== null);
    const dayFirst = parts.filter((part) => +part[1] > 12).length;
    const monthFirst = parts.filter((part) => +part[3] > 12).length;
    const kind = order ?? (monthFirst > dayFirst ? "mdy" : "dmy");
    return { kind, separator, settled: order !== undefined || dayFirst + monthFirst > 0 };
  }
  if (areMonths(trimmed, header, firstColumn)) return { kind: "period", separator: "", settled: true };
  if (areYears(trimmed, header)) return { kind: "year", separator: "", settled: true };
  if (areOrdinals(trimmed, header, firstColumn)) return { kind: "ordinal", separator: "", settled: true };
  if (areFractions(trimmed, header)) return { kind: "fraction", separator: "", settled: true };
  if (trimmed.every((cell) => /^-?\d+(\.\d*)?(e[+-]?\d+)?$/i.test(cell))) return sniffNumericDates(trimmed, header, firstColumn);
  for (const kind of ["ymd", "compact", "named", "period"] as const)
    if (reads(kind) >= MIN_SHARE) return { kind, separator, settled: true };
  return null;
}

/** MATLAB day numbers from 1916 to 2108, excluding days of the 1970s written as 720131. */
const areDayNumbers = (values: readonly number[]): boolean =>
  values.every((value) => value >= 700_000 && value < 770_000) &&
  !values.every((value) => !Number.isNaN(dayNumber(1900 + Math.floor(value / 10_000), Math.floor(value / 100) % 100, value % 100)));

function sniffNumericDates(cells: string[], header: string, firstColumn: boolean): DateFormat | null {
  const values = cells.map(Number);
  // "t" may be a row counter as well as the time of a bar.
  const named = NAMES_DATES.test(header) || (header.trim() === "t" && values.every((value) => value >= RANGES[0][1]));
  const steps = values.slice(1).map((value, index) => value - values[index]);
  const oneWay = cells.length > 2 && (steps.every((step) => step >= 0) || steps.every((step) => step <= 0));
  if (!named && !(firstColumn && oneWay)) return null;
  const format = (kind: DateKind): DateFormat => ({ kind, separator: "", settled: true });
  if (cells.every((cell) => !Number.isNaN(parseDate(cell, "compact")))) return format("compact");
  const whole = named || values.every(Number.isInteger);
  for (const [kind, low, high] of RANGES) {
    if (whole && values.every((value) => value >= low && value < high) && (named || values[0] >= 1e9)) return format(kind);
  }
  const days = named ? namedDays(values, header) : null;
  if (days) return { ...format(days.kind), settled: days.settled };
  if (/date|datum|matlab/i.test(header) && areDayNumbers(values)) return format("matlab");
  const unnamed = header.trim() === "" ? unnamedDays(values) : null;
  return unnamed && { ...format(unnamed), settled: false };
}
