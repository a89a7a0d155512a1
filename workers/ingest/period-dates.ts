import { DAY } from "../contract";
import { dayNumber, fullYear, monthNumber } from "./calendar";

/** Of plausible years: 240102 is no month of the year 2401. */
const COMPACT = /^(1[5-9]\d\d|2[01]\d\d)(\d{2})$/;
/** Months as hundredths of a year, whose October is .1 as a number is written. */
const HUNDREDTHS = /^(1[5-9]\d\d|2[01]\d\d)\.(0[1-9]|1[0-2]?)$/;
const YEAR = /^(1[5-9]\d\d|2[01]\d\d)(?:\.0)?$/;
const WEEK = /^(\d{4})-?W(\d{2})(?:-?([1-7]))?$/i;
/** A week as pandas writes it. */
const FROM_TO = /^(\d{4})-(\d{2})-(\d{2})\/\d{4}-\d{2}-\d{2}$/;
const MONTH_FIRST = /^(0?[1-9]|1[0-2])[-/](\d{4})$/;
/** As in Germany; a number too, so that the month has two digits. */
const MONTH_POINT = /^(0[1-9]|1[0-2])\.(1[5-9]\d\d|2[01]\d\d)$/;
const ORDINAL = /^(19\d\d|2[01]\d\d)-?(\d{3})$/;
/** The first month of a year, or one that is written as its fraction. */
const FRACTION = /^(1[5-9]\d\d|2[01]\d\d)(\.\d+)?$/;
/** How far twelve times the fraction of a month, which may have two digits, is from a whole number. */
const MAX_OFF = 0.07;
/** Months and quarters of gretl. */
const AFTER_COLON = /^(\d{4}):(?:(\d{2})|([1-4]))$/;
const NUMBERED = /^(\d{4})[- ]?M(\d{1,2})$/i;
const NAMED = /^(\p{L}{3,10})\.?(?:[-/ ,]+| de )(\d{4}|\d{2})$/iu;
const YEAR_NAMED = /^(\d{4})[-/ ](\p{L}{3,10})\.?$/iu;
const QUARTER = /^(\d{4})[-/ ]?Q([1-4])$/i;
const QUARTER_FIRST = /^Q([1-4])[-/ ](\d{4}|\d{2})$/i;

const month = (year: string, number: number): number => dayNumber(fullYear(year), number, 1);
const quarter = (year: string, number: string): number => month(year, 3 * Number(number) - 2);

/** A day of a week of ISO 8601, whose first one has the 4th of January; NaN of a week that the year does not have. */
function weekDay(year: number, week: number, day: number): number {
  const fourth = Date.UTC(year, 0, 4);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY + (week - 1) * 7 * DAY;
  const isOfYear = week > 0 && new Date(monday + 3 * DAY).getUTCFullYear() === year;
  return isOfYear ? monday + (day - 1) * DAY : Number.NaN;
}

/** The first day of a year, as milliseconds since 1970 UTC; NaN of anything else. */
export function parseYear(text: string): number {
  const year = YEAR.exec(text);
  return year ? dayNumber(Number(year[1]), 1, 1) : Number.NaN;
}

/** A day of a year as ISO 8601 counts it, 2024-002, or without the dash; NaN of anything else. */
export function parseOrdinal(text: string): number {
  const [, year, day] = ORDINAL.exec(text) ?? [];
  const time = Date.UTC(Number(year), 0, Number(day));
  return new Date(time).getUTCFullYear() === Number(year) && day !== "000" ? time : Number.NaN;
}

/** The month of a year with a fraction, 2010.0833, as R numbers the rows of a time series; NaN where it is none of twelve. */
export function parseFraction(text: string): number {
  const [, year, fraction = "0"] = FRACTION.exec(text) ?? [];
  const months = 12 * Number(fraction);
  const whole = Math.round(months);
  return year !== undefined && whole < 12 && Math.abs(months - whole) <= MAX_OFF ? dayNumber(Number(year), whole + 1, 1) : Number.NaN;
}

