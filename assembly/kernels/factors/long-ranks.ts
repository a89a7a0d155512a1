import { MergePassBlock } from "../../build/layouts/factors";

/** Fills in the positions 0..n - 1 in [from, to). */
export function numberPlaces(order: usize, from: i32, to: i32): void {
  for (let i = from; i < to; i++) store<i32>(order + (<usize>i << 2), i);
}

/**
 * One pass of a merge sort of positions by value: pairs of sorted runs of `width` in [from, to) become runs of twice the width. Equal
 * values keep their order.
 * @param block `MergePassBlock`, declared in assembly/layouts/factors.mjs
 * @param from a multiple of 2 width; so is `to`, unless it is n
 */
export function mergePass(block: usize, from: i32, to: i32): void {
  const given = changetype<MergePassBlock>(block);
  const values = given.values;
  const order = given.order;
  const n = given.n;
  const width = given.width;
  const out = given.out;
  for (let start = from; start < to; start += width << 1) {
    const middle = min(start + width, n);
    const end = min(middle + width, n);
    let left = start;
    let right = middle;
    for (let k = start; k < end; k++) {
      let takeLeft = left < middle;
      if (takeLeft && right < end) {
        const a = load<f64>(values + (<usize>load<i32>(order + (<usize>left << 2)) << 3));
        const b = load<f64>(values + (<usize>load<i32>(order + (<usize>right << 2)) << 3));
        takeLeft = a <= b;
      }
      store<i32>(out + (<usize>k << 2), load<i32>(order + (<usize>(takeLeft ? left : right) << 2)));
      if (takeLeft) left++;
      else right++;
    }
  }
}

/**
 * Centered ranks from sorted positions: twice the rank minus n + 1, ties sharing their mean rank.
 * @formula r[i] = 2 rank[i] - (n + 1)
 * @source Spearman (1904), mid-ranks
 * @tolerance SciPy 1.17 rankdata, exact
 * @param from first position in `order` to rank; a run of equal values is completed by the chunk in which it begins
 */
export function ranksInOrder(values: usize, order: usize, n: i32, from: i32, to: i32, out: usize): void {
  let k = from;
  while (k > 0 && k < n && valueAt(values, order, k) == valueAt(values, order, k - 1)) k++;
  while (k < to) {
    let end = k + 1;
    while (end < n && valueAt(values, order, end) == valueAt(values, order, k)) end++;
    const rank = <f64>(k + end - n);
    for (let i = k; i < end; i++) store<f64>(out + (<usize>load<i32>(order + (<usize>i << 2)) << 3), rank);
    k = end;
  }
}

// @ts-ignore: decorator
@inline
function valueAt(values: usize, order: usize, place: i32): f64 {
  return load<f64>(values + (<usize>load<i32>(order + (<usize>place << 2)) << 3));
}
