/** Square of the share of the path's level below which a block's deviation is rounding. */
const ROUNDING: f64 = 1e-26;

/**
 * Rescaled range: range of the cumulated deviations from a block's own mean over the block's standard deviation (division by n), for each block
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
    let low: f64 = 0;
    let high: f64 = 0;
    let squares: f64 = 0;
    let before = first;
    for (let i = 1; i <= size; i++) {
      const level = load<f64>(start + (<usize>i << 3));
      const away = level - first - mean * <f64>i;
      low = away < low ? away : low;
      high = away > high ? away : high;
      const d = level - before - mean;
      squares += d * d;
      before = level;
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
  let sum: f64 = 0;
  for (let r = 1; r < n; r++) sum += Math.sqrt(<f64>(n - r) / <f64>r);
  return (sum * Math.exp(logGammaRatio)) / 1.7724538509055160273;
}

/**
 * Detrended fluctuation, order 1: sum over the blocks [from, to) of the squared distances of the path from the straight line through the block.
 * @formula F^2(s) = mean over all blocks of s values of (y - a - b t)^2, a and b by least squares in each block; F(s) grows like s^alpha
 * @source Peng and others (1994), Physical Review E 49, 1685-1689
 * @tolerance 1e-9 against plain regressions
 * @param path address of the first value of block 0
 * @param size values per block, 3 or more
 */
export function detrendedSquares(path: usize, from: i32, to: i32, size: i32): f64 {
  const n = <f64>size;
  const centre = 0.5 * (n - 1.0);
  const times = (n * (n * n - 1.0)) / 12.0;
  const two = f64x2.splat(2);
  let total: f64 = 0;
  for (let block = from; block < to; block++) {
    const start = path + <usize>((<i64>block * size) << 3);
    const level = v128.load64_splat(start);
    let sum = f64x2.splat(0);
    let squares = sum;
    let products = sum;
    let x = f64x2(-centre, 1.0 - centre);
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
      p += (<f64>i - centre) * y;
    }
    total += max<f64>(0, q - (s * s) / n - (p * p) / times);
  }
  return total;
}
