import { CarryForwardBlock, PlaceValuesBlock, RankTimesBlock } from "../../build/layouts/ingest";

/** Pivots rows of many symbols into a table with a row per date and a column per symbol. An empty cell is NaN. */

/**
 * The distinct dates of rows, ascending, and for each row the index of its date.
 * @param block `RankTimesBlock`, declared in assembly/layouts/ingest.mjs
 * @param dates dates found so far
 * @returns dates found
 */
export function rankTimes(block: usize, from: i32, to: i32, dates: i32): i32 {
  const given = changetype<RankTimesBlock>(block);
  const times = given.times;
  const order = given.order;
  const out = given.dates;
  const ranks = given.ranks;
  for (let i = from; i < to; i++) {
    const row = load<u32>(order + (<usize>i << 2));
    const time = load<f64>(times + (<usize>row << 3));
    if (dates == 0 || load<f64>(out + (<usize>(dates - 1) << 3)) != time) {
      store<f64>(out + (<usize>dates << 3), time);
      dates++;
    }
    store<u32>(ranks + (<usize>row << 2), dates - 1);
  }
  return dates;
}

/**
 * Writes the values of rows [from, to) to the cells of their date and symbol. A cell with more than one value keeps the first, the last or
 * the mean (cell += (value - cell) / k for the k-th); duplicates are counted in any case. NaN is not written.
 * @param block `PlaceValuesBlock`, declared in assembly/layouts/ingest.mjs
 * @param repeated duplicates counted so far
 * @returns duplicates counted
 */
export function placeValues(block: usize, from: i32, to: i32, repeated: i32): i32 {
  const given = changetype<PlaceValuesBlock>(block);
  const values = given.values;
  const ranks = given.ranks;
  const codes = given.codes;
  const stride = given.stride;
  const table = given.table;
  const seen = given.seen;
  const rule = given.rule;
  const counts = given.counts;
  const rows = given.rows;
  const most = given.most;
  for (let i = from; i < to; i++) {
    const value = load<f64>(values + (<usize>i << 3));
    if (value != value) continue;
    const code = codes == 0 ? given.code : <i32>load<f64>(codes + (<usize>i << 3));
    const cell = <usize>code * <usize>stride + <usize>load<u32>(ranks + (<usize>i << 2));
    const at = table + (cell << 3);
    const known = load<f64>(at);
    if (known != known) {
      store<f64>(at, value);
      continue;
    }
    if (repeated < most) store<u32>(rows + (<usize>repeated << 2), i);
    repeated++;
    const count = counts + (<usize>code << 2);
    store<u32>(count, load<u32>(count) + 1);
    if (rule == 1) store<f64>(at, value);
    else if (rule == 2) {
      const place = seen + (cell << 2);
      const before = load<u32>(place) + 1;
      store<u32>(place, before);
      store<f64>(at, known + (value - known) / (<f64>before + 1.0));
    }
  }
  return repeated;
}

/**
 * Fills empty cells of a column, in place, with the last value before them, at most `limit` in a row. Cells before the first value remain
 * empty.
 * @param block `CarryForwardBlock`, declared in assembly/layouts/ingest.mjs
 * @returns cells filled
 */
export function carryForward(block: usize, from: i32, to: i32): i32 {
  const given = changetype<CarryForwardBlock>(block);
  const column = given.column;
  const limit = given.limit;
  const state = given.state;
  let last = load<f64>(state);
  let run = load<f64>(state, 8);
  let filled: i32 = 0;
  for (let i = from; i < to; i++) {
    const at = column + (<usize>i << 3);
    const value = load<f64>(at);
    if (value == value) {
      last = value;
      run = 0.0;
    } else {
      run += 1.0;
      if (last == last && run <= limit) {
        store<f64>(at, last);
        filled++;
      }
    }
  }
  store<f64>(state, last);
  store<f64>(state, run, 8);
  return filled;
}
