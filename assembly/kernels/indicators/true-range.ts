import { BarsBlock } from "../../build/layouts/indicators";
import { fillNaN } from "../../lib/window";

/** True range: the largest move of a bar, including from the previous close. */
@inline
export function trueRangeAt(high: usize, low: usize, close: usize, at: usize): f64 {
  const before = load<f64>(close + at - 8);
  return max(load<f64>(high + at), before) - min(load<f64>(low + at), before);
}

/**
 * Wilder's average true range: seeded with the mean of the true ranges of bars 1 to n and updated by avg += (range - avg) / n; NaN for t <
 * n. The state is the output itself: chunks in ascending order give the same bits as one call.
 * @term Average true range (ATR)
 * @formula ATR[t] = ATR[t-1] + (TR[t] - ATR[t-1]) / n; TR[t] = max(H[t], C[t-1]) - min(L[t], C[t-1])
 * @source Wilder (1978); TA-Lib and R TTR
 * @tolerance R TTR 0.24.3 on 4 series, 1e-10 relative
 * @param block `BarsBlock`, declared in assembly/layouts/indicators.mjs; out in the units of the prices
 * @param from first index to compute; out[0..from) must be there
 * @param to index to stop before
 */
export function averageTrueRange(block: usize, from: i32, to: i32): void {
  const given = changetype<BarsBlock>(block);
  const high = given.high, low = given.low, close = given.close, out = given.out;
  const period = given.period;
  fillNaN(out, from, min(to, period));
  let t = max(from, period);
  if (t >= to) return;
  const n = <f64>period;
  if (t == period) {
    let sum: f64 = 0;
    for (let i = 1; i <= period; i++) sum += trueRangeAt(high, low, close, <usize>i << 3);
    store<f64>(out + (<usize>t << 3), sum / n);
    t++;
  }
  const share = 1.0 / n;
  const rest = (n - 1.0) / n;
  let average = load<f64>(out + (<usize>t << 3) - 8);
  for (; t < to; t++) {
    const at = <usize>t << 3;
    average = share * trueRangeAt(high, low, close, at) + rest * average;
    store<f64>(out + at, average);
  }
}
