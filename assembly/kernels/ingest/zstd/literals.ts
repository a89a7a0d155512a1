import { bitsAt, lastBit } from "./bits";
import { readStates, stateLog } from "./states";

/** Huffman coding of literals. Format: RFC 8878, section 4.2. */

const MAX_LOG: i32 = 11;
const MAX_WEIGHTS: i32 = 255;
const WEIGHT_LOG: i32 = 6;
/** Decoding table, indexed by the next `codeLog` bits: literal and length of its code, u8[2]. */
const CODES = memory.data(2 << 11, 2);
/** Weight of each literal: u8[256]. */
const WEIGHTS = memory.data(256);
const WEIGHT_STATES = memory.data(4 << 6, 4);
/** Bits loaded at once: enough for five codes. */
const WORD: i32 = 56;

/** Length of the longest code in bits; 0 if there is no table. */
let codeLog: i32 = 0;

/** Resets the table at the start of a frame. */
export function forgetCodes(): void {
  codeLog = 0;
}

/** Whether an earlier block of this frame had a table, which a treeless block reuses. */
export const hasCodes = (): bool => codeLog > 0;

/** Decodes weights compressed with FSE, two states in alternation. @returns their number, or -1 if they are damaged */
function packedWeights(from: usize, end: usize): i32 {
  const start = readStates(WEIGHT_STATES, from, end, MAX_LOG + 2, WEIGHT_LOG);
  if (start == 0) return -1;
  let bit = lastBit(start, end - start) - 2 * stateLog;
  if (bit < 0) return -1;
  let one = bitsAt(start, bit + stateLog, stateLog);
  let other = bitsAt(start, bit, stateLog);
  for (let count = 0; count < MAX_WEIGHTS; ) {
    const entry = load<u32>(WEIGHT_STATES + (<usize>one << 2));
    store<u8>(WEIGHTS + <usize>(count++), <u8>entry);
    const bits = <i32>((entry >> 8) & 255);
    bit -= bits;
    if (bit < 0) {
      if (count == MAX_WEIGHTS) return -1;
      store<u8>(WEIGHTS + <usize>(count++), load<u8>(WEIGHT_STATES + (<usize>other << 2)));
      return count;
    }
    one = other;
    other = (entry >> 16) + bitsAt(start, bit, bits);
  }
  return -1;
}

/**
 * Builds the decoding table from the first `count` weights; the weight of the next literal is implied, since code space must sum to a power
 * of 2. @returns 1, or 0 if the weights are invalid
 */
function fillCodes(count: i32): i32 {
  let sum: u32 = 0;
  for (let k = 0; k < count; k++) {
    const weight = <u32>load<u8>(WEIGHTS + <usize>k);
    if (weight > <u32>MAX_LOG) return 0;
    sum += (1 << weight) >> 1;
  }
  if (sum == 0) return 0;
  const log = 32 - <i32>clz<u32>(sum);
  if (log > MAX_LOG) return 0;
  const rest = (<u32>1 << log) - sum;
  if (rest & (rest - 1)) return 0;
  store<u8>(WEIGHTS + <usize>count, <u8>(32 - clz<u32>(rest)));
  let place: u32 = 0;
  for (let weight: i32 = 1; weight <= log; weight++) {
    for (let literal = 0; literal <= count; literal++) {
      if (<i32>load<u8>(WEIGHTS + <usize>literal) != weight) continue;
      const entry = <u16>(literal | ((log + 1 - weight) << 8));
      for (const last = place + (1 << (weight - 1)); place < last; place++) store<u16>(CODES + (<usize>place << 1), entry);
    }
  }
  codeLog = log;
  return 1;
}

/** Reads the description of the Huffman table. @returns the address after it, or 0 if it is damaged */
export function readCodes(from: usize, end: usize): usize {
  codeLog = 0;
  if (from >= end) return 0;
  const head = <i32>load<u8>(from);
  const start = from + 1;
  const count = head - 127;
  const behind = start + <usize>(head < 128 ? head : (count + 1) >> 1);
  if (behind > end) return 0;
  if (head < 128) {
    const packed = packedWeights(start, behind);
    return packed > 0 && fillCodes(packed) ? behind : 0;
  }
  for (let k = 0; k < count; k++) {
    const pair = <u32>load<u8>(start + <usize>(k >> 1));
    store<u8>(WEIGHTS + <usize>k, <u8>(k & 1 ? pair & 15 : pair >> 4));
  }
  return fillCodes(count) ? behind : 0;
}

/** Decodes five literals. @returns the number of bits left */
@inline
function takeFive(start: usize, bit: i32, to: usize): i32 {
  const log = codeLog;
  const word = load<u64>(start + ((bit - WORD) >> 3)) >> <u64>((bit - WORD) & 7);
  const mask = (<u32>1 << log) - 1;
  let shift = WORD - log;
  for (let k: usize = 0; k < 5; k++) {
    const entry = <i32>load<u16>(CODES + (<usize>(<u32>(word >> <u64>shift) & mask) << 1));
    store<u8>(to + k, <u8>entry);
    shift -= entry >> 8;
  }
  return bit - (WORD - log - shift);
}

/** Decodes the remaining literals, up to `end`. @returns 1, or 0 if the stream is not used up exactly */
function takeRest(start: usize, from: i32, to: usize, end: usize): i32 {
  let bit = from;
  for (; to < end; to++) {
    if (bit <= 0) return 0;
    const entry = <i32>load<u16>(CODES + (<usize>bitsAt(start, bit - codeLog, codeLog) << 1));
    store<u8>(to, <u8>entry);
    bit -= entry >> 8;
  }
  return bit == 0 ? 1 : 0;
}

/** Decodes one stream. @returns 1, or 0 if it is damaged */
export function takeStream(start: usize, bytes: usize, to: usize, end: usize): i32 {
  let bit = lastBit(start, bytes);
  for (; bit >= 0 && end - to >= 5; to += 5) bit = takeFive(start, bit, to);
  return bit < 0 ? 0 : takeRest(start, bit, to, end);
}

/** Decodes four streams interleaved, so that their dependency chains overlap. @returns 1, or 0 if one is damaged */
export function takeFour(from: usize, bytes: usize, out: usize, size: usize): i32 {
  if (bytes < 6) return 0;
  const first = from + 6;
  const second = first + <usize>load<u16>(from);
  const third = second + <usize>load<u16>(from, 2);
  const fourth = third + <usize>load<u16>(from, 4);
  const end = from + bytes;
  const part = (size + 3) >> 2;
  if (fourth > end || part * 3 > size) return 0;
  let a = lastBit(first, second - first);
  let b = lastBit(second, third - second);
  let c = lastBit(third, fourth - third);
  let d = lastBit(fourth, end - fourth);
  const last = size - part * 3;
  let done: usize = 0;
  for (; done + 5 <= last; done += 5) {
    if ((a | b | c | d) < 0) return 0;
    const to = out + done;
    a = takeFive(first, a, to);
    b = takeFive(second, b, to + part);
    c = takeFive(third, c, to + part * 2);
    d = takeFive(fourth, d, to + part * 3);
  }
  const to = out + done;
  return a >= 0 && b >= 0 && c >= 0 && d >= 0
    ? takeRest(first, a, to, out + part) &
        takeRest(second, b, to + part, out + part * 2) &
        takeRest(third, c, to + part * 2, out + part * 3) &
        takeRest(fourth, d, to + part * 3, out + size)
    : 0;
}
