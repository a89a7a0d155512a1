/** |s| up to which seven terms of the atanh series are exact to the last bit: s^14 / 15 < 2^-53. */
const SERIES_LIMIT: f64 = 0.0625;

/** 2/1, 2/3 ... 2/13 and the limit squared; loaded into locals: constants inside a loop are rematerialized in every iteration. */
const TABLE = memory.data<f64>([
  2.0, 0.6666666666666666, 0.4, 0.2857142857142857, 0.2222222222222222, 0.18181818181818182, 0.15384615384615385, 0.00390625,
]);

/**
 * Log returns: out[t] = ln(values[t] / values[t-1]), out[0] = NaN.
 *
 * With s = (p1 - p0) / (p1 + p0) the logarithm is 2 atanh(s) = 2 (s + s^3/3 + s^5/5 + ...); larger steps use the plain logarithm. NaN where
 * either price is not positive. Same bits for any chunking.
 * @term Log return
 * @formula ln(P[t] / P[t-1])
 * @source continuously compounded return
 * @tolerance logarithm of the exact ratio, 1e-15 relative; R TTR 0.24.3, 1e-10
 * @param values prices
 * @param from first index to compute
 * @param to index to stop before
 * @param out returns, as fractions, aligned with the prices
 */
export function logReturns(values: usize, from: i32, to: i32, out: usize): void {
  let t = from;
  if (t == 0 && t < to) {
    store<f64>(out, NaN);
    t = 1;
  }
  const c1 = v128.load64_splat(TABLE);
  const c3 = v128.load64_splat(TABLE, 8);
  const c5 = v128.load64_splat(TABLE, 16);
  const c7 = v128.load64_splat(TABLE, 24);
  const c9 = v128.load64_splat(TABLE, 32);
  const c11 = v128.load64_splat(TABLE, 40);
  const c13 = v128.load64_splat(TABLE, 48);
  const limit = v128.load64_splat(TABLE, 56);
  const zero = f64x2.splat(0);
  const end = out + (<usize>(to - 1) << 3);
  let target = out + (<usize>t << 3);
  const shift = values - out;
  for (; target < end; target += 16) {
    const before = v128.load(target + shift - 8);
    const now = v128.load(target + shift);
    const s = f64x2.div(f64x2.sub(now, before), f64x2.add(now, before));
    const q = f64x2.mul(s, s);
    if (i64x2.bitmask(v128.and(f64x2.le(q, limit), f64x2.gt(before, zero))) == 3) {
      let sum = f64x2.add(c11, f64x2.mul(q, c13));
      sum = f64x2.add(c9, f64x2.mul(q, sum));
      sum = f64x2.add(c7, f64x2.mul(q, sum));
      sum = f64x2.add(c5, f64x2.mul(q, sum));
      sum = f64x2.add(c3, f64x2.mul(q, sum));
      sum = f64x2.add(c1, f64x2.mul(q, sum));
      v128.store(target, f64x2.mul(s, sum));
    } else {
      store<f64>(target, logReturn(f64x2.extract_lane(before, 0), f64x2.extract_lane(now, 0)));
      store<f64>(target, logReturn(f64x2.extract_lane(before, 1), f64x2.extract_lane(now, 1)), 8);
    }
  }
  if (target == end) store<f64>(target, logReturn(load<f64>(target + shift - 8), load<f64>(target + shift)));
}

/** One log return, by the same series as the vector loop. */
function logReturn(before: f64, now: f64): f64 {
  if (!(before > 0 && now > 0)) return NaN;
  const s = (now - before) / (now + before);
  if (Math.abs(s) > SERIES_LIMIT) return Math.log(now / before);
  const q = s * s;
  let sum = load<f64>(TABLE, 40) + q * load<f64>(TABLE, 48);
  sum = load<f64>(TABLE, 32) + q * sum;
  sum = load<f64>(TABLE, 24) + q * sum;
  sum = load<f64>(TABLE, 16) + q * sum;
  sum = load<f64>(TABLE, 8) + q * sum;
  sum = load<f64>(TABLE) + q * sum;
  return s * sum;
}

/**
 * Simple returns: out[t] = (values[t] - values[t-1]) / values[t-1], out[0] = NaN.
 * NaN where the earlier price is not positive. Same bits for any chunking.
 * @term Simple return
 * @formula P[t] / P[t-1] - 1
 * @source holding-period return
 * @tolerance exponential of the log returns minus one, 1e-13 relative
 * @param out returns, as fractions, aligned with the prices
 */
export function simpleReturns(values: usize, from: i32, to: i32, out: usize): void {
  if (from == 0 && from < to) {
    store<f64>(out, NaN);
    from = 1;
  }
  const zero = f64x2.splat(0);
  const none = f64x2.splat(NaN);
  let t = from;
  for (; t + 1 < to; t += 2) {
    const at = <usize>t << 3;
    const before = v128.load(values + at - 8);
    const result = f64x2.div(f64x2.sub(v128.load(values + at), before), before);
    v128.store(out + at, v128.bitselect(result, none, f64x2.gt(before, zero)));
  }
  if (t < to) {
    const at = <usize>t << 3;
    const before = load<f64>(values + at - 8);
    store<f64>(out + at, before > 0 ? (load<f64>(values + at) - before) / before : NaN);
  }
}
