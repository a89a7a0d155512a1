/** Number of bits below the end mark (the highest 1 of the last byte) of a stream read backward; -1 if there is no end mark. */
@inline
export function lastBit(start: usize, bytes: usize): i32 {
  if (bytes == 0) return -1;
  const last = <u32>load<u8>(start + bytes - 1);
  return last ? (<i32>(bytes - 1) << 3) + 31 - <i32>clz<u32>(last) : -1;
}

/** `count` bits starting at `bit`; may read before the start of the stream, where the bits are meaningless. */
@inline
export function bitsAt(start: usize, bit: i32, count: i32): u32 {
  return <u32>((load<u64>(start + (bit >> 3)) >> <u64>(bit & 7)) & ((<u64>1 << <u64>count) - 1));
}
