import { DAY } from "../contract";
import { isWeekend } from "../series";

/** Days counted from the last of 1899, as sheets count them, or from the first of 1970, as R does. */
export type DayCount = "excel" | "days";

/** 1970-01-01, as a sheet numbers it. */
const SHEET: Record<DayCount, number> = { excel: 25_569, days: 0 };
/** What a column of days is called, others than of moments. */
const NAMES_DAYS = /date|datum|fecha|^day$|日期|日付|날짜/i;
/** 1997 and 1870 as R counts: below, numbers under a name of dates are more likely something else. */
const MIN_LATEST = 10_000;
const MIN_DAY = -36_525;
/** Rows that must fit a calendar before anything is made of it. */
const MIN_ROWS = 5;
const MIN_UNNAMED = 10;
const MIN_MONTHS = 6;
/** Longest holiday. */
const MAX_STEP = 7;
const MIN_SINGLE_STEPS = 0.6;

const isMonthStart = (day: number): boolean => new Date(day * DAY).getUTCDate() === 1;

/** Whether days are of an office's calendar: none on a Sunday, or all first or all last days of months. */
function fitsCalendar(days: readonly number[]): boolean {
  if (days.length < MIN_ROWS) return false;
  return (
    days.every((day) => new Date(day * DAY).getUTCDay() !== 0) || days.every(isMonthStart) || days.every((day) => isMonthStart(day + 1))
  );
}

const isOneWay = (days: readonly number[]): boolean => {
  const way = Math.sign(days[1] - days[0]);
  return way !== 0 && days.every((day, place) => place === 0 || Math.sign(day - days[place - 1]) === way);
};

/** A year from now: what counts further is not counted from 1970. */
const latest = (): number => Date.now() / DAY + 366;

/** What may be days counted from 1970: whole, of the past, and one after the other where they can be nothing else. */
function mayBeDays(values: readonly number[], sheet: boolean): boolean {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return values.every(Number.isInteger) && low >= MIN_DAY && high >= MIN_LATEST && high <= latest() && (sheet || isOneWay(values));
}

/**
 * Which days the numbers of a column count whose name says that they are dates: of R's and a sheet's those that fit the calendar of an office.
 * Where both or none do they are R's, as a sheet's would end before 1957, and that is not settled. Null where they are no days.
 */
export function namedDays(values: readonly number[], header: string): { kind: DayCount; settled: boolean } | null {
  const sheet = values.every((value) => value >= 10_000 && value < 100_000);
  if (!NAMES_DAYS.test(header.trim()) || values.length < 2 || !mayBeDays(values, sheet))
    return sheet ? { kind: "excel", settled: true } : null;
  const [asDays, asSheet] = [fitsCalendar(values), sheet && fitsCalendar(values.map((value) => value - SHEET.excel))];
  return asDays === asSheet ? { kind: "days", settled: !sheet } : { kind: asSheet ? "excel" : "days", settled: true };
}

/** Days of business: most of them one after the other, none of a weekend, no holidays longer than a week; or the same day of each month. */
function areOfBusiness(days: readonly number[]): boolean {
  const steps = days.slice(1).map((day, place) => Math.abs(day - days[place]));
  const single = steps.filter((step) => step === 1).length;
  if (steps.every((step) => step <= MAX_STEP))
    return days.length >= MIN_UNNAMED && single >= MIN_SINGLE_STEPS * steps.length && !days.some((day) => isWeekend(day * DAY));
  return steps.every((step) => step <= 31) && (days.every(isMonthStart) || days.every((day) => isMonthStart(day + 1)));
}

/**
 * Which days the numbers before others count that have no name: of business or of months, from 1955 on, by the one of the two counts that fits.
 * A price that rises a point a day has values on its weekends. Null where they are no days.
 */
export function unnamedDays(values: readonly number[]): DayCount | null {
  if (values.length < MIN_MONTHS || !values.every(Number.isInteger) || !isOneWay(values)) return null;
  const fits = (kind: DayCount, first: number) => {
    const days = values.map((value) => value - SHEET[kind]);
    return days.every((day) => day >= first && day <= latest()) && areOfBusiness(days);
  };
  const kinds = (["excel", "days"] as const).filter((kind) => fits(kind, kind === "excel" ? -5_479 : 3_652));
  return kinds.length === 1 ? kinds[0] : null;
}
