import { blockLength, fillNaN, sumOf } from "../../lib/window";

/**
 * Simple moving average: out[t] = mean of values[t-period+1 .. t]; NaN for t < period - 1.
 *
 * Running sum in four time lanes, S[t] = S[t-4] + (the four newest steps), recomputed at fixed indices so that errors do not accumulate.
 * `from` is moved back to the last such index: chunks of any length give the same bits as one call.
 * @term Simple moving average (SMA)
 * @formula (P[t] + ... + P[t-n+1]) / n
 * @source arithmetic mean of the last n values, as TA-Lib and R TTR
 * @tolerance R TTR 0.24.3 on 7 series and TA-Lib, 1e-10 relative
 * @param values column
 * @param from first index to compute
 * @param to index to stop before
 * @param period at least 1
 * @param out aligned with the values, in their units
 */
export function sma(values: usize, from: i32, to: i32, period: i32, out: usize): void {
  fillNaN(out, from, min(to, period - 1));
  const block = blockLength(period);
  for (let start = from - (from % block); start < to; start += block) {
    smaBlock(values, max(start, period - 1), min(start + block, to), period, out);
  }
}

function smaBlock(values: usize, from: i32, to: i32, period: i32, out: usize): void {
  if (from >= to) return;
  const lag = <usize>period << 3;
  const share = 1.0 / period;
  let sum = sumOf(values + ((<usize>from + 1) << 3) - lag, period);
  store<f64>(out + (<usize>from << 3), sum * share);
  let t = from + 1;
  // Three serial steps give the four sums the lanes start from.
  let s1 = sum;
  let s2 = sum;
  let s3 = sum;
  for (const end = min(from + 4, to); t < end; t++) {
    const at = values + (<usize>t << 3);
    s3 = s2;
    s2 = s1;
    s1 = sum;
    sum += load<f64>(at) - load<f64>(at - lag);
    store<f64>(out + (<usize>t << 3), sum * share);
  }
  if (t == to) return;
  let older = f64x2.replace_lane(f64x2.splat(s3), 1, s2);
  let newer = f64x2.replace_lane(f64x2.splat(s1), 1, sum);
  const shares = f64x2.splat(share);
  let step = stepAt(values, t - 2, lag);
  let twoBefore = f64x2.add(step, stepAt(values, t - 3, lag));
  for (; t + 3 < to; t += 4) {
    const at = out + (<usize>t << 3);
    const stepA = stepAt(values, t, lag);
    const twoA = f64x2.add(stepA, v128.shuffle<u64>(step, stepA, 1, 2));
    older = f64x2.add(older, f64x2.add(twoA, twoBefore));
    v128.store(at, f64x2.mul(older, shares));
    step = stepAt(values, t + 2, lag);
    twoBefore = f64x2.add(step, v128.shuffle<u64>(stepA, step, 1, 2));
    newer = f64x2.add(newer, f64x2.add(twoBefore, twoA));
    v128.store(at, f64x2.mul(newer, shares), 16);
  }
  // Up to three values remain: the same sums, lane by lane.
  if (t < to) {
    const at = out + (<usize>t << 3);
    const stepA = stepAt(values, t, lag);
    const twoA = f64x2.add(stepA, v128.shuffle<u64>(step, stepA, 1, 2));
    const meansA = f64x2.mul(f64x2.add(older, f64x2.add(twoA, twoBefore)), shares);
    store<f64>(at, f64x2.extract_lane(meansA, 0));
    if (t + 1 < to) store<f64>(at, f64x2.extract_lane(meansA, 1), 8);
    if (t + 2 < to) {
      const stepB = stepAt(values, t + 2, lag);
      const twoB = f64x2.add(stepB, v128.shuffle<u64>(stepA, stepB, 1, 2));
      store<f64>(at, f64x2.extract_lane(f64x2.mul(f64x2.add(newer, f64x2.add(twoB, twoA)), shares), 0), 16);
    }
  }
}

/** Value that enters minus value that leaves the window, for t and t + 1. */
@inline
function stepAt(values: usize, t: i32, lag: usize): v128 {
  const at = values + (<usize>t << 3);
  return f64x2.sub(v128.load(at), v128.load(at - lag));
}
