import { daysOfMonth } from "./decimal-date";

/**
 * What the readers of rows tell each other within one call: the place reached, the month met last (its eight bytes yyyy-mm-, its eve
 * and its days), and how lines end (the bytes, the bits of two bytes that count, and how many they are).
 */
const RUN: usize = memory.data(40, 8);
const MONTH: usize = 0;
const EVE: usize = 8;
const DAYS: usize = 16;
const REACHED: usize = 20;
const LINE_END: usize = 24;
const LINE_BITS: usize = 28;
const LINE_STEP: usize = 32;

export const DAY: f64 = 86400000;
/** A date and the delimiter behind it. */
export const DATE_BYTES: usize = 11;
const LF: u32 = 10;
const CR: u32 = 13;
const CRLF: u32 = 0x0a0d;

export function beginRun(): void {
  store<u64>(RUN, 0, MONTH);
  setLineEnd(LF, 0xff, 1);
}

@inline
export function reached(): usize {
  return <usize>load<u32>(RUN, REACHED);
}
@inline
export function reach(at: usize): void {
  store<u32>(RUN, <u32>at, REACHED);
}
@inline
export function lineEnd(): u32 {
  return load<u32>(RUN, LINE_END);
}
@inline
export function lineBits(): u32 {
  return load<u32>(RUN, LINE_BITS);
}
@inline
export function lineStep(): usize {
  return <usize>load<u32>(RUN, LINE_STEP);
}
@inline
export function month(): u64 {
  return load<u64>(RUN, MONTH);
}
@inline
export function eve(): f64 {
  return load<f64>(RUN, EVE);
}
@inline
export function days(): u32 {
  return load<u32>(RUN, DAYS);
}

/** The number two digits show, the first in the lower byte. */
@inline
export function dayOfDigits(digits: u32): u32 {
  return (digits & 0xff) * 10 + (digits >> 8);
}

/** Time of a date in the month met last with the byte `behind` after it, or NaN. */
@inline
export function dayOf(at: usize, month: u64, eve: f64, days: u32, behind: u32): f64 {
  const digits = <u32>load<u16>(at, 8) - 0x3030;
  const day = dayOfDigits(digits);
  const plain = (digits & 0xff) <= 3 && digits >> 8 <= 9 && day - 1 < days;
  return plain && load<u64>(at) == month && <u32>load<u8>(at, 10) == behind ? eve + <f64>(<i32>day) * DAY : NaN;
}

function setLineEnd(bytes: u32, bits: u32, step: u32): void {
  store<u32>(RUN, bytes, LINE_END);
  store<u32>(RUN, bits, LINE_BITS);
  store<u32>(RUN, step, LINE_STEP);
}

/** Notes the month of a date yyyy-mm-dd that begins at `time`. */
export function noteMonth(at: usize, time: f64): void {
  if (load<u64>(at) == month()) return;
  const day = (<i32>load<u8>(at, 8) - 48) * 10 + <i32>load<u8>(at, 9) - 48;
  store<u64>(RUN, load<u64>(at), MONTH);
  store<f64>(RUN, time - <f64>day * DAY, EVE);
  store<u32>(RUN, daysOfMonth(at), DAYS);
}

/** Notes the line end at `at`; address behind it, or 0 where there is none. */
export function noteLineEnd(at: usize): usize {
  const two = <u32>load<u16>(at);
  const one = two & 0xff;
  if (two == CRLF) setLineEnd(CRLF, 0xffff, 2);
  else if (one == LF || one == CR) setLineEnd(one, 0xff, 1);
  else return 0;
  return at + lineStep();
}
