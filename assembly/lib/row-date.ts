import { DAY, monthLength, pair, year } from "./decimal-date";

/**
 * The dates of a run of rows that all write them alike: the sixteen bytes of a date in the current month, with zeros for its day and
 * including the byte after the date; how much higher each byte may be; the day before that month and its number of days.
 */
const DATES: usize = memory.data(48, 16);
const LIMITS: usize = 16;
const MONTH_BASE: usize = 32;
const DAYS: usize = 40;
const FORM: usize = 44;

/** Positions of the parts of a date by order: year, month, day, and its length. */
const PLACES: usize = memory.data<u8>([0, 5, 8, 10, 0, 4, 6, 8, 6, 3, 0, 10, 6, 0, 3, 10]);

/** Clears the month, for dates in a given order of `readDay`. */
export function beginDates(order: i32): void {
  v128.store(DATES, i8x16.splat(-1));
  v128.store(DATES, i8x16.splat(0), LIMITS);
  store<u32>(DATES, load<u32>(PLACES + (<usize>order << 2)), FORM);
}

/** Length of a date in bytes. */
@inline
export function dateBytes(): usize {
  return <usize>load<u8>(DATES, FORM + 3);
}
@inline
export function datePattern(): v128 {
  return v128.load(DATES);
}
@inline
export function dateLimits(): v128 {
  return v128.load(DATES, LIMITS);
}
/** Position of the day within a date. */
@inline
export function dayPlace(): usize {
  return <usize>load<u8>(DATES, FORM + 2);
}
@inline
export function monthBase(): f64 {
  return load<f64>(DATES, MONTH_BASE);
}
@inline
export function days(): u32 {
  return load<u32>(DATES, DAYS);
}

/** Whether a date in the current month begins at `at`, followed by the same byte. */
export function isInMonth(at: usize): bool {
  return !v128.any_true(i8x16.sub_sat_u(v128.xor(v128.load(at), datePattern()), dateLimits()));
}

/** Makes the month of the date at `at`, whose time is `time`, the current one; `behind` is the byte that must follow dates. */
export function noteMonth(at: usize, time: f64, behind: u32): void {
  const place = dayPlace();
  const bytes = dateBytes();
  for (let byte: usize = 0; byte < 16; byte++) {
    const ofDay = byte - place < 2;
    store<u8>(DATES + byte, ofDay ? 48 : byte < bytes ? load<u8>(at + byte) : byte == bytes ? behind : 0);
    store<u8>(DATES + byte, ofDay ? 9 : byte <= bytes ? 0 : 255, LIMITS);
  }
  store<f64>(DATES, time - <f64>pair(at + place) * DAY, MONTH_BASE);
  store<u32>(DATES, monthLength(year(at + <usize>load<u8>(DATES, FORM)), pair(at + <usize>load<u8>(DATES, FORM + 1))), DAYS);
}

/** Day of the month at the two digits at `at`. */
@inline
export function dayOf(at: usize): u32 {
  const digits = <u32>load<u16>(at) - 0x3030;
  return (digits & 0xff) * 10 + (digits >> 8);
}

/** Time of a date in the current month, or NaN. */
@inline
export function timeOf(at: usize, pattern: v128, limits: v128, place: usize, monthBase: f64, days: u32): f64 {
  const day = dayOf(at + place);
  const others = i8x16.sub_sat_u(v128.xor(v128.load(at), pattern), limits);
  return day - 1 < days && !v128.any_true(others) ? monthBase + <f64>(<i32>day) * DAY : NaN;
}
