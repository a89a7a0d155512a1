/**
 * The time of day behind the dates of a run of rows, where every row writes it alike: T or a blank, hh:mm, perhaps :ss, up to three
 * digits of a second, and Z. What stands in the sixteen bytes behind a date, how much above that it may be, and which byte each digit
 * is, the first nine being hhmmss and milliseconds (above 15: none, a zero).
 */
const CLOCK: usize = memory.data(52, 16);
const LIMITS: usize = 16;
const ORDER: usize = 32;
const LENGTH: usize = 48;

const DATE: usize = 10;

/** Bytes of a date, its time of day and the delimiter behind it. */
@inline
export function datedBytes(): usize {
  return DATE + <usize>load<u32>(CLOCK, LENGTH);
}
/** True where a time of day stands behind dates. */
@inline
export function isClocked(): bool {
  return load<u32>(CLOCK, LENGTH) > 1;
}
/** The byte behind a date. */
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

/** Notes one byte behind a date: what stands there, and what may. */
@inline
function noteByte(place: usize, byte: u32, limit: u32): void {
  store<u8>(CLOCK + place, byte);
  store<u8>(CLOCK + place, limit, LIMITS);
}

/** Notes what stands behind a date from `at` to the delimiter at `end`, which `readDate` has read. */
export function noteClock(at: usize, end: usize, delimiter: u32): void {
  v128.store(CLOCK, i8x16.splat(0));
  v128.store(CLOCK, i8x16.splat(-1), LIMITS);
  v128.store(CLOCK, i8x16.splat(-1), ORDER);
  let order = CLOCK + ORDER;
  for (let byte = at; byte < end; byte++) {
    const place = byte - at;
    const sign = <u32>load<u8>(byte);
    if (sign - 48 > 9) {
      noteByte(place, sign, 0);
    } else {
      // Hours are below 30 here, minutes and seconds below 60.
      noteByte(place, 48, place == 1 ? 2 : place < 9 && place % 3 == 1 ? 5 : 9);
      store<u8>(order++, <u8>place);
    }
  }
  noteByte(end - at, delimiter, 0);
  store<u32>(CLOCK, <u32>(end - at) + 1, LENGTH);
}

/** Milliseconds since midnight of the time of day behind a date at `at`, or -1 where none stands there as noted. */
@inline
export function timeOfDay(at: usize, pattern: v128, limits: v128, order: v128): i32 {
  const digits = v128.xor(v128.load(at, DATE), pattern);
  if (v128.any_true(i8x16.sub_sat_u(digits, limits))) return -1;
  const ordered = v128.swizzle(digits, order);
  // Two digits a number: hours, minutes, seconds and hundredths in every other byte.
  const pairs = (<u64>i64x2.extract_lane(ordered, 0) * 2561) >> 8;
  const hours = <i32>(pairs & 0xff);
  const minutes = <i32>((pairs >> 16) & 0xff);
  const seconds = <i32>((pairs >> 32) & 0xff);
  const hundredths = <i32>(pairs >> 48);
  const time = ((hours * 60 + minutes) * 60 + seconds) * 1000 + hundredths * 10 + <i32>i8x16.extract_lane_u(ordered, 8);
  return hours < 24 ? time : -1;
}
