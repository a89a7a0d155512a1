import { isEightDigits } from "./decimal";

/** Dates and times of day written in digits, to milliseconds since 1970 UTC. */

const HOUR: i64 = 3600000;
const MINUTE: i64 = 60000;
const DAY: f64 = 86400000;

/** Two digits, or a number above 99. */
@inline
function pair(at: usize): u32 {
  const tens = <u32>load<u8>(at) - 48;
  const ones = <u32>load<u8>(at, 1) - 48;
  return tens <= 9 && ones <= 9 ? tens * 10 + ones : 255;
}

@inline
function year(at: usize): u32 {
  const century = pair(at);
  const rest = pair(at + 2);
  return century <= 99 && rest <= 99 ? century * 100 + rest : 0;
}

@inline
function isSeparator(byte: u32): bool {
  return byte == 0x2d || byte == 0x2f || byte == 0x2e;
}

@inline
function monthLength(y: u32, m: u32): u32 {
  // A year that 16 divides is a leap year even where 100 divides it.
  const leap = (y & 3) == 0 && ((y & 15) == 0 || y % 25 != 0);
  return m == 2 ? (leap ? 29 : 28) : 30 + ((m + (m >> 3)) & 1);
}

/** Days of the month of a date yyyy-mm-dd that `readDate` understands. */
export function daysOfMonth(at: usize): u32 {
  return monthLength(year(at), pair(at + 5));
}

/** Milliseconds at the start of a day of the Gregorian calendar, or NaN where there is no such day; years 1000 to 9999. */
@inline
export function startOfDay(y: u32, m: u32, d: u32): f64 {
  if (y < 1000 || m - 1 > 11 || d - 1 > 30) return NaN;
  if (d > 28 && d > monthLength(y, m)) return NaN;
  // Years begin in March, so that the leap day is the last of a year; months from March have 153 days in five.
  const shifted: u32 = m > 2 ? m - 3 : m + 9;
  const civil: u32 = m > 2 ? y : y - 1;
  const century: u32 = civil / 100;
  const days = civil * 365 + (civil >> 2) - century + (century >> 2) + (153 * shifted + 2) / 5 + d;
  return <f64>(<i32>days - 719469) * DAY;
}

/**
 * Adds hh:mm, hh:mm:ss or hh:mm:ss.f (up to three digits) to the time at `out`.
 * @returns address behind it, or 0
 */
export function readClock(at: usize, out: usize): usize {
  const hours = pair(at);
  const minutes = pair(at + 3);
  if (hours > 23 || minutes > 59 || load<u8>(at, 2) != 0x3a) return 0;
  let time = <i64>hours * HOUR + <i64>minutes * MINUTE;
  at += 5;
  if (load<u8>(at) == 0x3a) {
    const seconds = pair(at + 1);
    if (seconds > 59) return 0;
    time += <i64>seconds * 1000;
    at += 3;
    if (load<u8>(at) == 0x2e) {
      let unit: i64 = 100;
      let digit = <u32>load<u8>(++at) - 48;
      if (digit > 9) return 0;
      while (digit <= 9) {
        if (unit == 0) return 0;
        time += <i64>digit * unit;
        unit /= 10;
        digit = <u32>load<u8>(++at) - 48;
      }
    }
  }
  store<f64>(out, load<f64>(out) + <f64>time);
  return at;
}

/** yyyy-mm-dd (order 0), yyyymmdd (1), dd/mm/yyyy (2) or mm/dd/yyyy (3) with any of - / . between; address behind it, or 0. */
export function readDay(at: usize, order: i32, out: usize): usize {
  let y: u32, m: u32, d: u32;
  let end: usize;
  if (order == 1) {
    y = year(at);
    m = pair(at + 4);
    d = pair(at + 6);
    end = at + 8;
  } else {
    const first = order == 0 ? <usize>4 : <usize>2;
    const separator = <u32>load<u8>(at + first);
    if (!isSeparator(separator) || <u32>load<u8>(at + first + 3) != separator) return 0;
    if (order == 0) {
      // yyyy-mm- in one word, zeros in place of the separators.
      const word = (load<u64>(at) & 0x00ffff00ffffffff) | 0x3000003000000000;
      if (!isEightDigits(word)) return 0;
      const pairs = ((word & 0x0f0f0f0f0f0f0f0f) * 2561) >> 8;
      y = <u32>(pairs & 0xff) * 100 + (<u32>(pairs >> 16) & 0xff);
      m = (<u32>(pairs >> 32) & 0xff) * 10 + (<u32>(word >> 48) & 15);
      d = pair(at + 8);
    } else {
      y = year(at + 6);
      m = pair(order == 2 ? at + 3 : at);
      d = pair(order == 2 ? at : at + 3);
    }
    end = at + 10;
  }
  const time = startOfDay(y, m, d);
  if (time != time) return 0;
  store<f64>(out, time);
  return end;
}

/**
 * Reads a day and, behind a T or (where `spaced` is 1) one blank, a time of day with an optional Z.
 * @param out where the f64 goes: milliseconds since 1970 UTC
 * @returns address behind it, or 0 where the text is not of this form
 */
export function readDate(at: usize, order: i32, spaced: i32, out: usize): usize {
  at = readDay(at, order, out);
  if (at == 0) return 0;
  const between = load<u8>(at);
  const behind = <u32>load<u8>(at, 1) - 48;
  if (between == 0x54 || (spaced && between == 0x20 && behind <= 9)) {
    at = readClock(at + 1, out);
    if (at != 0 && load<u8>(at) == 0x5a) at++;
  }
  return at;
}
