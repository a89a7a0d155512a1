/**
 * 64 entries of eight 16-bit lanes: contribution of the comparisons of one value with its six predecessors to the codes of the following
 * windows.
 */
const TABLE = memory.data(64 * 16, 16);
const MAX_ORDER: i32 = 7;

/**
 * Entry `mask`: bit (k - 1) ^ 1 says that the value k steps back is larger. Lane j contains the contribution to the code of the window that
 * ends j steps ahead, in which this value has index i = order - 1 - j: i! times the number of larger ones among its i predecessors.
 */
function fillTable(order: i32): void {
  for (let mask = 0; mask < 64; mask++) {
    const entry = TABLE + (<usize>mask << 4);
    let factorial = 1;
    let larger = 0;
    memory.fill(entry, 0, 16);
    for (let i = 1; i < order; i++) {
      factorial *= i;
      larger += (mask >> ((i - 1) ^ 1)) & 1;
      store<i16>(entry + (<usize>(order - 1 - i) << 1), <i16>(factorial * larger));
    }
  }
}

/**
 * Ordinal patterns: the code of the ordering of `order` values, `delay` steps apart and ending at t. It is the Lehmer index, 0 for rising
 * and order! - 1 for falling values; ties count as rising, by order of appearance. One table lookup per step, whatever the order. Same
 * codes for any chunking. NaN compares as not larger: callers exclude it.
 * @formula code[t] = sum over i = 1..D-1 of i! #{j < i : x[j] > x[i]}, x[0..D-1] = values[t - (D-1) delay], ..., values[t]
 * @source Bandt and Pompe (2002), Physical Review Letters 88, 174102
 * @tolerance every code equal to the plain count of inversions, orders 2 to 7, delays 1 to 5, with and without ties
 * @param from first index to compute
 * @param to index to stop before
 * @param order D, 2 to 7
 * @param delay steps between neighbors, 1 or more
 * @param out 16-bit codes aligned with the values; -1 for t < (D - 1) delay
 * @returns number of windows in [from, to) whose newest value equals another of theirs, or -1 for an order or delay out of range
 */
export function ordinalCodes(values: usize, from: i32, to: i32, order: i32, delay: i32, out: usize): i32 {
  if (order < 2 || order > MAX_ORDER || delay < 1) return -1;
  fillTable(order);
  const first = <i64>(order - 1) * delay;
  const warm = <i32>min<i64>(max<i64>(first, from), to);
  for (let t = from; t < warm; t++) store<i16>(out + (<usize>t << 1), -1);
  if (warm == to) return 0;
  if (delay == 1) return neighbors(values, warm, to, order, out);
  let ties = 0;
  for (let phase = warm, end = min(to, warm + delay); phase < end; phase++) ties += apart(values, phase, to, order, delay, out);
  return ties;
}

/** The codes with one step between neighbors: six comparisons in three vectors. */
function neighbors(values: usize, from: i32, to: i32, order: i32, out: usize): i32 {
  const zero = i16x8.splat(0);
  let windows = zero;
  let ties = 0;
  // The bits of predecessors that belong to the window.
  let inWindow = 0;
  for (let k = 1; k < order; k++) inWindow |= 1 << ((k - 1) ^ 1);
  for (let t = from - order + 2; t < to; t++) {
    const at = values + (<usize>t << 3);
    const value = v128.load64_splat(at);
    const near = v128.load(at - 16);
    const middle = v128.load(at - 32);
    const far = v128.load(at - 48);
    const larger =
      i64x2.bitmask(f64x2.gt(near, value)) | (i64x2.bitmask(f64x2.gt(middle, value)) << 2) | (i64x2.bitmask(f64x2.gt(far, value)) << 4);
    windows = i16x8.add(v128.shuffle<u16>(windows, zero, 1, 2, 3, 4, 5, 6, 7, 8), v128.load(TABLE + (<usize>larger << 4)));
    if (t < from) continue;
    store<i16>(out + (<usize>t << 1), <i16>i16x8.extract_lane_s(windows, 0));
    const equal =
      i64x2.bitmask(f64x2.eq(near, value)) | (i64x2.bitmask(f64x2.eq(middle, value)) << 2) | (i64x2.bitmask(f64x2.eq(far, value)) << 4);
    ties += <i32>((equal & inWindow) != 0);
  }
  return ties;
}

/** The codes of every `delay`-th window from `from` on. */
function apart(values: usize, from: i32, to: i32, order: i32, delay: i32, out: usize): i32 {
  const zero = i16x8.splat(0);
  const back = <usize>delay << 3;
  let windows = zero;
  let ties = 0;
  for (let t = from - (order - 2) * delay; t < to; t += delay) {
    const at = values + (<usize>t << 3);
    const value = load<f64>(at);
    // A value before the first whole window may have fewer predecessors.
    const predecessors = min(order - 1, t / delay);
    let larger: usize = 0;
    let equal = false;
    for (let k = 1; k <= predecessors; k++) {
      const other = load<f64>(at - <usize>k * back);
      larger |= <usize>(other > value) << ((k - 1) ^ 1);
      equal = equal || other == value;
    }
    windows = i16x8.add(v128.shuffle<u16>(windows, zero, 1, 2, 3, 4, 5, 6, 7, 8), v128.load(TABLE + (larger << 4)));
    if (t < from) continue;
    store<i16>(out + (<usize>t << 1), <i16>i16x8.extract_lane_s(windows, 0));
    ties += <i32>equal;
  }
  return ties;
}
