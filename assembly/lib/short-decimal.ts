/** Unsigned numbers of up to seven digits with a decimal sign, read as one eight-byte word: nearly every price in a file. */

const PLACES: usize = memory.data<f64>([1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7]);

/** Bit 8k is set if byte k is not a digit; exact up to and including the first one after a decimal sign. */
@inline
export function otherBytes(word: u64): u64 {
  const digits = word ^ 0x3030303030303030;
  return (((digits + 0x7676767676767676) | digits) >> 7) & 0x0101010101010101;
}

/** The number given by eight digits, the first in the lowest byte; zero bytes count as zeros. */
@inline
export function eightDigits(bytes: u64): u64 {
  const pairs = (bytes & 0x0f0f0f0f0f0f0f0f) * 2561 >> 8;
  const fours = (pairs & 0x00ff00ff00ff00ff) * 6553601 >> 16;
  return (fours & 0x0000ffff0000ffff) * 42949672960001 >> 32;
}

/**
 * Reads digits, a decimal sign and digits; the caller checks what follows, such as an exponent.
 * @param at first byte
 * @param point byte of the decimal sign
 * @param out receives an f64, correctly rounded: numerator and denominator are exact
 * @returns address after the number, or 0 (nothing stored) if the text does not have this form
 */
@inline
export function readShort(at: usize, point: i32, out: usize): usize {
  const word = load<u64>(at);
  const others = otherBytes(word);
  const sign = ctz(others);
  if (sign == 0 || (<i32>(word >> sign) & 0xff) != point) return 0;
  // 64 if the number continues past the word.
  const end = ctz(others & (others - 1));
  const behind = at + <usize>(end >> 3);
  if (<u32>load<u8>(behind) - 48 <= 9) return 0;
  const whole = ((<u64>1) << sign) - 1;
  const together = (word & whole) | ((word >> 8) & ~whole);
  const number = eightDigits(together << (72 - end));
  store<f64>(out, <f64>(<i64>number) / load<f64>(PLACES - 8 + <usize>(end - sign)));
  return behind;
}
