import { DAY } from "../contract";
import { isWeekend } from "../series";

/** Day counts of spreadsheets (1 = 1900-01-01, except for Excel's extra leap day) and of R (0 = 1970-01-01). */
type DayCount = "excel" | "days";

/** Spreadsheet number of 1970-01-01, and R's. */
const SHEET: Record<DayCount, number> = { excel: 25_569, days: 0 };
/** Names of day columns rather than columns of times. */
const NAMES_DAYS = /date|datum|fecha|^day$|日期|日付|날짜/i;
/** The year 1997, which some day must reach, and 1870: other numbers under a date name are more likely something else. */
const MIN_LATEST = 10_000;
const MIN_DAY = -36_525;
/** Minimum number of rows to match against a calendar. */
const MIN_ROWS = 5;
const MIN_UNNAMED = 10;
const MIN_MONTHS = 6;
/** Longest holiday. */
const MAX_STEP = 7;
const MIN_SINGLE_STEPS = 0.6;

const isMonthStart = (day: number): boolean => new Date(day * DAY).getUTCDate() === 1;

/** Whether days match a business calendar: none on a Sunday, or all first or all last days of months. */
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

/** One year from now: larger numbers are not days since 1970. */
const latest = (): number => Date.now() / DAY + 366;

/** Whether numbers may be days since 1970: integers of plausible years and, unless in a spreadsheet's range, strictly monotonic. */
function mayBeDays(values: readonly number[], sheet: boolean): boolean {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return values.every(Number.isInteger) && low >= MIN_DAY && high >= MIN_LATEST && high <= latest() && (sheet || isOneWay(values));
}

/**
 * The day count of a column named as dates: R's or a spreadsheet's, whichever fits a business calendar. If both or neither do, R's is
 * assumed (a spreadsheet's would end before 1957) and marked as unsettled. Null if the numbers are not days.
 */
export function namedDays(values: readonly number[], header: string): { kind: DayCount; settled: boolean } | null {
  const sheet = values.every((value) => value >= 10_000 && value < 100_000);
  if (!NAMES_DAYS.test(header.trim()) || values.length < 2 || !mayBeDays(values, sheet))
    return sheet ? { kind: "excel", settled: true } : null;
  const [asDays, asSheet] = [fitsCalendar(values), sheet && fitsCalendar(values.map((value) => value - SHEET.excel))];
  return asDays === asSheet ? { kind: "days", settled: !sheet } : { kind: asSheet ? "excel" : "days", settled: true };
}

/** Business days: most of them consecutive, none on a weekend, no holidays longer than a week; or the same day of each month. */
function areOfBusiness(days: readonly number[]): boolean {
  const steps = days.slice(1).map((day, place) => Math.abs(day - days[place]));
  const single = steps.filter((step) => step === 1).length;
  if (steps.every((step) => step <= MAX_STEP))
    return days.length >= MIN_UNNAMED && single >= MIN_SINGLE_STEPS * steps.length && !days.some((day) => isWeekend(day * DAY));
  return steps.every((step) => step <= 31) && (days.every(isMonthStart) || days.every((day) => isMonthStart(day + 1)));
}

/**
 * The day count of an unnamed column before other numbers: the one of the two that gives business days or monthly dates from 1955 on. (A
 * price that rises a point a day would have values on weekends.) Null if they are not days.
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
