const DIGIT_BITS: u64 = 11;
const DIGITS: usize = 2048;
const PASSES: u64 = 6;

/** Bits that sort in the order of the values: those of negative numbers are inverted. +0 and -0 are equal. */
// @ts-ignore: decorator
@inline
function keyOf(value: f64): u64 {
  const bits = reinterpret<u64>(value + 0.0);
  return bits ^ ((<u64>(<i64>bits >> 63)) | 0x8000000000000000);
}

/**
 * Working memory of `sortOrder` in bytes.
 * @of mutualInformation
 */
export function sortOrderBytes(n: i32): usize {
  return (<usize>n << 5) + (DIGITS << 2) * <usize>PASSES;
}

/**
 * Indices that sort a column, stable (radix sort, six digits of 11 bits).
 * @param values n finite values
 * @param order receives n 32-bit indices
 * @param work room for `sortOrderBytes(n)` bytes
 */
export function sortOrder(values: usize, n: i32, order: usize, work: usize): void {
  const counts = work + (<usize>n << 5);
  memory.fill(counts, 0, (DIGITS << 2) * <usize>PASSES);
  let from = work;
  let to = work + (<usize>n << 4);
  for (let i: usize = 0; i < <usize>n; i++) {
    const key = keyOf(load<f64>(values + (i << 3)));
    store<u64>(from + (i << 4), key);
    store<u64>(from + (i << 4), i, 8);
    for (let pass: u64 = 0; pass < PASSES; pass++) {
      const at = counts + (<usize>pass * DIGITS + (<usize>(key >> (pass * DIGIT_BITS)) & (DIGITS - 1)) << 2);
      store<i32>(at, load<i32>(at) + 1);
    }
  }
  for (let pass: u64 = 0; pass < PASSES; pass++) {
    const table = counts + ((<usize>pass * DIGITS) << 2);
    const shift = pass * DIGIT_BITS;
    let sum = 0;
    let alike = false;
    for (let digit: usize = 0; digit < DIGITS; digit++) {
      const count = load<i32>(table + (digit << 2));
      if (count == n) alike = true;
      store<i32>(table + (digit << 2), sum);
      sum += count;
    }
    if (alike) continue;
    for (let i: usize = 0; i < <usize>n; i++) {
      const entry = v128.load(from + (i << 4));
      const at = table + ((<usize>(load<u64>(from + (i << 4)) >> shift) & (DIGITS - 1)) << 2);
      const place = load<i32>(at);
      store<i32>(at, place + 1);
      v128.store(to + (<usize>place << 4), entry);
    }
    const swap = from;
    from = to;
    to = swap;
  }
  for (let i: usize = 0; i < <usize>n; i++) store<i32>(order + (i << 2), load<i32>(from + (i << 4), 8));
}
