/** Dates and times of day in digits, parsed to milliseconds since 1970 UTC. */

/** Milliseconds per day. */
export const DAY: f64 = 86400000;

/** Parses two digits; a value above 99 if they are not digits. */
@inline
export function pair(at: usize): u32 {
  const tens = <u32>load<u8>(at) - 48;
  const ones = <u32>load<u8>(at, 1) - 48;
  return tens <= 9 && ones <= 9 ? tens * 10 + ones : 255;
}

/** Parses four digits; 0 if they are not digits. */
export function year(at: usize): u32 {
  const century = pair(at);
  const rest = pair(at + 2);
  return century <= 99 && rest <= 99 ? century * 100 + rest : 0;
}

@inline
function isSeparator(byte: u32): bool {
  return byte == 0x2d || byte == 0x2f || byte == 0x2e;
}

/** Days in a month. */
export function monthLength(y: u32, m: u32): u32 {
  // Of the centuries, only those divisible by 400 are leap years; with a factor of 25, that is divisibility by 16.
  const leap = (y & 3) == 0 && ((y & 15) == 0 || y % 25 != 0);
  return m == 2 ? (leap ? 29 : 28) : 30 + ((m + (m >> 3)) & 1);
}

/** Milliseconds at the start of a day of the Gregorian calendar, or NaN if there is no such day; years 1000 to 9999. */
@inline
export function startOfDay(y: u32, m: u32, d: u32): f64 {
  if (y < 1000 || m - 1 > 11 || d - 1 > 30) return NaN;
  if (d > 28 && d > monthLength(y, m)) return NaN;
  // Shifted years begin in March, so that the leap day comes last; from March, five months have 153 days.
  const shifted: u32 = m > 2 ? m - 3 : m + 9;
  const civil: u32 = m > 2 ? y : y - 1;
  const century: u32 = civil / 100;
  const days = civil * 365 + (civil >> 2) - century + (century >> 2) + (153 * shifted + 2) / 5 + d;
  return <f64>(<i32>days - 719469) * DAY;
}

/**
 * Adds hh:mm, hh:mm:ss or hh:mm:ss.f (up to nine digits) to the time at `out`.
 * @returns address after it, or 0
 */
export function readClock(at: usize, out: usize): usize {
  const hours = pair(at);
  const minutes = pair(at + 3);
  if (hours > 23 || minutes > 59 || load<u8>(at, 2) != 0x3a) return 0;
  let seconds: u32 = 0;
  let nanos: u32 = 0;
  at += 5;
  if (load<u8>(at) == 0x3a) {
    seconds = pair(at + 1);
    if (seconds > 59) return 0;
    at += 3;
    if (load<u8>(at) == 0x2e) {
      let unit: u32 = 100000000;
      let digit = <u32>load<u8>(++at) - 48;
      if (digit > 9) return 0;
      while (digit <= 9) {
        if (unit == 0) return 0;
        nanos += digit * unit;
        unit /= 10;
        digit = <u32>load<u8>(++at) - 48;
      }
    }
  }
  const time = ((hours * 60 + minutes) * 60 + seconds) * 1000 + nanos / 1000000;
  // Added in the order the reader of odd cells uses, so that both round alike.
  store<f64>(out, load<f64>(out) + (<f64>time + <f64>(nanos % 1000000) / 1000000));
  return at;
}

/** A day or month of one or two digits in the lower byte, its number of digits above; 0 if there is none. */
@inline
function part(at: usize): u32 {
  const first = <u32>load<u8>(at) - 48;
  const second = <u32>load<u8>(at, 1) - 48;
  return first > 9 ? 0 : second > 9 ? 0x100 | first : 0x200 | (first * 10 + second);
}

/**
 * Reads yyyy-mm-dd (order 0), yyyymmdd (1), dd/mm/yyyy (2) or mm/dd/yyyy (3) with any of - / . between; days and months may be one digit.
 * @param out receives an f64: milliseconds since 1970 UTC at the start of the day
 * @returns address after it, or 0
 */
export function readDay(at: usize, order: i32, out: usize): usize {
  let y: u32, m: u32, d: u32;
  if (order == 1) {
    y = year(at);
    m = pair(at + 4);
    d = pair(at + 6);
    at += 8;
  } else {
    y = year(at);
    if (order == 0) at += 5;
    const first = part(at);
    const separator = at + <usize>(first >> 8);
    const second = part(separator + 1);
    at = separator + 1 + <usize>(second >> 8);
    const sign = load<u8>(separator);
    if (first == 0 || second == 0 || !isSeparator(sign) || load<u8>(order == 0 ? separator - <usize>(first >> 8) - 1 : at) != sign) return 0;
    if (order != 0) {
      y = year(at + 1);
      at += 5;
    }
    m = (order == 2 ? second : first) & 0xff;
    d = (order == 2 ? first : second) & 0xff;
  }
  const time = startOfDay(y, m, d);
  if (time != time) return 0;
  store<f64>(out, time);
  return at;
}

/** UTC offset at `at` (+hh:mm, +hhmm or +hh): its length in the upper half, minutes in the lower. 0 if there is none. */
export function zoneOf(at: usize): i32 {
  const sign = load<u8>(at);
  if (sign != 0x2b && sign != 0x2d) return 0;
  const hours = pair(at + 1);
  const colon = u32(load<u8>(at, 3) == 0x3a);
  const minutes = pair(at + 3 + <usize>colon);
  const alone = minutes > 99;
  if (hours > 99 || (alone && colon)) return 0;
  const ahead = hours * 60 + (alone ? 0 : minutes);
  return ((alone ? 3 : 5 + colon) << 16) | ((sign == 0x2d ? -ahead : ahead) & 0xffff);
}

/** Milliseconds ahead of UTC, from a result of `zoneOf`. */
@inline
export function millisAhead(zone: i32): f64 {
  return <f64>(<i32>(<i16>zone) * 60000);
}

/**
 * Reads a day and optionally, after a T or (if `spaced` is 1) one blank, a time of day, with or without Z or a UTC offset.
 * @param out receives an f64: milliseconds since 1970 UTC
 * @returns address after it, or 0 if the text does not have this form
 */
export function readDate(at: usize, order: i32, spaced: i32, out: usize): usize {
  at = readDay(at, order, out);
  if (at == 0) return 0;
  const between = load<u8>(at);
  const behind = <u32>load<u8>(at, 1) - 48;
  if (between == 0x54 || (spaced && between == 0x20 && behind <= 9)) {
    at = readClock(at + 1, out);
    if (at == 0) return 0;
    const zone = zoneOf(at);
    store<f64>(out, load<f64>(out) - millisAhead(zone));
    at += load<u8>(at) == 0x5a ? 1 : <usize>(zone >> 16);
  }
  return at;
}
