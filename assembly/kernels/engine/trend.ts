import { sumOf } from "../../lib/window";

/**
 * Trend strength over the last `sequence` values: relative change of the `average`-period moving average from the first one that fits in
 * the sequence to the last: out[t] = (last - first) / |first|.
 *
 * With fewer than `sequence` values it uses the values available, and an average short enough to fit at least twice; 0 for t = 0 and where
 * the first average is 0. Same bits for any chunking.
 * @term Trend strength
 * @formula (A[last] - A[first]) / |A[first]|, A the moving averages within the window
 * @source Prospect's decision engine
 * @tolerance plain twin, 1e-14 absolute
 * @param values prices
 * @param from first index to compute
 * @param to index to stop before
 * @param average values per average, at least 1
 * @param sequence length of the window, more than `average`
 * @param out fractions, aligned with the values
 */
export function trend(values: usize, from: i32, to: i32, average: i32, sequence: i32, out: usize): void {
  let t = from;
  for (const warm = min(to, sequence - 1); t < warm; t++) {
    const length = min(average, t);
    const first = sumOf(values, length);
    const last = sumOf(values + ((<usize>t + 1 - length) << 3), length);
    store<f64>(out + (<usize>t << 3), first == 0 ? 0 : (last - first) / Math.abs(first));
  }
  const zero = f64x2.splat(0);
  for (; t < to; t += 2) {
    const newest = values + (<usize>t << 3);
    const oldest = newest - ((<usize>sequence - 1) << 3);
    let first = zero;
    let last = zero;
    for (let i: usize = 0, end = <usize>average << 3; i < end; i += 8) {
      first = f64x2.add(first, v128.load(oldest + i));
      last = f64x2.add(last, v128.load(newest - i));
    }
    const change = f64x2.div(f64x2.sub(last, first), f64x2.abs(first));
    const result = v128.bitselect(zero, change, f64x2.eq(first, zero));
    if (t + 1 == to) store<f64>(out + (<usize>t << 3), f64x2.extract_lane(result, 0));
    else v128.store(out + (<usize>t << 3), result);
  }
}
