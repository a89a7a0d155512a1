/** Columns with dates of their own are joined on the dates all of them have. */

/**
 * Dates two ascending columns have in common.
 * @of sampleCovariance
 * @param out room for the shorter of the two; may be `a`
 * @returns how many there are
 */
export function commonTimes(a: usize, lengthA: i32, b: usize, lengthB: i32, out: usize): i32 {
  let i = 0, j = 0, found = 0;
  while (i < lengthA && j < lengthB) {
    const x = load<f64>(a + (<usize>i << 3));
    const y = load<f64>(b + (<usize>j << 3));
    if (x == y) {
      store<f64>(out + (<usize>found << 3), x);
      found++;
    }
    i += i32(x <= y);
    j += i32(y <= x);
  }
  return found;
}

/** The values of an ascending dated column at `wanted` dates, each of which it has. */
export function valuesAt(times: usize, values: usize, wanted: usize, count: i32, out: usize): void {
  let from = 0;
  for (let k = 0; k < count; k++) {
    const time = load<f64>(wanted + (<usize>k << 3));
    while (load<f64>(times + (<usize>from << 3)) < time) from++;
    store<f64>(out + (<usize>k << 3), load<f64>(values + (<usize>from << 3)));
  }
}

/**
 * Drops the rows in which any of the columns holds no finite number, in place; `times` (0 for none) goes with them.
 * @returns rows kept
 */
export function dropIncomplete(columns: usize, stride: i32, count: i32, rows: i32, times: usize): i32 {
  const step = <usize>stride << 3;
  let kept = 0;
  for (let t = 0; t < rows; t++) {
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
