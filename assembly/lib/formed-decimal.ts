import { quotientOfTens, readDecimal } from "./decimal";
import { eightDigits, otherBytes } from "./short-decimal";

/**
 * Numbers of a column mostly have one form: the same number of digits before and after the decimal sign. If the next number has it too, its
 * length is known before its digits are read, so that the processor works on several rows at a time. Layout of a form: for each of the
 * first sixteen bytes, the lowest byte allowed (PATTERN) and how much higher it may be (LIMITS); for each of sixteen digits, the byte it is
 * taken from (ORDER; above 15: none); then the numbers below.
 */
export const PATTERN: usize = 0;
export const LIMITS: usize = 16;
export const ORDER: usize = 32;
/** f64: ten to the power of the number of decimals. */
export const SCALE: usize = 48;
/** u32: length in bytes, 16 for longer numbers; 0 if no form is settled. */
export const LENGTH: usize = 56;
/** u32: number of decimals. */
const PLACES: usize = 60;
/** u32: the form of the last number, its run length, and how many numbers in a row differed from the settled form. */
const LATEST: usize = 64;
const TIMES: usize = 68;
const OTHERS: usize = 72;
/** u32: the settled form, encoded as in LATEST. */
const SETTLED: usize = 76;
/** Numbers in a row that settle a form. */
export const LEARNT: u32 = 3;

const TENS: usize = memory.data<u64>([1, 10, 100, 1000, 10000]);
const SCALES: usize = memory.data<f64>([1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]);
/** Factors of `eightsOf`; engines keep values loaded before a loop in registers, but rematerialize constants in every iteration. */
const FACTORS: usize = memory.data<i16>([
  2561, 2561, 2561, 2561, 2561, 2561, 2561, 2561, 100, 1, 100, 1, 100, 1, 100, 1, 10000, 1, 10000, 1, 10000, 1, 10000, 1,
]);

@inline
export function factorsOfPairs(): v128 {
  return v128.load(FACTORS);
}
@inline
export function factorsOfFours(): v128 {
  return v128.load(FACTORS, 16);
}
@inline
export function factorsOfEights(): v128 {
  return v128.load(FACTORS, 32);
}

/** The two eight-digit numbers of sixteen bytes 0 to 9, in the first two i32 lanes. */
@inline
export function eightsOf(digits: v128, pairs: v128, fours: v128, eights: v128): v128 {
  const four = i32x4.dot_i16x8_s(i16x8.shr_u(i16x8.mul(digits, pairs), 8), fours);
  return i32x4.dot_i16x8_s(i16x8.narrow_i32x4_u(four, four), eights);
}

function unsettle(form: usize): void {
  v128.store(form, i8x16.splat(-1), PATTERN);
  v128.store(form, i8x16.splat(0), LIMITS);
  store<u32>(form, 0, LENGTH);
  store<u32>(form, 0, SETTLED);
  store<u32>(form, 0, OTHERS);
}

/** Clears the form of a column. */
export function clearForm(form: usize): void {
  unsettle(form);
  store<u32>(form, 0, LATEST);
}

function settle(form: usize, point: i32, whole: i32, length: i32): void {
  for (let byte = 0; byte < 16; byte++) {
    const at = form + <usize>byte;
    const within = byte < length;
    store<u8>(at, within ? (byte == whole ? point : 48) : 0, PATTERN);
    store<u8>(at, within ? (byte == whole ? 0 : 9) : 255, LIMITS);
    // Digits are aligned to the end of sixteen places; those before the decimal sign come from one byte earlier.
    const source = byte - 16 + length - i32(byte - 16 + length <= whole && whole < length);
    store<u8>(at, source >= 0 ? source : 0x80, ORDER);
  }
  const places = max(length - whole - 1, 0);
  store<f64>(form, load<f64>(SCALES + (<usize>places << 3)), SCALE);
  store<u32>(form, min(length, 16), LENGTH);
  store<u32>(form, (whole << 8) | length, SETTLED);
  store<u32>(form, places, PLACES);
  store<u32>(form, 0, OTHERS);
}

/** Records the form of a number: three in a row settle a form, and three others in a row unsettle it. */
function note(form: usize, point: i32, whole: u32, length: u32): void {
  const latest = (whole << 8) | length;
  const times: u32 = load<u32>(form, LATEST) == latest ? load<u32>(form, TIMES) + 1 : 1;
  const others: u32 = load<u32>(form, SETTLED) == latest ? 0 : load<u32>(form, OTHERS) + 1;
  store<u32>(form, latest, LATEST);
  store<u32>(form, times, TIMES);
  store<u32>(form, others, OTHERS);
  if (others == 0) return;
  if (times >= LEARNT) settle(form, point, whole, length);
  else if (others >= LEARNT) unsettle(form);
}

