/** Values examined together: the extremes of a block decide whether its individual values are examined. */
const BLOCK: i32 = 512;

/**
 * Drawdown: out[t] = values[t] / (highest value up to t) - 1, at most 0; NaN where that highest value is not positive.
 *
 * Any chunks in ascending order give the same bits.
 * @term Drawdown
 * @formula P[t] / max(P[0..t]) - 1
 * @source decline from the running maximum
 * @tolerance plain twin and closed forms, same bits
 * @param values prices or portfolio values
 * @param from first index to compute
 * @param to index to stop before
 * @param out fractions, aligned with the values
 * @param state 5 values carried from chunk to chunk, any contents before the first: highest value so far, its first index,
 *   deepest drawdown so far (0 while there is none), index of the peak it fell from, index of its trough (the first, where several tie)
 */
export function drawdown(values: usize, from: i32, to: i32, out: usize, state: usize): void {
  if (from == 0) {
    store<f64>(state, -Infinity);
    for (let i: usize = 8; i < 40; i += 8) store<f64>(state + i, 0);
  }
  for (let start = from; start < to; start += BLOCK) examineBlock(values, start, min(start + BLOCK, to), out, state);
}

function examineBlock(values: usize, from: i32, to: i32, out: usize, state: usize): void {
  const before = load<f64>(state);
  const one = f64x2.splat(1);
  const none = f64x2.splat(NaN);
  const zero = f64x2.splat(0);
  let peak = f64x2.splat(before);
  let least = zero;
  let t = from;
  for (; t + 1 < to; t += 2) {
    const at = <usize>t << 3;
    const now = v128.load(values + at);
    // Lane 0: highest before and now; lane 1: the same and the next value.
    peak = f64x2.pmax(f64x2.pmax(peak, now), v128.shuffle<u64>(peak, now, 0, 2));
    const result = v128.bitselect(f64x2.sub(f64x2.div(now, peak), one), none, f64x2.gt(peak, zero));
    v128.store(out + at, result);
    least = f64x2.pmin(least, result);
    peak = v128.shuffle<u64>(peak, peak, 1, 1);
  }
  let top = f64x2.extract_lane(peak, 0);
  let deepest = min(f64x2.extract_lane(least, 0), f64x2.extract_lane(least, 1));
  if (t < to) {
    const now = load<f64>(values + (<usize>t << 3));
    top = now > top ? now : top;
    const result = top > 0 ? now / top - 1.0 : NaN;
    store<f64>(out + (<usize>t << 3), result);
    deepest = result < deepest ? result : deepest;
  }
  if (deepest < load<f64>(state, 16)) locate(values, from, to, out, state, before, deepest);
  if (top > before) {
    store<f64>(state, top);
    store<f64>(state, indexOf(values, from, top), 8);
  }
}

/** Finds the trough of the new deepest drawdown and the peak before it. */
function locate(values: usize, from: i32, to: i32, out: usize, state: usize, before: f64, deepest: f64): void {
  const trough = indexOf(out, from, deepest);
  let peak = before;
  let peakIndex = load<f64>(state, 8);
  for (let t = from; t < <i32>trough; t++) {
    const value = load<f64>(values + (<usize>t << 3));
    if (value > peak) {
      peak = value;
      peakIndex = t;
    }
  }
  store<f64>(state, deepest, 16);
  store<f64>(state, peakIndex, 24);
  store<f64>(state, trough, 32);
}

/** First index from `from` on that holds exactly `value`; the caller knows there is one. */
function indexOf(column: usize, from: i32, value: f64): f64 {
  let t = from;
  while (load<f64>(column + (<usize>t << 3)) != value) t++;
  return t;
}
