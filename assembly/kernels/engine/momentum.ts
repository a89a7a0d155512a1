import { fillNaN } from "../../lib/window";

/**
 * Momentum: out[t] = values[t] - values[t-period]; NaN for t < period. Same bits for any chunking.
 * @term Momentum
 * @formula P[t] - P[t-n]
 * @source rate-of-change family, as R TTR
 * @tolerance R TTR 0.24.3 on 7 series, 1e-10 relative
 * @param values column
 * @param from first index to compute
 * @param to index to stop before
 * @param period at least 1
 * @param out aligned with the values, in their units
 */
export function momentum(values: usize, from: i32, to: i32, period: i32, out: usize): void {
  fillNaN(out, from, min(to, period));
  const lag = <usize>period << 3;
  let t = max(from, period);
  for (; t + 1 < to; t += 2) {
    const at = values + (<usize>t << 3);
    v128.store(out + (<usize>t << 3), f64x2.sub(v128.load(at), v128.load(at - lag)));
  }
  if (t < to) {
    const at = values + (<usize>t << 3);
    store<f64>(out + (<usize>t << 3), load<f64>(at) - load<f64>(at - lag));
  }
}
