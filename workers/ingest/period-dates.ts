import { dayNumber, fullYear, monthNumber } from "./calendar";

/** Of plausible years: 240102 is no month of the year 2401. */
const COMPACT = /^(1[5-9]\d\d|2[01]\d\d)(\d{2})$/;
const NUMBERED = /^(\d{4})[- ]?M(\d{1,2})$/i;
const NAMED = /^([a-z]{3,9})\.?[-/ ,]+(\d{4}|\d{2})$/i;
const YEAR_NAMED = /^(\d{4})[-/ ]([a-z]{3,9})$/i;
const QUARTER = /^(\d{4})[-/ ]?Q([1-4])$/i;
const QUARTER_FIRST = /^Q([1-4])[-/ ](\d{4}|\d{2})$/i;

const month = (year: string, number: number): number => dayNumber(fullYear(year), number, 1);
const quarter = (year: string, number: string): number => month(year, 3 * Number(number) - 2);

/**
 * The first day, as milliseconds since 1970 UTC, of a month or a quarter as statistical offices write it: 202401, 2024M1, Jan-24, January 2024,
 * 2024 JAN, 2024-Q1, Q1 2024. NaN of anything else.
 */
export function parsePeriod(text: string): number {
  const compact = COMPACT.exec(text) ?? NUMBERED.exec(text);
  if (compact) return month(compact[1], Number(compact[2]));
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
/** From this share of its cells on a column is one of dates. */
export const MIN_SHARE = 0.8;

/**
 * Whether numbers of six digits are months, 202401: in a column whose name says so, or in the first one if each is the month after the one
 * before. A table of years below the months, as Kenneth French appends it, is no part of them.
 */
export function areMonths(cells: readonly string[], header: string, firstColumn: boolean): boolean {
  const months = cells.filter((cell) => COMPACT.test(cell) && !Number.isNaN(parsePeriod(cell))).map(Number);
  if (months.length < MIN_SHARE * cells.length) return false;
  if (NAMES_PERIODS.test(header)) return true;
  const after = (one: number) => (one % 100 === 12 ? one + 89 : one + 1);
  return firstColumn && months.length > 2 && months.every((one, place) => place === 0 || one === after(months[place - 1]));
}
