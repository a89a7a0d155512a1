import { Search } from "./search";

/** Assigns each value to one of `bins` equal-count bins by rank: classes[order[k]] = floor(k bins / n), bytes. */
export function rankClasses(order: usize, n: i32, bins: i32, classes: usize): void {
  for (let k = 0; k < n; k++) {
    const i = load<i32>(order + (<usize>k << 2));
    store<u8>(classes + <usize>i, <u8>((<i64>k * <i64>bins) / <i64>n));
  }
}

/**
 * Average mutual information between a series and itself `lag` steps later, in nats.
 * @term Mutual information
 * @formula I(J) = sum over a, b of p(a, b) ln(p(a, b) / (p(a) p(b))), equal-count bins by rank
 * @source Fraser and Swinney (1986)
 * @tolerance plain sum, 1e-12
 * @param classes n bytes of `rankClasses`
 * @param table room for bins^2 + 2 bins 32-bit integers
 */
export function mutualInformation(classes: usize, n: i32, lag: i32, bins: i32, table: usize): f64 {
  const pairs = n - lag;
  const first = table + (<usize>(bins * bins) << 2);
  const second = first + (<usize>bins << 2);
  memory.fill(table, 0, <usize>(bins * bins + 2 * bins) << 2);
  for (let t = 0; t < pairs; t++) {
    const a = <usize>load<u8>(classes + <usize>t);
    const b = <usize>load<u8>(classes + <usize>(t + lag));
    const at = table + ((a * <usize>bins + b) << 2);
    store<i32>(at, load<i32>(at) + 1);
  }
  for (let a = 0; a < bins; a++) {
    for (let b = 0; b < bins; b++) {
      const count = load<i32>(table + (<usize>(a * bins + b) << 2));
      store<i32>(first + (<usize>a << 2), load<i32>(first + (<usize>a << 2)) + count);
      store<i32>(second + (<usize>b << 2), load<i32>(second + (<usize>b << 2)) + count);
    }
  }
  let sum: f64 = 0;
  for (let a = 0; a < bins; a++) {
    const rows = <f64>load<i32>(first + (<usize>a << 2));
    for (let b = 0; b < bins; b++) {
      const count = <f64>load<i32>(table + (<usize>(a * bins + b) << 2));
      if (count > 0.0) sum += count * Math.log((count * <f64>pairs) / (rows * <f64>load<i32>(second + (<usize>b << 2))));
    }
  }
  return sum / <f64>pairs;
}

/**
 * False nearest neighbors of a finished search: pairs that separate when one more coordinate is added.
 * @term False nearest neighbors
 * @formula false where |x[i + m J] - x[j + m J]| / R > 15, or the distance in m + 1 dimensions is above 2 standard deviations
 * @source Kennel, Brown and Abarbanel (1992)
 * @tolerance plain count, exact
 * @param reach steps to the next coordinate, m times the lag; the values must go that far beyond the last point
 * @returns number of points in [from, to) whose neighbor is false
 */
export function falseNeighbors(search: usize, from: i32, to: i32, reach: i32, ratio: f64, size: f64): i32 {
  const values = load<usize>(search + Search.values) + (<usize>reach << 3);
  const scale = load<f64>(search + Search.scale);
  let count = 0;
  for (let i = from; i < to; i++) {
    const j = load<i32>(load<usize>(search + Search.nearest) + (<usize>i << 2));
    if (j < 0) continue;
    const square = load<f64>(load<usize>(search + Search.best) + (<usize>i << 3));
    const apart = load<f64>(values + (<usize>i << 3)) - load<f64>(values + (<usize>j << 3));
    const torn = apart * apart > ratio * ratio * square;
    if (torn || (square + apart * apart) * scale * scale > size * size) count++;
  }
  return count;
}
