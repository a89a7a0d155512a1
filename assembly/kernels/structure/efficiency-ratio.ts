import { fillNaN } from "../../lib/window";

/** Net change over `period` steps and path length, for the two steps in the lanes. */
@inline
function ratioAt(at: usize, period: i32): v128 {
  const zero = f64x2.splat(0);
  let way = zero;
  let now = v128.load(at);
  const newest = now;
  for (let i = 1; i <= period; i++) {
    const before = v128.load(at - (<usize>i << 3));
    way = f64x2.add(way, f64x2.abs(f64x2.sub(now, before)));
    now = before;
  }
  const ratio = f64x2.div(f64x2.abs(f64x2.sub(newest, now)), way);
  return v128.bitselect(f64x2.pmin(ratio, f64x2.splat(1)), zero, f64x2.gt(way, zero));
}

/**
 * Kaufman's efficiency ratio: net change over path length, 1 for a straight line and near 0 for moves that cancel; 0 where the price does
 * not move. Each window is summed from scratch: same bits for any chunking, and no trace of a jump that has left the window.
 * @formula ER[t] = |P[t] - P[t-n]| / (|P[t] - P[t-1]| + ... + |P[t-n+1] - P[t-n]|)
 * @source Kaufman (1995), Smarter Trading
 * @tolerance plain sums, 1e-13
 * @param from first index to compute
 * @param to index to stop before
 * @param period n, 1 or more
 * @param out 0 to 1, aligned with the values; NaN for t < n
 */
export function efficiencyRatio(values: usize, from: i32, to: i32, period: i32, out: usize): void {
  fillNaN(out, from, min(to, period));
  let t = max(from, period);
  for (; t + 1 < to; t += 2) v128.store(out + (<usize>t << 3), ratioAt(values + (<usize>t << 3), period));
  if (t < to) store<f64>(out + (<usize>t << 3), f64x2.extract_lane(ratioAt(values + (<usize>t << 3), period), 0));
}
