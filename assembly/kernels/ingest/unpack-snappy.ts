import { copyBytes, repeatBytes } from "../../lib/copy-bytes";

/** Longest literal whose length is stored in the tag byte. */
const MAX_TAGGED: usize = 60;

/**
 * Decompresses a Snappy block.
 *
 * Format: https://github.com/google/snappy/blob/main/format_description.txt
 * @param packed u8[bytes]; 16 more may be read
 * @param out u8[size]; 16 more may be written
 * @returns 1, or 0 if the block is damaged or its size is not `size`: a length exceeds the input or the output, or a copy refers to bytes
 * before the output
 */
export function unpackSnappy(packed: usize, bytes: i32, out: usize, size: i32): i32 {
  const end = packed + <usize>bytes;
  const limit = out + <usize>size;
  let at = packed;
  let told: u64 = 0;
  let more: u32 = 128;
  for (let shift: u64 = 0; more; shift += 7) {
    if (at == end || shift > 28) return 0;
    const byte = <u32>load<u8>(at++);
    told |= <u64>(byte & 127) << shift;
    more = byte & 128;
  }
  if (told != <u64>size) return 0;
  let to = out;
  while (at < end) {
    const tag = <usize>load<u8>(at++);
    if ((tag & 3) == 0) {
      let length = (tag >> 2) + 1;
      if (length > MAX_TAGGED) {
        const extra = length - MAX_TAGGED;
        if (extra > end - at) return 0;
        length = <usize>(load<u32>(at) & (0xffffffff >> (32 - (<u32>extra << 3)))) + 1;
        at += extra;
        // Four length bytes of 0xff: the length, plus 1, exceeds 32 bits.
        if (length == 0) return 0;
      }
      if (length > end - at || length > limit - to) return 0;
      copyBytes(to, at, length);
      at += length;
      to += length;
    } else {
      let length = (tag >> 2) + 1;
      let distance: usize;
      if ((tag & 3) == 1) {
        if (at == end) return 0;
        length = ((tag >> 2) & 7) + 4;
        distance = ((tag >> 5) << 8) | <usize>load<u8>(at++);
      } else if ((tag & 3) == 2) {
        if (end - at < 2) return 0;
        distance = <usize>load<u16>(at);
        at += 2;
      } else {
        if (end - at < 4) return 0;
        distance = <usize>load<u32>(at);
        at += 4;
      }
      // The subtraction wraps around for a distance of 0, which the comparison thus rejects as well.
      if (distance - 1 >= to - out || length > limit - to) return 0;
      repeatBytes(to, distance, length);
      to += length;
    }
  }
  return to == limit ? 1 : 0;
}
