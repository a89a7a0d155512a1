import { copyBytes, repeatBytes } from "../../../lib/copy-bytes";
import { bitsAt, lastBit } from "./bits";
import { fixedStates, oneState, readStates, stateLog } from "./states";

/** Sequences: a literal length, a match offset and a match length each. Format: RFC 8878, sections 3.1.1.3.2 and 3.1.1.5. */

const MAX_LOG: i32 = 9;
const LENGTH_CODES: i32 = 36;
const MATCH_CODES: i32 = 53;
const DISTANCE_CODES: i32 = 32;

/** FSE tables of the three kinds of codes, which the next block may reuse, and their accuracy logs (-1 for none yet): i32[3]. */
const LENGTHS = memory.data(4 << 9, 4);
const DISTANCES = memory.data(4 << 9, 4);
const MATCHES = memory.data(4 << 9, 4);
const LOGS = memory.data(3 * 4, 4);
/** The three most recent offsets: u32[3]. */
const RECENT = memory.data(3 * 4, 4);

/** Default distributions of the codes; accuracy logs 6, 5 and 6. */
// prettier-ignore
const LENGTH_COUNTS = memory.data<i8>([
  4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1,
]);
const DISTANCE_COUNTS = memory.data<i8>([1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1]);
const MATCH_COUNTS = memory.data<i8>([
  1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
  -1, -1, -1, -1, -1, -1, -1,
]);
/** Baseline and number of extra bits of each length code. */
const LENGTH_BASES = memory.data<u32>([
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 28, 32, 40, 48, 64, 128, 256, 512, 1024, 2048, 4096, 8192,
  16384, 32768, 65536,
]);
const LENGTH_BITS = memory.data<u8>([
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
]);
const MATCH_BASES = memory.data<u32>([
  3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 37, 39, 41,
  43, 47, 51, 59, 67, 83, 99, 131, 259, 515, 1027, 2051, 4099, 8195, 16387, 32771, 65539,
]);
const MATCH_BITS = memory.data<u8>([
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9,
  10, 11, 12, 13, 14, 15, 16,
]);

/** Resets tables and recent offsets at the start of a frame. */
export function forgetSequences(): void {
  for (let kind: usize = 0; kind < 3; kind++) store<i32>(LOGS + (kind << 2), -1);
  store<u32>(RECENT, 1);
  store<u32>(RECENT, 4, 4);
  store<u32>(RECENT, 8, 8);
}

/**
 * Sets a code table by its mode: predefined, RLE, FSE-compressed, or repeated.
 * @returns the address after its description, or 0 if that is damaged
 */
function readTable(kind: i32, mode: i32, from: usize, end: usize): usize {
  const table = kind == 0 ? LENGTHS : kind == 1 ? DISTANCES : MATCHES;
  const codes = kind == 0 ? LENGTH_CODES : kind == 1 ? DISTANCE_CODES : MATCH_CODES;
  const log = LOGS + (<usize>kind << 2);
  let at = from;
  if (mode == 3) return load<i32>(log) < 0 ? 0 : at;
  if (mode == 0) {
    if (kind == 0) fixedStates(table, LENGTH_COUNTS, LENGTH_CODES, 6);
    else if (kind == 1) fixedStates(table, DISTANCE_COUNTS, 29, 5);
    else fixedStates(table, MATCH_COUNTS, MATCH_CODES, 6);
  } else if (mode == 1) {
    if (at >= end) return 0;
    const code = <u32>load<u8>(at++);
    if (code >= <u32>codes) return 0;
    oneState(table, code);
  } else {
    at = readStates(table, from, end, codes, kind == 1 ? MAX_LOG - 1 : MAX_LOG);
    if (at == 0) return 0;
  }
  store<i32>(log, stateLog);
  return at;
}

/** Offset of an offset value: values 1 to 3 refer to the recent offsets. 0 for a damaged one. */
@inline
function distanceOf(told: u32, hasLiterals: bool): u32 {
  const last = load<u32>(RECENT);
  const place = told - 1 + <u32>!hasLiterals;
  if (told <= 3 && place == 0) return last;
  const distance = told > 3 ? told - 3 : place == 3 ? last - 1 : load<u32>(RECENT + (<usize>place << 2));
  if (told > 3 || place > 1) store<u32>(RECENT, load<u32>(RECENT, 4), 8);
  store<u32>(RECENT, last, 4);
  store<u32>(RECENT, distance);
  return distance;
}

