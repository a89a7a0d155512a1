import { DAY } from "../contract";
import { dayNumber, fullYear, monthNumber } from "./calendar";

/** Plausible years only: 240102 is not a month of the year 2401. */
const COMPACT = /^(1[5-9]\d\d|2[01]\d\d)(\d{2})$/;
/** Year and month as a decimal, in which October loses its zero: .1. */
const HUNDREDTHS = /^(1[5-9]\d\d|2[01]\d\d)\.(0[1-9]|1[0-2]?)$/;
const YEAR = /^(1[5-9]\d\d|2[01]\d\d)(?:\.0)?$/;
const WEEK = /^(\d{4})-?W(\d{2})(?:-?([1-7]))?$/i;
/** A week as written by pandas. */
const FROM_TO = /^(\d{4})-(\d{2})-(\d{2})\/\d{4}-\d{2}-\d{2}$/;
const MONTH_FIRST = /^(0?[1-9]|1[0-2])[-/](\d{4})$/;
/** German style; also a number, so the month must have two digits. */
const MONTH_POINT = /^(0[1-9]|1[0-2])\.(1[5-9]\d\d|2[01]\d\d)$/;
const ORDINAL = /^(19\d\d|2[01]\d\d)-?(\d{3})$/;
/** The first month of a year, or a year with its months as a fraction. */
const FRACTION = /^(1[5-9]\d\d|2[01]\d\d)(\.\d+)?$/;
/** Tolerance for twelve times the fraction, which may have only two digits, to be an integer. */
const MAX_OFF = 0.07;
/** Months and quarters as in gretl. */
const AFTER_COLON = /^(\d{4}):(?:(\d{2})|([1-4]))$/;
const NUMBERED = /^(\d{4})[- ]?M(\d{1,2})$/i;
const NAMED = /^(\p{L}{3,10})\.?(?:[-/ ,]+| de )(\d{4}|\d{2})$/iu;
const YEAR_NAMED = /^(\d{4})[-/ ](\p{L}{3,10})\.?$/iu;
const QUARTER = /^(\d{4})[-/ ]?Q([1-4])$/i;
const QUARTER_FIRST = /^Q([1-4])[-/ ](\d{4}|\d{2})$/i;

const month = (year: string, number: number): number => dayNumber(fullYear(year), number, 1);
const quarter = (year: string, number: string): number => month(year, 3 * Number(number) - 2);

/** A day of an ISO 8601 week, the first of which contains 4 January; NaN for a week that the year does not have. */
function weekDay(year: number, week: number, day: number): number {
  const fourth = Date.UTC(year, 0, 4);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY + (week - 1) * 7 * DAY;
  const isOfYear = week > 0 && new Date(monday + 3 * DAY).getUTCFullYear() === year;
  return isOfYear ? monday + (day - 1) * DAY : Number.NaN;
}

/** The first day of a year, as milliseconds since 1970 UTC; NaN for anything else. */
export function parseYear(text: string): number {
  const year = YEAR.exec(text);
  return year ? dayNumber(Number(year[1]), 1, 1) : Number.NaN;
}

/** An ISO 8601 ordinal date, 2024-002, or without the hyphen; NaN for anything else. */
export function parseOrdinal(text: string): number {
  const [, year, day] = ORDINAL.exec(text) ?? [];
  const time = Date.UTC(Number(year), 0, Number(day));
  return new Date(time).getUTCFullYear() === Number(year) && day !== "000" ? time : Number.NaN;
}

/** The month of a fractional year, 2010.0833, as in R's time series; NaN if it is not one of the twelve. */
export function parseFraction(text: string): number {
  const [, year, fraction = "0"] = FRACTION.exec(text) ?? [];
  const months = 12 * Number(fraction);
  const whole = Math.round(months);
  return year !== undefined && whole < 12 && Math.abs(months - whole) <= MAX_OFF ? dayNumber(Number(year), whole + 1, 1) : Number.NaN;
}

/**
 * The first day, as milliseconds since 1970 UTC, of a month, quarter or week as written by statistical offices and programs: 202401,
 * 2024M1, 2024.01, 01/2024, 2024:01, Jan-24, January 2024, 2024 JAN, 2024-Q1, Q1 2024, 2024-W01, 2024-01-01/2024-01-07. NaN for anything
 * else.
 */
