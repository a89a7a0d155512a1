import type { Count } from "../contract";

/** First index of an ascending column whose value is at least `value`; the length if there is none. */
export function lowerBound(ascending: Float64Array, value: number): Count {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** First index of an ascending column whose value is above `value`; the length if there is none. */
export function upperBound(ascending: Float64Array, value: number): Count {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
