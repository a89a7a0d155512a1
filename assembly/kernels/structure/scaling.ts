/** Square of the ratio of a block's deviation to the path's level below which the deviation counts as rounding error. */
const ROUNDING: f64 = 1e-26;

/**
 * Rescaled range: range of the cumulative deviations from a block's own mean over the block's standard deviation (over n), for each block
 * of `size` steps.
 * @formula R/S = (max D - min D) / S, D[i] = y[i] - y[0] - (i / n)(y[n] - y[0]), i = 0..n, S^2 = mean of (r - mean r)^2
 * @source Hurst (1951); Mandelbrot and Wallis (1969)
 * @tolerance 1e-10 against plain sums
 * @param path cumulated steps, one value more than there are steps
 * @param from first block
 * @param to block to stop before
 * @param size steps per block, 2 or more
 * @param out sum of R/S and number of blocks that vary; added to
 */
export function rescaledRange(path: usize, from: i32, to: i32, size: i32, out: usize): void {
  let total = load<f64>(out);
  let count = load<f64>(out, 8);
  const n = <f64>size;
  for (let block = from; block < to; block++) {
    const start = path + <usize>((<i64>block * size) << 3);
    const first = load<f64>(start);
    const last = load<f64>(start + (<usize>size << 3));
    const mean = (last - first) / n;
    const origins = f64x2.splat(first);
    const means = f64x2.splat(mean);
    const two = f64x2.splat(2);
    let places = f64x2(1, 2);
    let lows = f64x2.splat(0);
    let highs = lows;
    let sums = lows;
    let i = 1;
    for (; i < size; i += 2) {
      const at = start + (<usize>i << 3);
      const levels = v128.load(at);
      const away = f64x2.sub(f64x2.sub(levels, origins), f64x2.mul(means, places));
      const d = f64x2.sub(f64x2.sub(levels, v128.load(at - 8)), means);
      lows = f64x2.pmin(lows, away);
      highs = f64x2.pmax(highs, away);
      sums = f64x2.add(sums, f64x2.mul(d, d));
      places = f64x2.add(places, two);
    }
    const low = min(f64x2.extract_lane(lows, 0), f64x2.extract_lane(lows, 1));
    const high = max(f64x2.extract_lane(highs, 0), f64x2.extract_lane(highs, 1));
    let squares = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
    if (i == size) {
      // The last step of an odd block: the path returns to its start, so only its square counts.
      const d = last - load<f64>(start + (<usize>(size - 1) << 3)) - mean;
      squares += d * d;
    }
    if (squares > ROUNDING * n * (first * first + last * last)) {
      total += (high - low) / Math.sqrt(squares / n);
      count += 1;
    }
  }
  store<f64>(out, total);
  store<f64>(out, count, 8);
}

/**
 * Expected rescaled range of n independent normal steps.
 * @formula E(R/S) = Gamma((n-1)/2) / (sqrt(pi) Gamma(n/2)) times the sum over r = 1..n-1 of sqrt((n - r) / r)
 * @source Anis and Lloyd (1976), Biometrika 63, 111-116; exact, without Peters' factor
 * @tolerance 1e-12 against 40-digit arithmetic
 * @param logGammaRatio ln Gamma((n-1)/2) - ln Gamma(n/2)
 */
export function expectedRescaledRange(n: i32, logGammaRatio: f64): f64 {
  const whole = f64x2.splat(<f64>n);
  const two = f64x2.splat(2);
  let places = f64x2(1, 2);
  let sums = f64x2.splat(0);
  let r = 1;
  for (; r + 1 < n; r += 2) {
    sums = f64x2.add(sums, f64x2.sqrt(f64x2.div(f64x2.sub(whole, places), places)));
    places = f64x2.add(places, two);
  }
  let sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
  if (r < n) sum += Math.sqrt(<f64>(n - r) / <f64>r);
  return (sum * Math.exp(logGammaRatio)) / 1.7724538509055160273;
}

/**
 * Detrended fluctuation, order 1: sum over the blocks [from, to) of the squared residuals of the path from the regression line of each
 * block.
 * @formula F^2(s) = mean over all blocks of s values of (y - a - b t)^2, a and b by least squares in each block; F(s) grows like s^alpha
 * @source Peng and others (1994), Physical Review E 49, 1685-1689
 * @tolerance 1e-9 against plain regressions
 * @param path address of the first value of block 0
 * @param size values per block, 3 or more
 */
export function detrendedSquares(path: usize, from: i32, to: i32, size: i32): f64 {
  const n = <f64>size;
  const center = 0.5 * (n - 1.0);
  const times = (n * (n * n - 1.0)) / 12.0;
  const two = f64x2.splat(2);
  let total: f64 = 0;
  for (let block = from; block < to; block++) {
    const start = path + <usize>((<i64>block * size) << 3);
    const level = v128.load64_splat(start);
    let sum = f64x2.splat(0);
    let squares = sum;
    let products = sum;
    let x = f64x2(-center, 1.0 - center);
    let i = 0;
    for (; i + 1 < size; i += 2) {
      const y = f64x2.sub(v128.load(start + (<usize>i << 3)), level);
      sum = f64x2.add(sum, y);
      squares = f64x2.add(squares, f64x2.mul(y, y));
      products = f64x2.add(products, f64x2.mul(x, y));
      x = f64x2.add(x, two);
    }
    let s = f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
    let q = f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1);
    let p = f64x2.extract_lane(products, 0) + f64x2.extract_lane(products, 1);
    if (i < size) {
      const y = load<f64>(start + (<usize>i << 3)) - load<f64>(start);
      s += y;
      q += y * y;
      p += (<f64>i - center) * y;
    }
    total += max<f64>(0, q - (s * s) / n - (p * p) / times);
  }
  return total;
}