export function parsePeriod(text: string): number {
  const compact = COMPACT.exec(text) ?? NUMBERED.exec(text);
  if (compact) return month(compact[1], Number(compact[2]));
  const monthFirst = MONTH_FIRST.exec(text) ?? MONTH_POINT.exec(text);
  if (monthFirst) return month(monthFirst[2], Number(monthFirst[1]));
  const afterColon = AFTER_COLON.exec(text);
  if (afterColon) return afterColon[2] ? month(afterColon[1], Number(afterColon[2])) : quarter(afterColon[1], afterColon[3]);
  const hundredths = HUNDREDTHS.exec(text);
  if (hundredths) return month(hundredths[1], Number(hundredths[2].padEnd(2, "0")));
  const week = WEEK.exec(text);
  if (week) return weekDay(Number(week[1]), Number(week[2]), Number(week[3] ?? 1));
  const fromTo = FROM_TO.exec(text);
  if (fromTo) return dayNumber(Number(fromTo[1]), Number(fromTo[2]), Number(fromTo[3]));
  const named = NAMED.exec(text);
  if (named) return month(named[2], monthNumber(named[1]));
  const yearFirst = YEAR_NAMED.exec(text);
  if (yearFirst) return month(yearFirst[1], monthNumber(yearFirst[2]));
  const quarters = QUARTER.exec(text);
  if (quarters) return quarter(quarters[1], quarters[2]);
  const quarterFirst = QUARTER_FIRST.exec(text);
  return quarterFirst ? quarter(quarterFirst[2], quarterFirst[1]) : Number.NaN;
}

/** Names of columns of months or quarters. */
const NAMES_PERIODS = /date|month|period|quarter|monat|mois|\bmes\b|datum|fecha/i;
const NAMES_DAYS = /^(date|dates|day|datum|fecha|data|time|timestamp)$/i;
/** Minimum share of cells that must be dates. */
export const MIN_SHARE = 0.8;

/** Month numbers (counted continuously over the years) of the cells that match a pattern; null if too few do. */
function monthsOf(cells: readonly string[], pattern: RegExp): number[] | null {
  const times = cells.filter((cell) => pattern.test(cell)).map(parsePeriod);
  const months = times.filter((time) => !Number.isNaN(time)).map((time) => new Date(time));
  return months.length < MIN_SHARE * cells.length ? null : months.map((time) => 12 * time.getUTCFullYear() + time.getUTCMonth());
}

const areConsecutive = (months: readonly number[]): boolean =>
  months.length > 2 && months.every((one, place) => place === 0 || one === months[place - 1] + 1);

/**
 * Whether numbers are months: of six digits, 202401, in a column with such a name, or in the first column if they are consecutive; with a
 * point, 2024.01 as in Robert Shiller's data, if both hold. A table of years below the months, as in Kenneth French's files, is not
 * included.
 */
export function areMonths(cells: readonly string[], header: string, firstColumn: boolean): boolean {
  const named = NAMES_PERIODS.test(header);
  const compact = monthsOf(cells, COMPACT);
  if (compact) return named || (firstColumn && areConsecutive(compact));
  // These are numbers too: they must be consecutive months, in either direction.
  const written = named ? (monthsOf(cells, HUNDREDTHS) ?? monthsOf(cells, MONTH_POINT)) : null;
  return written !== null && (areConsecutive(written) || areConsecutive([...written].reverse()));
}

/** Whether numbers are years with months as fractions: in a column with such a name, in order, with a constant step of months. */
export function areFractions(cells: readonly string[], header: string): boolean {
  if (!NAMES_YEARS.test(header.trim()) || cells.length < 3) return false;
  const months = cells.map((cell) => new Date(parseFraction(cell))).map((time) => 12 * time.getUTCFullYear() + time.getUTCMonth());
  const step = months[1] - months[0];
  return (Math.abs(step) === 1 || Math.abs(step) === 3) && months.every((month, row) => row === 0 || month - months[row - 1] === step);
}

/**
 * Whether cells are ordinal dates: in a column with such a name, or in order in a first column without a name (whose header is its first
 * date).
 */
export function areOrdinals(cells: readonly string[], header: string, firstColumn: boolean): boolean {
  const days = cells.map(parseOrdinal);
  const read = days.filter((day) => !Number.isNaN(day)).length;
  if (read < MIN_SHARE * cells.length) return false;
  const way = Math.sign(days[1] - days[0]);
  const inOrder = way !== 0 && days.every((day, row) => row === 0 || Math.sign(day - days[row - 1]) === way);
  // Without the hyphen they could be numbers.
  const written = cells.every((cell) => cell.includes("-")) || inOrder;
  return NAMES_DAYS.test(header.trim())
    ? written
    : firstColumn && !Number.isNaN(parseOrdinal(header.trim())) && inOrder && cells.every((cell) => cell.includes("-"));
}

/** Names of columns of years. */
const NAMES_YEARS = /^(fiscal |calendar )?(years?|yr|fy|date|period|time|jahr|datum|année|año|anno|ano)$/i;

/** Whether four-digit numbers are years: in a column with such a name, in order and without repetition. */
export function areYears(cells: readonly string[], header: string): boolean {
  if (!NAMES_YEARS.test(header.trim())) return false;
  const years = cells.map(parseYear).filter((year) => !Number.isNaN(year));
  if (years.length < 2 || years.length < MIN_SHARE * cells.length) return false;
  const way = Math.sign(years[1] - years[0]);
  return way !== 0 && years.every((year, place) => place === 0 || Math.sign(year - years[place - 1]) === way);
}
