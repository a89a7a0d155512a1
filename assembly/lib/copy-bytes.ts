/**
 * Copies bytes, sixteen at a time: up to fifteen bytes past the end are read and written too.
 * @param to at least 16 above `from` if the ranges overlap
 */
@inline
export function copyBytes(to: usize, from: usize, length: usize): void {
  const end = to + length;
  for (; to < end; to += 16, from += 16) v128.store(to, v128.load(from));
}

/**
 * LZ77 match: copies `length` bytes from `distance` bytes before `to`; source and target may overlap. Up to fifteen bytes past the end are
 * overwritten.
 */
@inline
export function repeatBytes(to: usize, distance: usize, length: usize): void {
  if (distance >= 16) {
    copyBytes(to, to - distance, length);
    return;
  }
  const end = to + length;
  const from = to - distance;
  // Bytes past the distance are garbage, overwritten in the next step, which doubles the distance.
  for (; to < end && to - from < 8; to += to - from) store<u64>(to, load<u64>(from));
  for (let source = from; to < end; to += 8, source += 8) store<u64>(to, load<u64>(source));
}
