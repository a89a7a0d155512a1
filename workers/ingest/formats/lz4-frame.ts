const MAGIC = 0x184d2204;
const UNPACKED = 0x8000_0000;
const MIN_MATCH = 4;

/** Flags of a frame, and the bytes each adds to its header or to a block. */
const BLOCK_CHECKSUM = 1 << 4;
const CONTENT_SIZE = 1 << 3;
const DICTIONARY = 1;

/**
 * Decompresses an LZ4 frame, as used for columns of Feather files; blocks may refer back to earlier ones.
 * @param size decompressed size
 * @throws Error if the frame is damaged or larger
 * @source LZ4 Frame Format Description 1.6.4 and LZ4 Block Format Description
 */
export function unpackLz4Frame(bytes: Uint8Array, size: number): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== MAGIC) throw new Error("no LZ4 frame");
  const flags = bytes[4];
  let at = 7 + (flags & CONTENT_SIZE ? 8 : 0) + (flags & DICTIONARY ? 4 : 0);
  const out = new Uint8Array(size);
  let filled = 0;
  for (;;) {
    const field = view.getUint32(at, true);
    at += 4;
    if (field === 0) break;
    const length = field & ~UNPACKED;
    const block = bytes.subarray(at, at + length);
    if (block.length < length) throw new Error("a block is cut off");
    if (field & UNPACKED) {
      out.set(block, filled);
      filled += length;
    } else filled = unpackBlock(block, out, filled);
    at += length + (flags & BLOCK_CHECKSUM ? 4 : 0);
  }
  if (filled !== size) throw new Error("a frame of another size");
  return out;
}

/** Decompresses a block to `out` at `start`, after the earlier output; returns its end. */
function unpackBlock(block: Uint8Array, out: Uint8Array, start: number): number {
  let at = 0;
  let filled = start;
  const more = (nibble: number): number => {
    let length = nibble;
    if (nibble < 15) return length;
    for (let byte = 255; byte === 255; ) {
      byte = block[at++] ?? 0;
      length += byte;
    }
    return length;
  };
  while (at < block.length) {
    const token = block[at++];
    const literals = more(token >> 4);
    if (at + literals > block.length || filled + literals > out.length) throw new Error("literals beyond the end");
    out.set(block.subarray(at, at + literals), filled);
    at += literals;
    filled += literals;
    // The last sequence has literals only.
    if (at >= block.length) break;
    const back = block[at] | (block[at + 1] << 8);
    at += 2;
    const end = filled + more(token & 15) + MIN_MATCH;
    if (back === 0 || back > filled || end > out.length) throw new Error("a match beyond the ends");
    // A match may overlap its own output: copied byte by byte.
    if (end - filled <= back) {
      out.copyWithin(filled, filled - back, end - back);
      filled = end;
    } else for (; filled < end; filled++) out[filled] = out[filled - back];
  }
  return filled;
}
