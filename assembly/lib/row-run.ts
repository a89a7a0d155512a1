/**
 * State shared by the row readers within one call: the position reached, and the line end (its bytes, the mask of the bits to compare, and
 * its length).
 */
const RUN: usize = memory.data(16, 8);
const REACHED: usize = 0;
const LINE_END: usize = 4;
const LINE_BITS: usize = 8;
const LINE_STEP: usize = 12;

const LF: u32 = 10;
const CR: u32 = 13;
const CRLF: u32 = 0x0a0d;

export function beginRun(): void {
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

function setLineEnd(bytes: u32, bits: u32, step: u32): void {
  store<u32>(RUN, bytes, LINE_END);
  store<u32>(RUN, bits, LINE_BITS);
  store<u32>(RUN, step, LINE_STEP);
}

/** Records the line end at `at`; returns the address after it, or 0 if there is none. */
export function noteLineEnd(at: usize): usize {
  const two = <u32>load<u16>(at);
  const one = two & 0xff;
  if (two == CRLF) setLineEnd(CRLF, 0xffff, 2);
  else if (one == LF || one == CR) setLineEnd(one, 0xff, 1);
  else return 0;
  return at + lineStep();
}
