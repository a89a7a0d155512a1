import { DAY, monthLength, pair, year } from "./decimal-date";

/**
 * The dates of a run of rows, where every row writes them alike: what stands in the sixteen bytes of the month met last, its day as zeros and
 * the byte behind it included, how much above that it may be, the eve of that month and its days.
 */
const DATES: usize = memory.data(48, 16);
const LIMITS: usize = 16;
const EVE: usize = 32;
const DAYS: usize = 40;
const FORM: usize = 44;

/** Places of the parts of a date by the order they stand in: year, month, day, and its bytes. */
const PLACES: usize = memory.data<u8>([0, 5, 8, 10, 0, 4, 6, 8, 6, 3, 0, 10, 6, 0, 3, 10]);

/** Forgets the month, of dates in an order that `readDay` knows. */
export function beginDates(order: i32): void {
  v128.store(DATES, i8x16.splat(-1));
  v128.store(DATES, i8x16.splat(0), LIMITS);
  store<u32>(DATES, load<u32>(PLACES + (<usize>order << 2)), FORM);
}

/** Bytes of a date. */
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
/** Place of the day in a date. */
@inline
export function dayPlace(): usize {
  return <usize>load<u8>(DATES, FORM + 2);
}
@inline
export function eve(): f64 {
  return load<f64>(DATES, EVE);
}
@inline
export function days(): u32 {
  return load<u32>(DATES, DAYS);
}

/** True where a date in the month met last begins, with the same byte behind it. */
export function isInMonth(at: usize): bool {
  return !v128.any_true(i8x16.sub_sat_u(v128.xor(v128.load(at), datePattern()), dateLimits()));
}

/** Notes the month of a date at `at` that begins at `time`, and the byte that is to stand behind dates. */
export function noteMonth(at: usize, time: f64, behind: u32): void {
  const place = dayPlace();
  const bytes = dateBytes();
  for (let byte: usize = 0; byte < 16; byte++) {
    const ofDay = byte - place < 2;
    store<u8>(DATES + byte, ofDay ? 48 : byte < bytes ? load<u8>(at + byte) : byte == bytes ? behind : 0);
    store<u8>(DATES + byte, ofDay ? 9 : byte <= bytes ? 0 : 255, LIMITS);
  }
  store<f64>(DATES, time - <f64>pair(at + place) * DAY, EVE);
  store<u32>(DATES, monthLength(year(at + <usize>load<u8>(DATES, FORM)), pair(at + <usize>load<u8>(DATES, FORM + 1))), DAYS);
}

/** Day of the month at the two digits at `at`. */
@inline
export function dayOf(at: usize): u32 {
  const digits = <u32>load<u16>(at) - 0x3030;
  return (digits & 0xff) * 10 + (digits >> 8);
}

/** Time of a date in the month met last, or NaN. */
@inline
export function timeOf(at: usize, pattern: v128, limits: v128, place: usize, eve: f64, days: u32): f64 {
  const day = dayOf(at + place);
  const others = i8x16.sub_sat_u(v128.xor(v128.load(at), pattern), limits);
  return day - 1 < days && !v128.any_true(others) ? eve + <f64>(<i32>day) * DAY : NaN;
}