/** Number of sequences of the block. */
let sequenceCount: i32 = 0;

/** Reads the number of sequences. @returns the address after it, or 0 if it is truncated */
function readCount(from: usize, end: usize): usize {
  if (from >= end) return 0;
  const first = <i32>load<u8>(from);
  const bytes: usize = first < 128 ? 1 : first < 255 ? 2 : 3;
  if (bytes > end - from) return 0;
  sequenceCount =
    first < 128 ? first : first < 255 ? ((first - 128) << 8) + <i32>load<u8>(from, 1) : <i32>load<u16>(from, 1) + 0x7f00;
  return from + bytes;
}

/**
 * Executes the sequences of a block, then copies the remaining literals.
 * @param from start of the sequences section
 * @param literals u8[literalsEnd − literals]
 * @param end of the block
 * @param out position in the output
 * @param room u32[2]: start of the frame's output, before which no match may reach, and end of the output
 * @returns the new position in the output, or 0 if the block is damaged
 */
export function takeSequences(from: usize, end: usize, literals: usize, literalsEnd: usize, out: usize, room: usize): usize {
  const begin = load<u32>(room);
  const limit = <usize>load<u32>(room, 4);
  let literal = literals;
  let to = out;
  let at = readCount(from, end);
  if (at == 0) return 0;
  if (sequenceCount > 0) {
    if (at >= end) return 0;
    const modes = <i32>load<u8>(at++);
    if (modes & 3) return 0;
    for (let kind = 0; kind < 3; kind++) {
      at = readTable(kind, (modes >> (6 - 2 * kind)) & 3, at, end);
      if (at == 0) return 0;
    }
    const lengthLog = load<i32>(LOGS);
    const distanceLog = load<i32>(LOGS, 4);
    const matchLog = load<i32>(LOGS, 8);
    let bit = lastBit(at, end - at) - lengthLog - distanceLog - matchLog;
    if (bit < 0) return 0;
    let length = load<u32>(LENGTHS + (<usize>bitsAt(at, bit + distanceLog + matchLog, lengthLog) << 2));
    let distance = load<u32>(DISTANCES + (<usize>bitsAt(at, bit + matchLog, distanceLog) << 2));
    let match = load<u32>(MATCHES + (<usize>bitsAt(at, bit, matchLog) << 2));
    for (let left = sequenceCount; left > 0; left--) {
      const far = <i32>(distance & 255);
      bit -= far;
      const told = (<u32>1 << far) + bitsAt(at, bit, far);
      const matchBits = <i32>load<u8>(MATCH_BITS + <usize>(match & 255));
      bit -= matchBits;
      const matched = <usize>(load<u32>(MATCH_BASES + (<usize>(match & 255) << 2)) + bitsAt(at, bit, matchBits));
      const lengthBits = <i32>load<u8>(LENGTH_BITS + <usize>(length & 255));
      bit -= lengthBits;
      const copied = <usize>(load<u32>(LENGTH_BASES + (<usize>(length & 255) << 2)) + bitsAt(at, bit, lengthBits));
      if (left > 1) {
        let bits = <i32>((length >> 8) & 255);
        bit -= bits;
        length = load<u32>(LENGTHS + (<usize>((length >> 16) + bitsAt(at, bit, bits)) << 2));
        bits = <i32>((match >> 8) & 255);
        bit -= bits;
        match = load<u32>(MATCHES + (<usize>((match >> 16) + bitsAt(at, bit, bits)) << 2));
        bits = <i32>((distance >> 8) & 255);
        bit -= bits;
        distance = load<u32>(DISTANCES + (<usize>((distance >> 16) + bitsAt(at, bit, bits)) << 2));
      }
      if (bit < 0 || copied > literalsEnd - literal || copied > limit - to) return 0;
      copyBytes(to, literal, copied);
      literal += copied;
      to += copied;
      const back = <usize>distanceOf(told, copied > 0);
      if (back - 1 >= to - begin || matched > limit - to) return 0;
      repeatBytes(to, back, matched);
      to += matched;
    }
    if (bit != 0) return 0;
  } else if (at != end) return 0;
  const rest = literalsEnd - literal;
  if (rest > limit - to) return 0;
  copyBytes(to, literal, rest);
  return to + rest;
}
