import { ColumnTableBlock, CommonTimesBlock, ValuesAtBlock } from "../../build/layouts/portfolio";

/** Columns with different dates are joined on the dates common to all of them. */

/**
 * Common dates of two ascending columns: those of [from, to) of the first. Chunks in ascending order.
 * @of sampleCovariance
 * @param block `CommonTimesBlock`, declared in assembly/layouts/portfolio.mjs
 */
export function commonTimes(block: usize, from: i32, to: i32): void {
  const given = changetype<CommonTimesBlock>(block);
  const a = given.a;
  const b = given.b;
  const lengthB = given.lengthB;
  const state = given.state;
  const out = given.out;
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
 * @param block `ValuesAtBlock`, declared in assembly/layouts/portfolio.mjs
 * @param place 0, or what the call for the dates before `from` returned
 * @returns index reached in the column
 */
export function valuesAt(block: usize, from: i32, to: i32, place: i32): i32 {
  const given = changetype<ValuesAtBlock>(block);
  const times = given.times;
  const values = given.values;
  const wanted = given.wanted;
  const out = given.out;
  for (let k = from; k < to; k++) {
    const time = load<f64>(wanted + (<usize>k << 3));
    while (load<f64>(times + (<usize>place << 3)) < time) place++;
    store<f64>(out + (<usize>k << 3), load<f64>(values + (<usize>place << 3)));
  }
  return place;
}

/**
 * Drops the rows of [from, to) in which any of the columns is not a finite number, in place; along with `times` (0 for none). Chunks in
 * ascending order give the same rows.
 * @param table `ColumnTableBlock`, declared in assembly/layouts/portfolio.mjs
 * @param kept rows kept before `from`; those of this call are appended
 * @returns rows kept before `to`
 */
export function dropIncomplete(table: usize, from: i32, to: i32, kept: i32, times: usize): i32 {
  const given = changetype<ColumnTableBlock>(table);
  const columns = given.columns;
  const stride = given.stride;
  const count = given.count;
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
