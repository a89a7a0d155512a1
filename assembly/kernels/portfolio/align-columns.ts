/** Columns with dates of their own are joined on the dates all of them have. */

/**
 * Dates two ascending columns have in common: those of [from, to) of the first. Chunks in ascending order.
 * @of sampleCovariance
 * @param state places reached: dates of the second column looked at, and common dates found; two i32, 0 before the first call
 * @param out room for the shorter of the two; may be `a`
 */
export function commonTimes(a: usize, from: i32, to: i32, b: usize, lengthB: i32, state: usize, out: usize): void {
  let i = from, j = load<i32>(state), found = load<i32>(state, 4);
  while (i < to && j < lengthB) {
    const x = load<f64>(a + (<usize>i << 3));
    const y = load<f64>(b + (<usize>j << 3));
    if (x == y) {
      store<f64>(out + (<usize>found << 3), x);
      found++;
    }
    i += i32(x <= y);
    j += i32(y <= x);
  }
  store<i32>(state, j);
  store<i32>(state, found, 4);
}

/**
 * The values of an ascending dated column at the `wanted` dates [from, to), each of which it has.
 * @param place 0, or what the call for the dates before `from` returned
 * @returns place of the column reached
 */
export function valuesAt(times: usize, values: usize, wanted: usize, from: i32, to: i32, place: i32, out: usize): i32 {
  for (let k = from; k < to; k++) {
    const time = load<f64>(wanted + (<usize>k << 3));
    while (load<f64>(times + (<usize>place << 3)) < time) place++;
    store<f64>(out + (<usize>k << 3), load<f64>(values + (<usize>place << 3)));
  }
  return place;
}

/**
 * Drops the rows of [from, to) in which any of the columns holds no finite number, in place; `times` (0 for none) goes with them.
 * Chunks in ascending order give the same rows.
 * @param kept rows kept before `from`; those of this call are put behind them
 * @returns rows kept before `to`
 */
export function dropIncomplete(columns: usize, stride: i32, count: i32, from: i32, to: i32, kept: i32, times: usize): i32 {
  const step = <usize>stride << 3;
  for (let t = from; t < to; t++) {
    let zero = 0.0;
    for (let j: usize = 0, at = columns + (<usize>t << 3); j < <usize>count; j++, at += step) zero += load<f64>(at) * 0.0;
    if (zero != 0.0) continue;
    if (kept < t) {
      for (let j: usize = 0, at = columns; j < <usize>count; j++, at += step) {
        store<f64>(at + (<usize>kept << 3), load<f64>(at + (<usize>t << 3)));
      }
      if (times != 0) store<f64>(times + (<usize>kept << 3), load<f64>(times + (<usize>t << 3)));
    }
    kept++;
  }
  return kept;
}
