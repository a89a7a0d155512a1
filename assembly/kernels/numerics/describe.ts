import { sumOf } from "../../lib/window";

/** Block size for which moments are taken about the block's own mean before merging: a block stays in the L1 cache. */
const BLOCK: i32 = 512;

/**
 * Count, mean, central moments and extremes of a column, merged block by block (Chan, Golub and LeVeque 1979; Pébay 2008), so neither a
 * large mean nor a long column costs precision.
 *
 * Chunks of a multiple of 512 values give the same bits as one call, others the same to rounding. NaN in the values makes the moments NaN.
 * @term Descriptive statistics
 * @formula mean; sums of the second, third and fourth powers of the deviations from it, merged block by block
 * @source Chan, Golub and LeVeque (1979); Pébay (2008)
 * @tolerance plain two-pass computation, 1e-10 absolute
 * @param values column
 * @param from first index to take in
 * @param to index to stop before
 * @param state 7 values carried from chunk to chunk, zero before the first: count, mean, sums of squared, cubed and fourth powers of
 *   distances from the mean, minimum, maximum
 */
export function describe(values: usize, from: i32, to: i32, state: usize): void {
  for (let start = from; start < to; start += BLOCK) addBlock(values + (<usize>start << 3), min(BLOCK, to - start), state);
}

function addBlock(start: usize, length: i32, state: usize): void {
  const count = <f64>length;
  const mean = sumOf(start, length) / count;
  const means = f64x2.splat(mean);
  let two = f64x2.splat(0);
  let three = two;
  let four = two;
  let low = v128.load64_splat(start);
  let high = low;
  let i = 0;
  for (; i + 1 < length; i += 2) {
    const value = v128.load(start + (<usize>i << 3));
    const d = f64x2.sub(value, means);
    const square = f64x2.mul(d, d);
    two = f64x2.add(two, square);
    three = f64x2.add(three, f64x2.mul(square, d));
    four = f64x2.add(four, f64x2.mul(square, square));
    low = f64x2.pmin(low, value);
    high = f64x2.pmax(high, value);
  }
  let m2 = f64x2.extract_lane(two, 0) + f64x2.extract_lane(two, 1);
  let m3 = f64x2.extract_lane(three, 0) + f64x2.extract_lane(three, 1);
  let m4 = f64x2.extract_lane(four, 0) + f64x2.extract_lane(four, 1);
  let least = min(f64x2.extract_lane(low, 0), f64x2.extract_lane(low, 1));
  let most = max(f64x2.extract_lane(high, 0), f64x2.extract_lane(high, 1));
  if (i < length) {
    const value = load<f64>(start + (<usize>i << 3));
    const d = value - mean;
    m2 += d * d;
    m3 += d * d * d;
    m4 += d * d * d * d;
    least = min(least, value);
    most = max(most, value);
  }
  if (load<f64>(state) == 0) {
    put(state, count, mean, m2, m3, m4);
    store<f64>(state, least, 40);
    store<f64>(state, most, 48);
  } else {
    merge(state, count, mean, m2, m3, m4);
    store<f64>(state, min(least, load<f64>(state, 40)), 40);
    store<f64>(state, max(most, load<f64>(state, 48)), 48);
  }
}

function put(state: usize, count: f64, mean: f64, m2: f64, m3: f64, m4: f64): void {
  store<f64>(state, count);
  store<f64>(state, mean, 8);
  store<f64>(state, m2, 16);
  store<f64>(state, m3, 24);
  store<f64>(state, m4, 32);
}

/** Merges the moments of two samples, each about its own mean, into `state`. */
function merge(state: usize, count: f64, mean: f64, m2: f64, m3: f64, m4: f64): void {
  const countA = load<f64>(state);
  const m2A = load<f64>(state, 16);
  const m3A = load<f64>(state, 24);
  const n = countA + count;
  const a = countA / n;
  const b = count / n;
  const d = mean - load<f64>(state, 8);
  const between = d * d * countA * b;
  const fourth = between * d * d * (a * a - a * b + b * b) + 6.0 * d * d * (a * a * m2 + b * b * m2A) + 4.0 * d * (a * m3 - b * m3A);
  const third = between * d * (a - b) + 3.0 * d * (a * m2 - b * m2A);
  put(state, n, load<f64>(state, 8) + d * b, m2A + m2 + between, m3A + m3 + third, load<f64>(state, 32) + m4 + fourth);
}