/**
 * The first day, as milliseconds since 1970 UTC, of a month, a quarter or a week as statistical offices and programs write it: 202401, 2024M1,
 * 2024.01, 01/2024, 2024:01, Jan-24, January 2024, 2024 JAN, 2024-Q1, Q1 2024, 2024-W01, 2024-01-01/2024-01-07. NaN of anything else.
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

/** What a column of months or quarters is called. */
const NAMES_PERIODS = /date|month|period|quarter|monat|mois|\bmes\b|datum|fecha/i;
const NAMES_DAYS = /^(date|dates|day|datum|fecha|data|time|timestamp)$/i;
/** From this share of its cells on a column is one of dates. */
export const MIN_SHARE = 0.8;

/** Of cells that are written as a pattern has it, the months counted through; null where too few are. */
function monthsOf(cells: readonly string[], pattern: RegExp): number[] | null {
  const times = cells.filter((cell) => pattern.test(cell)).map(parsePeriod);
  const months = times.filter((time) => !Number.isNaN(time)).map((time) => new Date(time));
  return months.length < MIN_SHARE * cells.length ? null : months.map((time) => 12 * time.getUTCFullYear() + time.getUTCMonth());
}

const areConsecutive = (months: readonly number[]): boolean =>
  months.length > 2 && months.every((one, place) => place === 0 || one === months[place - 1] + 1);

/**
 * Whether numbers are months: of six digits, 202401, in a column whose name says so, or in the first one if each is the month after the one
 * before; with a point, 2024.01 as Robert Shiller writes them, where both hold. A table of years below the months, as Kenneth French appends it,
 * is no part of them.
 */
export function areMonths(cells: readonly string[], header: string, firstColumn: boolean): boolean {
  const named = NAMES_PERIODS.test(header);
  const compact = monthsOf(cells, COMPACT);
  if (compact) return named || (firstColumn && areConsecutive(compact));
  // Numbers too: they must be months in a row, in either direction.
  const written = named ? (monthsOf(cells, HUNDREDTHS) ?? monthsOf(cells, MONTH_POINT)) : null;
  return written !== null && (areConsecutive(written) || areConsecutive([...written].reverse()));
}

/** Whether numbers are years with their months as fractions: in a column whose name says so, with the same step of months, in their order. */
export function areFractions(cells: readonly string[], header: string): boolean {
  if (!NAMES_YEARS.test(header.trim()) || cells.length < 3) return false;
  const months = cells.map((cell) => new Date(parseFraction(cell))).map((time) => 12 * time.getUTCFullYear() + time.getUTCMonth());
  const step = months[1] - months[0];
  return (Math.abs(step) === 1 || Math.abs(step) === 3) && months.every((month, row) => row === 0 || month - months[row - 1] === step);
}

/** Whether cells are years with days of the year: in a column whose name says so, or in a first one without a name, whose heading is the first of them, in order. */
export function areOrdinals(cells: readonly string[], header: string, firstColumn: boolean): boolean {
  const days = cells.map(parseOrdinal);
  const read = days.filter((day) => !Number.isNaN(day)).length;
  if (read < MIN_SHARE * cells.length) return false;
  const way = Math.sign(days[1] - days[0]);
  const inOrder = way !== 0 && days.every((day, row) => row === 0 || Math.sign(day - days[row - 1]) === way);
  // Without the dash they are numbers.
  const written = cells.every((cell) => cell.includes("-")) || inOrder;
  return NAMES_DAYS.test(header.trim())
    ? written
    : firstColumn && !Number.isNaN(parseOrdinal(header.trim())) && inOrder && cells.every((cell) => cell.includes("-"));
}

/** What a column of years is called. */
const NAMES_YEARS = /^(fiscal |calendar )?(years?|yr|fy|date|period|time|jahr|datum|année|año|anno|ano)$/i;

/** Whether numbers of four digits are years: in a column whose name says so, each once, in their order. */
export function areYears(cells: readonly string[], header: string): boolean {
  if (!NAMES_YEARS.test(header.trim())) return false;
  const years = cells.map(parseYear).filter((year) => !Number.isNaN(year));
  if (years.length < 2 || years.length < MIN_SHARE * cells.length) return false;
  const way = Math.sign(years[1] - years[0]);
  return way !== 0 && years.every((year, place) => place === 0 || Math.sign(year - years[place - 1]) === way);
}
