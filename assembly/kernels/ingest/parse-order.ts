import { OrderScatterBlock, OrderUniqueBlock } from "../../build/layouts/ingest";

/**
 * Sorts rows by time without moving them: a stable LSD radix sort of row numbers, 16 bits of the time per pass. Four passes of
 * `orderCount`, `orderPlace` and `orderScatter` with digit 0 to 3 complete the sort; every loop can be called in chunks.
 */

const DIGITS: i32 = 1 << 16;

/** Bits of a double mapped to an unsigned integer that sorts in the same order. */
@inline
function sortable(value: f64): u64 {
  const bits = reinterpret<u64>(value);
  return bits >> 63 ? ~bits : bits | (<u64>1 << 63);
}

@inline
function digitOf(times: usize, row: u32, digit: i32): usize {
  return <usize>((sortable(load<f64>(times + (<usize>row << 3))) >> (<u64>digit << 4)) & 0xffff);
}

/** Writes 0, 1, 2, … to order u32[to], starting at index `from`. */
export function orderStart(order: usize, from: i32, to: i32): void {
  for (let i = from; i < to; i++) store<u32>(order + (<usize>i << 2), i);
}

/** Histogram: adds the frequency of each digit in rows [from, to) to counts u32[65536]. The caller clears `counts` first. */
export function orderCount(times: usize, from: i32, to: i32, digit: i32, counts: usize): void {
  for (let i = from; i < to; i++) {
    const at = counts + (digitOf(times, i, digit) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
}

/**
 * Turns counts into the first index of each digit (exclusive prefix sums). Returns 1 if one digit holds all `n` rows, so that the pass can
 * be skipped.
 */
export function orderPlace(counts: usize, n: i32): i32 {
  let sum: u32 = 0;
  let alone: i32 = 0;
  for (let digit = 0; digit < DIGITS; digit++) {
    const at = counts + (<usize>digit << 2);
    const count = load<u32>(at);
    if (count == <u32>n) alone = 1;
    store<u32>(at, sum);
    sum += count;
  }
  return alone;
}

/**
 * Moves the row numbers order[from..to) to their positions in target u32[n].
 * @param block `OrderScatterBlock`, declared in assembly/layouts/ingest.mjs
 */
export function orderScatter(block: usize, from: i32, to: i32): void {
  const given = changetype<OrderScatterBlock>(block);
  const times = given.times;
  const order = given.order;
  const target = given.target;
  const digit = given.digit;
  const counts = given.counts;
  for (let i = from; i < to; i++) {
    const row = load<u32>(order + (<usize>i << 2));
    const at = counts + (digitOf(times, row, digit) << 2);
    const place = load<u32>(at);
    store<u32>(target + (<usize>place << 2), row);
    store<u32>(at, place + 1);
  }
}

/**
 * Keeps only the last of the rows with the same time: copies the numbers of the dropped rows out and compacts `order`.
 * @param block `OrderUniqueBlock`, declared in assembly/layouts/ingest.mjs
 * @param kept rows kept so far (order[0..kept) is done)
 * @returns rows kept
 */
export function orderUnique(block: usize, from: i32, to: i32, kept: i32): i32 {
  const given = changetype<OrderUniqueBlock>(block);
  const times = given.times;
  const order = given.order;
  const n = given.n;
  const rows = given.rows;
  const most = given.most;
  for (let i = from; i < to; i++) {
    const row = load<u32>(order + (<usize>i << 2));
    if (i + 1 < n) {
      const next = load<u32>(order + (<usize>(i + 1) << 2));
      if (load<f64>(times + (<usize>row << 3)) == load<f64>(times + (<usize>next << 3))) {
        const out = i - kept;
        if (out < most) store<u32>(rows + (<usize>out << 2), row);
        continue;
      }
    }
    store<u32>(order + (<usize>kept << 2), row);
    kept++;
  }
  return kept;
}

/** out[i] = values[order[i]], i in [from, to); f64. */
export function orderGather(values: usize, order: usize, out: usize, from: i32, to: i32): void {
  for (let i = from; i < to; i++) {
    const row = load<u32>(order + (<usize>i << 2));
    store<f64>(out + (<usize>i << 3), load<f64>(values + (<usize>row << 3)));
  }
}