/** 1 if there is a minus sign. */
@inline
function minus(at: usize): u32 {
  return u32(load<u8>(at) == 0x2d);
}

@inline
function storeSigned(out: usize, value: f64, negative: u32): void {
  store<u64>(out, reinterpret<u64>(value) | (<u64>negative << 63));
}

/**
 * Reads a number of its column's form, with or without a minus. It calls no function, so that a loop around it keeps everything in
 * registers.
 * @param end bytes that must follow the number (delimiter or line end); `endBits` masks the bits to compare
 * @returns address after it, or 0 if the text does not have this form (`out` is then undefined)
 */
@inline
export function readFormed(at: usize, form: usize, end: u32, endBits: u32, pairs: v128, fours: v128, eights: v128, out: usize): usize {
  const negative = minus(at);
  at += <usize>negative;
  const digits = v128.xor(v128.load(at), v128.load(form, PATTERN));
  if (v128.any_true(i8x16.sub_sat_u(digits, v128.load(form, LIMITS)))) return 0;
  const both = i64x2.extract_lane(eightsOf(v128.swizzle(digits, v128.load(form, ORDER)), pairs, fours, eights), 0);
  const number = <u64>(both & 0xffffffff) * 100000000 + (<u64>both >> 32);
  const length = load<u32>(form, LENGTH);
  const behind = at + <usize>length;
  if (length < 16) {
    storeSigned(out, <f64>(<i64>number) / load<f64>(form, SCALE), negative);
    return (<u32>load<u16>(behind) & endBits) == end ? behind : 0;
  }
  const rest = load<u64>(behind);
  const bits = <u64>ctz(otherBytes(rest));
  const more = <usize>(bits >> 3);
  // Nineteen digits fit into 64 bits.
  if (more > 4) return 0;
  const all = number * load<u64>(TENS + (more << 3)) + eightDigits((rest << 32) << (32 - bits));
  storeSigned(out, quotientOfTens(all, load<u32>(form, PLACES) + <u32>more), negative);
  return all != 0 && (<u32>load<u16>(behind + more) & endBits) == end ? behind + more : 0;
}

/**
 * Reads a number of at most eight bytes in any form, with or without a minus; calls no function either.
 * @returns address after it, or 0 if there is anything else
 */
@inline
export function readUnformed(at: usize, point: i32, end: u32, endBits: u32, out: usize): usize {
  const negative = minus(at);
  at += <usize>negative;
  const word = load<u64>(at);
  const others = otherBytes(word);
  const sign = <u64>ctz(others);
  if (sign == 0) return 0;
  let length = sign;
  let value: f64;
  if ((<i32>(word >> sign) & 0xff) == point && sign < 64) {
    // 64 if the number continues past the word.
    length = <u64>ctz(others & (others - 1));
    const whole = ((<u64>1) << sign) - 1;
    const together = (word & whole) | ((word >> 8) & ~whole);
    value = <f64>(<i64>eightDigits(together << (72 - length))) / load<f64>(SCALES - 8 + <usize>(length - sign));
  } else {
    value = <f64>(<i64>eightDigits(word << (64 - sign)));
  }
  storeSigned(out, value, negative);
  const behind = at + <usize>(length >> 3);
  return (<u32>load<u16>(behind) & endBits) == end ? behind : 0;
}

/**
 * Reads a number of any form and records its form; returns the address after it, or 0 if no number starts there or it is left to the
 * caller.
 */
export function readAny(at: usize, form: usize, point: i32, out: usize): usize {
  const start = at + <usize>minus(at);
  const first = otherBytes(load<u64>(start));
  const second = otherBytes(load<u64>(start, 8));
  const whole = <u32>(ctz(first) >> 3);
  const behind = 8 + <u32>(ctz(second) >> 3);
  if (whole > 0 && whole < 8 && <i32>load<u8>(start + <usize>whole) == point) {
    const after = first & (first - 1);
    note(form, point, whole, after != 0 ? <u32>(ctz(after) >> 3) : behind);
  } else if (whole > 0) {
    const digits = whole < 8 ? whole : behind;
    if (digits < 16) note(form, point, digits, digits);
  }
  return readDecimal(at, point, out);
}
