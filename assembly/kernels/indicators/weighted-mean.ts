import { blockLength, fillNaN, sumOf } from "../../lib/window";

/**
 * Linearly weighted moving average, the latest value weighted most; NaN for t < period - 1.
 *
 * W[t] = W[t-1] + n x[t] - S[t-1] with S the plain sum of the window: both are recomputed at fixed indices, so that errors do not
 * accumulate. `from` is moved back to the last such index: chunks of any length give the same bits as one call.
 * @term Weighted moving average (WMA)
 * @formula (n P[t] + (n - 1) P[t-1] + ... + P[t-n+1]) / (n (n + 1) / 2)
 * @source TA-Lib and R TTR
 * @tolerance plain twin, 1e-12 relative; TA-Lib's regression test
 * @param values column
 * @param from first index to compute
 * @param to index to stop before
 * @param period n, at least 1
 * @param out aligned with the values, in their units
 */
export function weightedMean(values: usize, from: i32, to: i32, period: i32, out: usize): void {
  fillNaN(out, from, min(to, period - 1));
  const block = blockLength(period);
  for (let start = from - (from % block); start < to; start += block) {
    weightedBlock(values, max(start, period - 1), min(start + block, to), period, out);
  }
}

function weightedBlock(values: usize, from: i32, to: i32, period: i32, out: usize): void {
  if (from >= to) return;
  const n = <f64>period;
  const share = 2.0 / (n * (n + 1.0));
  const lag = <usize>period << 3;
  const first = values + ((<usize>from + 1) << 3) - lag;
  let sum = sumOf(first, period);
  let weighted: f64 = 0;
  for (let k = 0; k < period; k++) weighted += <f64>(k + 1) * load<f64>(first + (<usize>k << 3));
  store<f64>(out + (<usize>from << 3), weighted * share);
  for (let t = from + 1; t < to; t++) {
    const at = values + (<usize>t << 3);
    const newest = load<f64>(at);
    weighted += n * newest - sum;
    sum += newest - load<f64>(at - lag);
    store<f64>(out + (<usize>t << 3), weighted * share);
  }
}
