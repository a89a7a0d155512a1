import { eightDigits } from "./short-decimal";

/**
 * Correctly rounded decimal to double: exact arithmetic for short numbers (Clinger 1990), else the 128-bit product of Eisel and Lemire
 * ("Number parsing at a gigabyte per second", 2021). Numbers that neither resolves — more than 19 digits, results below 2^-1022 or beyond
 * the largest double — are left to the caller as odd.
 */

const MIN_POWER: i32 = -342;
const MAX_POWER: i32 = 308;
const POWERS: usize = memory.data((MAX_POWER - MIN_POWER + 1) * 16, 16);
const TENS: usize = memory.data<f64>([
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
]);
const MAX_DIGITS: i32 = 19;

/**
 * Address of the table of powers of five, which the host fills once: for q = -342 … 308 the upper and the lower 64 bits of 5^q, scaled to
 * 128 bits, rounded down for q >= 0 and up for q < 0; u64[651][2].
 */
export function decimalPowers(): usize {
  return POWERS;
}

@inline
function upperProduct(a: u64, b: u64): u64 {
  const aLow = a & 0xffffffff;
  const aHigh = a >> 32;
  const bLow = b & 0xffffffff;
  const bHigh = b >> 32;
  const middle = aHigh * bLow + ((aLow * bLow) >> 32);
  const cross = aLow * bHigh + (middle & 0xffffffff);
  return aHigh * bHigh + (middle >> 32) + (cross >> 32);
}

/** w · 10^q for w > 0, correctly rounded, or NaN if 128 bits do not determine it or the result is not a normal double. */
function roundedProduct(w: u64, q: i32): f64 {
  if (q < MIN_POWER || q > MAX_POWER) return NaN;
  const shift = <i32>clz(w);
  const factor = w << shift;
  const power = POWERS + (<usize>(q - MIN_POWER) << 4);
  const first = load<u64>(power);
  let upper = upperProduct(factor, first);
  let lower = factor * first;
  // The nine bits below the mantissa are all ones: the lower half of the power may carry into them.
  if ((upper & 0x1ff) == 0x1ff) {
    const more = upperProduct(factor, load<u64>(power, 8));
    lower += more;
    if (lower < more) upper++;
  }
  if (lower == u64.MAX_VALUE && (q < -27 || q > 55)) return NaN;
  const top = <i32>(upper >> 63);
  let mantissa = upper >> (top + 9);
  let exponent = ((217706 * q) >> 16) + 63 + top - shift + 1023;
  if (exponent <= 0) return NaN;
  // Halfway between two doubles: round to even.
  if (lower <= 1 && q >= -4 && q <= 23 && (mantissa & 3) == 1 && mantissa << (top + 9) == upper) mantissa &= ~(<u64>1);
  mantissa = (mantissa + (mantissa & 1)) >> 1;
  if (mantissa >= <u64>1 << 53) {
    mantissa = <u64>1 << 52;
    exponent++;
  }
  if (exponent >= 0x7ff) return NaN;
  return reinterpret<f64>((mantissa & ~(<u64>1 << 52)) | (<u64>exponent << 52));
}

/**
 * w / 10^places for w > 0 and 5 <= places <= 27, correctly rounded: 128 bits always determine this quotient, which is never halfway between
 * two doubles.
 */
@inline
export function quotientOfTens(w: u64, places: i32): f64 {
  const shift = <i32>clz(w);
  const factor = w << shift;
  const power = POWERS + (<usize>(-MIN_POWER - places) << 4);
  const first = load<u64>(power);
  let upper = upperProduct(factor, first);
  if ((upper & 0x1ff) == 0x1ff) {
    const lower = factor * first;
    upper += u64(lower + upperProduct(factor, load<u64>(power, 8)) < lower);
  }
  const top = <i32>(upper >> 63);
  const mantissa = upper >> (top + 9);
  const exponent = ((-217706 * places) >> 16) + 63 + top - shift + 1023;
  // Rounded up to 2^53 the mantissa carries into the exponent.
  return reinterpret<f64>((<u64>(exponent - 1) << 52) + ((mantissa + 1) >> 1));
}

/** True where all eight bytes are digits. */
@inline
export function isEightDigits(bytes: u64): bool {
  return ((bytes & 0xf0f0f0f0f0f0f0f0) | (((bytes + 0x0606060606060606) & 0xf0f0f0f0f0f0f0f0) >> 4)) == 0x3333333333333333;
}

/**
 * Reads an optional sign, digits with an optional decimal sign, and an optional exponent.
 * @param at first byte; the text must end in a byte that cannot continue a number
 * @param point byte of the decimal sign
 * @param out receives an f64
 * @returns address after the number, or 0 if no number starts there or it is left to the caller
 */
export function readDecimal(at: usize, point: i32, out: usize): usize {
  const sign = <i32>load<u8>(at);
  if (sign == 0x2d || sign == 0x2b) at++;
  const start = at;
  let w: u64 = 0;
  let digit = <u32>load<u8>(at) - 48;
  while (digit <= 9) {
    w = w * 10 + digit;
    digit = <u32>load<u8>(++at) - 48;
  }
  let digits = <i32>(at - start);
  let power: i32 = 0;
  if (digit + 48 == <u32>point) {
    const fraction = ++at;
    const eight = load<u64>(at);
    if (isEightDigits(eight)) {
      w = w * 100000000 + eightDigits(eight);
      at += 8;
    }
    digit = <u32>load<u8>(at) - 48;
    while (digit <= 9) {
      w = w * 10 + digit;
      digit = <u32>load<u8>(++at) - 48;
    }
    power = <i32>(fraction - at);
    digits -= power;
  }
  if (digits == 0) return 0;
  if (digits > MAX_DIGITS && significantDigits(start, point, digits) > MAX_DIGITS) return 0;
  if (((digit + 48) | 0x20) == 0x65) {
    let exponent: i32 = 0;
    const exponentSign = <i32>load<u8>(++at);
    if (exponentSign == 0x2d || exponentSign == 0x2b) at++;
    const first = at;
    for (digit = <u32>load<u8>(at) - 48; digit <= 9; digit = <u32>load<u8>(++at) - 48) exponent = exponent * 10 + digit;
    if (at == first || at - first > 4) return 0;
    power += exponentSign == 0x2d ? -exponent : exponent;
  }
  let value: f64;
  if (w <= <u64>1 << 53 && power >= -22 && power <= 22) {
    value = <f64>(<i64>w);
    if (power < 0) value /= load<f64>(TENS + (<usize>(-power) << 3));
    else value *= load<f64>(TENS + (<usize>power << 3));
  } else if (w == 0) {
    value = 0;
  } else {
    value = roundedProduct(w, power);
    if (value != value) return 0;
  }
  store<f64>(out, sign == 0x2d ? -value : value);
  return at;
}

/** Number of digits without leading zeros. */
function significantDigits(at: usize, point: i32, digits: i32): i32 {
  let byte = <i32>load<u8>(at);
  while (byte == 0x30 || byte == point) {
    if (byte == 0x30) digits--;
    byte = <i32>load<u8>(++at);
  }
  return digits;
}
