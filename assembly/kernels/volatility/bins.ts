/** Counts of values between ordered edges, and the growth of shocks in a model of lagged squares (lag model). */

/**
 * Adds the number of values of [from, to) in each of count + 1 bins to `counts`: bin i holds edges[i - 1] <= x < edges[i].
 * @of pitHistogram
 * @param edges `count` ascending values
 * @param counts count + 1 values, zero before the first chunk
 */
export function countBins(values: usize, from: i32, to: i32, edges: usize, count: i32, counts: usize): void {
  for (let t = from; t < to; t++) {
    const x = load<f64>(values + (<usize>t << 3));
    let low = 0, high = count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (x < load<f64>(edges + (<usize>middle << 3))) high = middle;
      else low = middle + 1;
    }
    const place = counts + (<usize>low << 3);
    store<f64>(place, load<f64>(place) + 1.0);
  }
}

/**
 * Log growth of a disturbance of the variance over [from, to): v[t] = sum of weights[i - 1] z[t - i]^2 v[t - i].
 * @param products z^2 v of the last `lags` steps are stored before this address (at products - 8 lags), initially 1; to - from values
 * follow. At the end they are rescaled to a newest value near 1 and moved to the front
 * @param to at most 1024 above `from`, so that nothing leaves the range of a double
 * @returns ln of the divisor
 */
export function lagGrowth(weights: usize, lags: i32, residuals: usize, from: i32, to: i32, products: usize): f64 {
  let newest: f64 = 0.0;
  for (let t = from; t < to; t++) {
    const place = products + (<usize>(t - from) << 3);
    let sum: f64 = 0.0;
    for (let i = 1; i <= lags; i++) sum += load<f64>(weights + (<usize>(i - 1) << 3)) * load<f64>(place - (<usize>i << 3));
    const z = load<f64>(residuals + (<usize>t << 3));
    store<f64>(place, z * z * sum);
    newest = sum;
  }
  const scale = newest > 0.0 ? newest : 1e-300;
  const shift = <usize>(to - from) << 3;
  for (let at: usize = 0; at < <usize>lags << 3; at += 8) {
    const front = products - (<usize>lags << 3) + at;
    store<f64>(front, load<f64>(front + shift) / scale);
  }
  return Math.log(scale);
}
