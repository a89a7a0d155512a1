import { millisAhead, zoneOf } from "./decimal-date";

/**
 * The time of day after the dates of a run of rows that all write it alike: T or a blank, hh:mm, optionally :ss and up to six decimals of a
 * second, optionally Z or a UTC offset. Holds, for the 32 bytes after a date including the delimiter, the lowest byte allowed and how much
 * higher it may be; then the byte each digit is taken from: hhmmss, then the decimals of the second (above 15: none, a zero).
 */
const CLOCK: usize = memory.data(96, 16);
const LIMITS: usize = 32;
const ORDER: usize = 64;
/** f64: milliseconds ahead of UTC. */
const ZONE: usize = 80;
/** u32: bytes after a date, delimiter included. */
const LENGTH: usize = 88;

const PLUS: u32 = 0x2b;
const MINUS: u32 = 0x2d;
const VECTOR: usize = 16;

@inline
export function clockBytes(): usize {
  return <usize>load<u32>(CLOCK, LENGTH);
}
/** The byte after a date. */
@inline
export function behindDate(): u32 {
  return <u32>load<u8>(CLOCK);
}
@inline
export function clockPattern(): v128 {
  return v128.load(CLOCK);
}
@inline
export function clockLimits(): v128 {
  return v128.load(CLOCK, LIMITS);
}
@inline
export function clockOrder(): v128 {
  return v128.load(CLOCK, ORDER);
}
@inline
export function zone(): f64 {
  return load<f64>(CLOCK, ZONE);
}

/**
 * Records the format of the time after a date, from `at` to the delimiter at `end`, as parsed by `readDate`.
 * @returns false if it is too long for `clockOf`
 */
export function noteClock(at: usize, end: usize, delimiter: u32): bool {
  if (end - at >= 2 * VECTOR) return false;
  // Default: any byte after the delimiter; no digits; no zone.
  memory.fill(CLOCK + LIMITS, 255, 48);
  store<f64>(CLOCK, 0, ZONE);
  let digits: usize = 0;
  let inZone = false;
  for (let byte = at; byte <= end; byte++) {
    const place = byte - at;
    const sign = byte == end ? delimiter : <u32>load<u8>(byte);
    let least = sign;
    let above: u32 = 0;
    if (sign == PLUS || sign == MINUS) {
      inZone = true;
      store<f64>(CLOCK, millisAhead(zoneOf(byte)), ZONE);
    } else if (!inZone && sign - 48 <= 9) {
      if (place >= VECTOR) return false;
      least = 48;
      // Digit limits: hours below 30, minutes and seconds below 60.
      above = digits == 0 ? 2 : digits == 2 || digits == 4 ? 5 : 9;
      store<u8>(CLOCK + digits++, place, ORDER);
    }
    store<u8>(CLOCK + place, least);
    store<u8>(CLOCK + place, above, LIMITS);
  }
  store<u32>(CLOCK, <u32>(end - at) + 1, LENGTH);
  return true;
}

/**
 * Milliseconds since midnight of the time of day behind a date, or NaN if it does not have the recorded format; rounded as in `readClock`.
 * @param at first byte after the date
 */
@inline
export function clockOf(at: usize, pattern: v128, limits: v128, order: v128): f64 {
  const digits = v128.xor(v128.load(at), pattern);
  let others = i8x16.sub_sat_u(digits, limits);
  if (clockBytes() > VECTOR) {
    const rest = v128.xor(v128.load(at, VECTOR), v128.load(CLOCK, VECTOR));
    others = v128.or(others, i8x16.sub_sat_u(rest, v128.load(CLOCK, LIMITS + VECTOR)));
  }
  const ordered = v128.swizzle(digits, order);
  // Two digits per number: hours, minutes, seconds and hundredths in every other byte.
  const pairs = (<u64>i64x2.extract_lane(ordered, 0) * 2561) >> 8;
  const hours = <i32>(pairs & 0xff);
  if (v128.any_true(others) || hours > 23) return NaN;
  const minutes = hours * 60 + <i32>((pairs >> 16) & 0xff);
  const time = (minutes * 60 + <i32>((pairs >> 32) & 0xff)) * 1000 + <i32>(pairs >> 48) * 10;
  const rest = <u32>i64x2.extract_lane(ordered, 1);
  const micros = ((rest >> 8) & 0xff) * 100 + ((rest >> 16) & 0xff) * 10 + (rest >> 24);
  return <f64>(time + <i32>(rest & 0xff)) + <f64>(<i32>micros) / 1000;
}
