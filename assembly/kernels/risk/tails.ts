/** The tails of a resample are computed from the sorted sample and the number of times each rank was drawn. */

/** Inverts the sort order of the rows (u32, ascending values) to the rank of each row (u32), for positions [from, to). */
export function ranksOf(order: usize, from: i32, to: i32, ranks: usize): void {
  for (let i = from; i < to; i++) store<u32>(ranks + (<usize>load<u32>(order + (<usize>i << 2)) << 2), i);
}

/** Adds to counts u32[n] how often each rank occurs among the indices at positions [from, to); the caller clears `counts` first. */
export function countRanks(ranks: usize, indices: usize, from: i32, to: i32, counts: usize): void {
  for (let t = from; t < to; t++) {
    const at = counts + (<usize>load<u32>(ranks + (<usize>load<u32>(indices + (<usize>t << 2)) << 2)) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
}

/** Adds `change` to the counts of the ranks of rows [from, to): the sample itself, or a block to exclude. */
export function countRows(ranks: usize, from: i32, to: i32, change: i32, counts: usize): void {
  for (let t = from; t < to; t++) {
    const at = counts + (<usize>load<u32>(ranks + (<usize>t << 2)) << 2);
    store<u32>(at, load<u32>(at) + change);
  }
}

/**
 * Quantile p (type 7) of a sample given as sorted values with counts, and the mean of its values at or below that quantile.
 *
 * Reads the values up to the quantile only, so a tail costs its share of the sample.
 * @formula q = x[k] + (p (m - 1) - k) (x[k+1] - x[k]), k = floor(p (m - 1))
 * @source Hyndman and Fan 1996, definition 7 (R and NumPy)
 * @tolerance sorted resample, 1e-12
 * @param sorted n rising values
 * @param counts u32 per value; `total` is their sum m, at least 1
 * @param out 2 values: quantile, mean of the values at or below it
 */
export function lowerTail(sorted: usize, counts: usize, n: i32, total: i32, p: f64, out: usize): void {
  const place = p * <f64>(total - 1);
  const below = Math.floor(place);
  const rank = <i32>below;
  let seen = 0;
  let sum = 0.0;
  let i = -1;
  while (seen <= rank) {
    i++;
    const count = <i32>load<u32>(counts + (<usize>i << 2));
    seen += count;
    sum += <f64>count * load<f64>(sorted + (<usize>i << 3));
  }
  const low = load<f64>(sorted + (<usize>i << 3));
  let quantile = low;
  if (seen <= rank + 1 && place > below) {
    let j = i + 1;
    while (load<u32>(counts + (<usize>j << 2)) == 0) j++;
    quantile = low + (place - below) * (load<f64>(sorted + (<usize>j << 3)) - low);
  }
  // Equal values beyond the rank belong to the tail too.
  for (let j = i + 1; j < n && load<f64>(sorted + (<usize>j << 3)) <= quantile; j++) {
    const count = <i32>load<u32>(counts + (<usize>j << 2));
    seen += count;
    sum += <f64>count * load<f64>(sorted + (<usize>j << 3));
  }
  store<f64>(out, quantile);
  store<f64>(out, sum / <f64>seen, 8);
}

/** Quantile 1 - p (type 7) of a sample given as sorted values with counts, read from the top. */
export function upperQuantile(sorted: usize, counts: usize, n: i32, total: i32, p: f64): f64 {
  const place = p * <f64>(total - 1);
  const below = Math.floor(place);
  const rank = <i32>below;
  let seen = 0;
  let i = n;
  while (seen <= rank) {
    i--;
    seen += <i32>load<u32>(counts + (<usize>i << 2));
  }
  const high = load<f64>(sorted + (<usize>i << 3));
  if (seen > rank + 1 || !(place > below)) return high;
  let j = i - 1;
  while (load<u32>(counts + (<usize>j << 2)) == 0) j--;
  return high + (place - below) * (load<f64>(sorted + (<usize>j << 3)) - high);
}

/** Adds the number and the sum of the values at or below a limit, of positions [from, to). @param out 2 values, 0 before the first chunk */
export function tailSum(values: usize, from: i32, to: i32, limit: f64, out: usize): void {
  let count = 0;
  let sum = 0.0;
  for (let t = from; t < to; t++) {
    const value = load<f64>(values + (<usize>t << 3));
    if (value <= limit) {
      count++;
      sum += value;
    }
  }
  store<f64>(out, load<f64>(out) + <f64>count);
  store<f64>(out, load<f64>(out, 8) + sum, 8);
}
