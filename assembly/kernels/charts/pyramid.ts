/** Values per pair of the finest level. */
const BASE: i32 = 64;
/** Pairs of one level per pair of the next. */
const FACTOR: i32 = 4;

/**
 * Finest level of a min/max decimation pyramid: (minimum, maximum) of every 64 values, interleaved.
 * NaN values are skipped; an all-NaN bucket is (+Infinity, -Infinity).
 * @param values column of `length` values
 * @param length number of values; the last bucket may be short
 * @param from first bucket to compute
 * @param to bucket to stop before, at most ceil(length / 64)
 * @param out 2 * ceil(length / 64) values
 */
export function pyramidBase(values: usize, length: i32, from: i32, to: i32, out: usize): void {
  const whole = length / BASE;
  for (let bucket = from; bucket < to; bucket++) {
    const start = values + ((<usize>bucket * BASE) << 3);
    let low = f64x2.splat(Infinity);
    let high = f64x2.splat(-Infinity);
    if (bucket < whole) {
      let low2 = low;
      let high2 = high;
      // pmin(a, b) is "b < a ? b : a", so a NaN in b leaves a as it is.
      for (let p = start, end = start + (BASE << 3); p < end; p += 32) {
        const a = v128.load(p);
        const b = v128.load(p, 16);
        low = f64x2.pmin(low, a);
        low2 = f64x2.pmin(low2, b);
        high = f64x2.pmax(high, a);
        high2 = f64x2.pmax(high2, b);
      }
      low = f64x2.pmin(low, low2);
      high = f64x2.pmax(high, high2);
    } else {
      for (let p = start, end = values + (<usize>length << 3); p < end; p += 8) {
        const a = v128.load64_splat(p);
        low = f64x2.pmin(low, a);
        high = f64x2.pmax(high, a);
      }
    }
    storePair(out, bucket, low, high);
  }
}

/**
 * One coarser level: (minimum, maximum) of every 4 pairs of the level below.
 * @param below `count` interleaved pairs
 * @param count number of pairs below; the last group may be short
 * @param out 2 * ceil(count / 4) values
 */
export function pyramidLevel(below: usize, count: i32, out: usize): void {
  const groups = (count + FACTOR - 1) / FACTOR;
  for (let group = 0; group < groups; group++) {
    const start = group * FACTOR;
    const end = min(start + FACTOR, count);
    let low = Infinity;
    let high = -Infinity;
    for (let i = start; i < end; i++) {
      const pair = below + (<usize>i << 4);
      const a = load<f64>(pair);
      const b = load<f64>(pair, 8);
      low = a < low ? a : low;
      high = b > high ? b : high;
    }
    const target = out + (<usize>group << 4);
    store<f64>(target, low);
    store<f64>(target, high, 8);
  }
}

@inline
function storePair(out: usize, bucket: i32, low: v128, high: v128): void {
  const firsts = v128.shuffle<u64>(low, high, 0, 2);
  const seconds = v128.shuffle<u64>(low, high, 1, 3);
  const target = out + (<usize>bucket << 4);
  v128.store(target, f64x2.pmin(firsts, seconds));
  const tops = f64x2.pmax(firsts, seconds);
  store<f64>(target, f64x2.extract_lane(tops, 1), 8);
}

/**
 * Sum of every 64 values: volumes of many rows in one bar. NaN values are skipped; an all-NaN bucket is 0.
 * @param values column of `length` values
 * @param length number of values; the last bucket may be short
 * @param out ceil(length / 64) values
 */
export function pyramidSums(values: usize, length: i32, out: usize): void {
  for (let from = 0, bucket = 0; from < length; from += BASE, bucket++) {
    let sum = 0.0;
    for (let i = from, to = min(from + BASE, length); i < to; i++) {
      const value = load<f64>(values + (<usize>i << 3));
      // NaN is the only value that differs from itself.
      if (value == value) sum += value;
    }
    store<f64>(out + (<usize>bucket << 3), sum);
  }
}
