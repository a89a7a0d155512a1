import { copyBytes } from "../../../lib/copy-bytes";
import { forgetCodes, hasCodes, readCodes, takeFour, takeStream } from "./literals";
import { forgetSequences, takeSequences } from "./sequences";

const MAGIC: u32 = 0xfd2fb528;
const SKIPPED: u32 = 0x184d2a50;
const MAX_BLOCK: usize = 1 << 17;
/** Head of `room`, before the literals: start of the frame's output and end of the output. */
const ROOM_HEAD: usize = 64;

/** Literals of the current block. */
let literals: usize = 0;
let literalsEnd: usize = 0;

/** Decodes the literals section of a block. @returns the address after it, or 0 if it is damaged */
function readLiterals(from: usize, end: usize, room: usize): usize {
  if (from >= end) return 0;
  const head = <u64>load<u64>(from);
  const kind = <u32>head & 3;
  const format = (<u32>head >> 2) & 3;
  const isPlain = kind < 2;
  // Compressed: two sizes of 10, 14 or 18 bits after 4 header bits. Raw or RLE: one size of 5, 12 or 20 bits after 3 or 4.
  let bytes: usize;
  let size: usize;
  let packed: usize = 0;
  if (isPlain) {
    bytes = format == 1 ? 2 : format == 3 ? 3 : 1;
    size = <usize>(<u32>head & (0xffffffff >> (32 - (<u32>bytes << 3)))) >> (bytes == 1 ? 3 : 4);
  } else {
    const bits: u64 = format < 2 ? 10 : format == 2 ? 14 : 18;
    bytes = format < 2 ? 3 : format == 2 ? 4 : 5;
    size = <usize>((head >> 4) & ((<u64>1 << bits) - 1));
    packed = <usize>((head >> (4 + bits)) & ((<u64>1 << bits) - 1));
  }
  if (bytes > end - from || size > MAX_BLOCK) return 0;
  let at = from + bytes;
  literals = room + ROOM_HEAD;
  literalsEnd = literals + size;
  if (kind == 0) {
    if (size > end - at) return 0;
    literals = at;
    literalsEnd = at + size;
    return at + size;
  }
  if (kind == 1) {
    if (at >= end) return 0;
    memory.fill(literals, load<u8>(at), size);
    return at + 1;
  }
  if (packed > end - at) return 0;
  const behind = at + packed;
  if (kind == 2) {
    at = readCodes(at, behind);
    if (at == 0) return 0;
  } else if (!hasCodes()) return 0;
  const taken = format == 0 ? takeStream(at, behind - at, literals, literalsEnd) : takeFour(at, behind - at, literals, size);
  return taken ? behind : 0;
}

/** Length of a frame header after the magic number; 0 if it is truncated or requires a dictionary. */
function headBytes(at: usize, end: usize): usize {
  if (at >= end) return 0;
  const flags = <u32>load<u8>(at);
  const isSingle = (flags >> 5) & 1;
  const sizeFlag = flags >> 6;
  const dictionary = flags & 3;
  const sized: u32 = sizeFlag == 0 ? isSingle : <u32>1 << sizeFlag;
  const bytes = <usize>(2 - isSingle + sized);
  return flags & 8 || dictionary != 0 || bytes > end - at ? 0 : bytes;
}

/**
 * Decompresses concatenated Zstandard frames. Checksums are not verified.
 *
 * Format: RFC 8878. No dictionaries.
 * @param packed u8[bytes]; 16 more may be read, and 16 before
 * @param out u8[size]; 16 more may be written
 * @param room u8[131,200]
 * @returns 1, or 0 if a frame is damaged or the total size is not `size`
 */
export function unpackZstd(packed: usize, bytes: i32, out: usize, size: i32, room: usize): i32 {
  const end = packed + <usize>bytes;
  const limit = out + <usize>size;
  store<u32>(room, <u32>limit, 4);
  let at = packed;
  let to = out;
  while (at < end) {
    if (end - at < 8) return 0;
    const magic = load<u32>(at);
    at += 4;
    if ((magic & 0xfffffff0) == SKIPPED) {
      const skipped = <usize>load<u32>(at);
      at += 4;
      if (skipped > end - at) return 0;
      at += skipped;
      continue;
    }
    if (magic != MAGIC) return 0;
    const head = headBytes(at, end);
    if (head == 0) return 0;
    const isChecked = (load<u8>(at) >> 2) & 1;
    at += head;
    forgetCodes();
    forgetSequences();
    store<u32>(room, <u32>to);
    for (let isLast: u32 = 0; !isLast; ) {
      if (end - at < 3) return 0;
      const block = load<u32>(at) & 0xffffff;
      at += 3;
      isLast = block & 1;
      const kind = (block >> 1) & 3;
      const length = <usize>(block >> 3);
      const held: usize = kind == 1 ? 1 : length;
      if (kind == 3 || held > end - at) return 0;
      if (kind == 2) {
        if (length > MAX_BLOCK) return 0;
        const behind = readLiterals(at, at + length, room);
        if (behind == 0) return 0;
        to = takeSequences(behind, at + length, literals, literalsEnd, to, room);
        if (to == 0) return 0;
      } else {
        if (length > limit - to) return 0;
        if (kind == 1) memory.fill(to, load<u8>(at), length);
        else copyBytes(to, at, length);
        to += length;
      }
      at += held;
    }
    if (isChecked) {
      if (end - at < 4) return 0;
      at += 4;
    }
  }
  return to == limit ? 1 : 0;
}
