/**
 * Puts the values of given ranks into place without sorting the rest: quickselect for many ranks at once, in steps of bounded work.
 * The stack holds ranges still to do, 4 x i32 each: first and last index, first and last index into the ranks.
 */

/** Ranges at most this long are sorted by insertion. */
const SHORT: i32 = 24;

function sortShort(values: usize, low: i32, high: i32): void {
  for (let i = low + 1; i <= high; i++) {
    const value = load<f64>(values + (<usize>i << 3));
    let at = i - 1;
    while (at >= low && load<f64>(values + (<usize>at << 3)) > value) {
      store<f64>(values + (<usize>at << 3), load<f64>(values + (<usize>at << 3)), 8);
      at--;
    }
    store<f64>(values + (<usize>at << 3), value, 8);
  }
}

function middle(a: f64, b: f64, c: f64): f64 {
  return a < b ? (b < c ? b : a < c ? c : a) : a < c ? a : b < c ? c : b;
}

function push(stack: usize, depth: i32, low: i32, high: i32, first: i32, last: i32): i32 {
  if (first > last || low >= high) return depth;
  const entry = stack + (<usize>depth << 4);
  store<i32>(entry, low);
  store<i32>(entry, high, 4);
  store<i32>(entry, first, 8);
  store<i32>(entry, last, 12);
  return depth + 1;
}

/**
 * Partially sorts `values` for quantile selection until `budget` values have been visited or the selection is done.
 * @formula quantile p = value at rank (n - 1) p, linearly interpolated
 * @source type 7 of Hyndman and Fan (1996), the default of R and NumPy
 * @tolerance full sort, same bits
 * @param values finite values, reordered in place
 * @param ranks ascending i32 ranks, 0 the smallest
 * @param stack room for 128 entries of 16 bytes; entry 0 is set by the caller to 0, n - 1, 0, count - 1
 * @param depth 1 at first, then what the last call returned
 * @returns ranges still to do; 0 when every requested rank holds its value
 */
export function selectRanks(values: usize, ranks: usize, stack: usize, depth: i32, budget: i32): i32 {
  while (depth > 0 && budget > 0) {
    depth--;
    const entry = stack + (<usize>depth << 4);
    const low = load<i32>(entry);
    const high = load<i32>(entry, 4);
    const first = load<i32>(entry, 8);
    const last = load<i32>(entry, 12);
    budget -= high - low + 1;
    if (high - low < SHORT) {
      sortShort(values, low, high);
      continue;
    }
    const pivot = middle(
      load<f64>(values + (<usize>low << 3)),
      load<f64>(values + (<usize>(low + ((high - low) >> 1)) << 3)),
      load<f64>(values + (<usize>high << 3)),
    );
    let i = low - 1;
    let j = high + 1;
    while (true) {
      do i++;
      while (load<f64>(values + (<usize>i << 3)) < pivot);
      do j--;
      while (load<f64>(values + (<usize>j << 3)) > pivot);
      if (i >= j) break;
      const swap = load<f64>(values + (<usize>i << 3));
      store<f64>(values + (<usize>i << 3), load<f64>(values + (<usize>j << 3)));
      store<f64>(values + (<usize>j << 3), swap);
    }
    // Now low..j holds nothing above the pivot and j + 1..high nothing below; split the ranks between them.
    let split = first;
    while (split <= last && load<i32>(ranks + (<usize>split << 2)) <= j) split++;
    // The longer part goes on the stack first, which keeps the stack within log2(n) entries.
    if (j - low > high - j) {
      depth = push(stack, depth, low, j, first, split - 1);
      depth = push(stack, depth, j + 1, high, split, last);
    } else {
      depth = push(stack, depth, j + 1, high, split, last);
      depth = push(stack, depth, low, j, first, split - 1);
    }
  }
  return depth;
}

/** Moves every `stride`-th value to the front: values[i] = values[i * stride] for i in 0..count. */
export function everyNth(values: usize, stride: i32, count: i32): void {
  for (let i = 1; i < count; i++) store<f64>(values + (<usize>i << 3), load<f64>(values + ((<usize>i * <usize>stride) << 3)));
}
