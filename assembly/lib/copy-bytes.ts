/**
 * Copies bytes, sixteen at a time: up to fifteen behind the last are read and written too.
 * @param to at least 16 behind `from`, where the two overlap
 */
@inline
export function copyBytes(to: usize, from: usize, length: usize): void {
  const end = to + length;
  for (; to < end; to += 16, from += 16) v128.store(to, v128.load(from));
}

/** Copies what was written `distance` bytes before `to`, of which some may be what it writes; up to fifteen bytes behind are written over. */
@inline
export function repeatBytes(to: usize, distance: usize, length: usize): void {
  if (distance >= 16) {
    copyBytes(to, to - distance, length);
    return;
  }
  const end = to + length;
  const from = to - distance;
  // What is behind the distance is written again by the next step, which is twice as far.
  for (; to < end && to - from < 8; to += to - from) store<u64>(to, load<u64>(from));
  for (let source = from; to < end; to += 8, source += 8) store<u64>(to, load<u64>(source));
}
