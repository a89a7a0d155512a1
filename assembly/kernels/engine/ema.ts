import { fillNaN, sumOf } from "../../lib/window";

/**
 * Exponential moving average with a = 2 / (period + 1), seeded with the simple mean of the first `period` values (TA-Lib, TTR):
 * out[t] = out[t-1] + a (values[t] - out[t-1]); NaN for t < period - 1.
 *
 * Computed four steps ahead, y[t] = (w[t] + b^2 w[t-2]) + b^4 y[t-4] with w[t] = a values[t] + a b values[t-1] and b = 1 - a,
 * so that four steps are under way at once. The state is the output itself: chunks in ascending order give the same bits as one call.
 * NaN in the values lasts to the end.
 * @term Exponential moving average (EMA)
 * @formula EMA[t] = EMA[t-1] + 2 / (n + 1) * (P[t] - EMA[t-1]); seeded with the mean of the first n values
 * @source TA-Lib and R TTR
 * @tolerance R TTR 0.24.3 on 7 series and TA-Lib, 1e-10 relative
 * @param values column
 * @param from first index to compute; out[0..from) must be there
 * @param to index to stop before
 * @param period at least 1
 * @param out aligned with the values, in their units
 */
export function ema(values: usize, from: i32, to: i32, period: i32, out: usize): void {
  const seed = period - 1;
  fillNaN(out, from, min(to, seed));
  if (to <= seed) return;
  let t = max(from, seed);
  const a = 2.0 / (<f64>period + 1.0);
  const b = 1.0 - a;
  if (t == seed) {
    store<f64>(out + (<usize>t << 3), sumOf(values, period) / period);
    t++;
  }
  for (const serial = min(seed + 4, to); t < serial; t++) {
    const at = <usize>t << 3;
    store<f64>(out + at, a * load<f64>(values + at) + b * load<f64>(out + at - 8));
  }
  if (t >= to) return;
  const weight = f64x2.splat(a);
  const weight1 = f64x2.splat(a * b);
  const b2 = f64x2.splat(b * b);
  const b4 = f64x2.splat(b * b * (b * b));
  let at = <usize>t << 3;
  let older = v128.load(out + at - 32);
  let newer = v128.load(out + at - 16);
  let before = pairAt(values + at - 16, weight, weight1);
  for (; t + 3 < to; t += 4) {
    const first = pairAt(values + at, weight, weight1);
    older = f64x2.add(f64x2.add(first, f64x2.mul(b2, before)), f64x2.mul(b4, older));
    before = pairAt(values + at + 16, weight, weight1);
    newer = f64x2.add(f64x2.add(before, f64x2.mul(b2, first)), f64x2.mul(b4, newer));
    v128.store(out + at, older);
    v128.store(out + at, newer, 16);
    at += 32;
  }
  if (t < to) {
    const first = pairAt(values + at, weight, weight1);
    older = f64x2.add(f64x2.add(first, f64x2.mul(b2, before)), f64x2.mul(b4, older));
    store<f64>(out + at, f64x2.extract_lane(older, 0));
    if (t + 1 < to) store<f64>(out + at, f64x2.extract_lane(older, 1), 8);
    if (t + 2 < to) {
      const second = pairAt(values + at + 16, weight, weight1);
      newer = f64x2.add(f64x2.add(second, f64x2.mul(b2, first)), f64x2.mul(b4, newer));
      store<f64>(out + at, f64x2.extract_lane(newer, 0), 16);
    }
  }
}

/** a x[t] + a b x[t-1], for the value at this address and the next one. */
@inline
function pairAt(at: usize, weight: v128, weight1: v128): v128 {
  return f64x2.add(f64x2.mul(weight, v128.load(at)), f64x2.mul(weight1, v128.load(at - 8)));
}
