/**
 * Decodes Parquet's RLE/bit-packing hybrid.
 *
 * Format: https://parquet.apache.org/docs/file-format/data-pages/encodings/
 * @param packed u8[bytes]; 8 more may be read
 * @param width bits per value, 1 to 32
 * @param out u32[count]
 * @returns 1, or 0 if the bytes are exhausted before the values
 */
export function unpackRuns(packed: usize, bytes: i32, width: i32, out: usize, count: i32): i32 {
  const end = packed + <usize>bytes;
  const limit = out + (<usize>count << 2);
  const valueBytes = <usize>((width + 7) >> 3);
  const mask = 0xffffffff >> (32 - <u32>width);
  let at = packed;
  let to = out;
  while (to < limit) {
    let header: u32 = 0;
    let more: u32 = 128;
    for (let shift: u32 = 0; more; shift += 7) {
      if (at == end || shift > 28) return 0;
      const byte = <u32>load<u8>(at++);
      header |= (byte & 127) << shift;
      more = byte & 128;
    }
    const left = <u64>((limit - to) >> 2);
    if (header & 1) {
      const values = min<u64>(<u64>(header >> 1) << 3, left);
      // A writer may omit the padding bytes of the last bit-packed group.
      if ((values * <u64>width + 7) >> 3 > <u64>(end - at)) return 0;
      const last = to + (<usize>values << 2);
      let bit: u64 = 0;
      for (; to < last; to += 4) {
        store<u32>(to, <u32>(load<u64>(at + <usize>(bit >> 3)) >> (bit & 7)) & mask);
        bit += <u64>width;
      }
      at += <usize>min<u64>(<u64>(header >> 1) * <u64>width, <u64>(end - at));
    } else {
      if (end - at < valueBytes) return 0;
      const value = load<u32>(at) & (0xffffffff >> (32 - (<u32>valueBytes << 3)));
      at += valueBytes;
      const last = to + (<usize>min<u64>(<u64>(header >> 1), left) << 2);
      for (; to < last; to += 4) store<u32>(to, value);
    }
  }
  return 1;
}

/**
 * Dictionary decoding: out[k] = dictionary[places[k]].
 * @param places u32[count]
 * @param dictionary f64[size]
 * @param out f64[count]
 * @returns 1, or 0 if an index is outside the dictionary
 */
export function lookUp(places: usize, count: i32, dictionary: usize, size: i32, out: usize): i32 {
  for (let k = 0; k < count; k++) {
    const place = load<u32>(places + (<usize>k << 2));
    if (place >= <u32>size) return 0;
    store<f64>(out + (<usize>k << 3), load<f64>(dictionary + (<usize>place << 3)));
  }
  return 1;
}
