/** out[i] = values[i]^2 for i in [from, to). */
export function squareColumn(values: usize, out: usize, from: i32, to: i32): void {
  for (let i = from; i < to; i++) {
    const value = load<f64>(values + (<usize>i << 3));
    store<f64>(out + (<usize>i << 3), value * value);
  }
}

/** out[i] = values[i] - mean for i in [from, to); out may be values. */
export function centerColumn(values: usize, out: usize, from: i32, to: i32, mean: f64): void {
  for (let i = from; i < to; i++) store<f64>(out + (<usize>i << 3), load<f64>(values + (<usize>i << 3)) - mean);
}

/** Sum of a[t] a[t - lag] for t in [from, to), from >= lag. */
function laggedSum(centered: usize, from: i32, to: i32, lag: i32): f64 {
  let first = f64x2.splat(0);
  let second = f64x2.splat(0);
  const back = <usize>lag << 3;
  let t = from;
  for (; t + 3 < to; t += 4) {
    const at = centered + (<usize>t << 3);
    first = f64x2.add(first, f64x2.mul(v128.load(at), v128.load(at - back)));
    second = f64x2.add(second, f64x2.mul(v128.load(at, 16), v128.load(at - back, 16)));
  }
  const both = f64x2.add(first, second);
  let sum = f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1);
  for (; t < to; t++) sum += load<f64>(centered + (<usize>t << 3)) * load<f64>(centered + (<usize>(t - lag) << 3));
  return sum;
}

/**
 * Adds to sums[k] the products c[t] c[t - k] for t in [from, to), for every lag k = 0..lags. After all chunks the autocorrelation is
 * sums[k] / sums[0].
 * @formula rho[k] = sum c[t] c[t-k] / sum c[t]^2, c the deviations from the mean; Ljung-Box Q = n (n + 2) sum rho[k]^2 / (n - k)
 * @source Ljung and Box (1978)
 * @tolerance NumPy and SciPy on DM/GBP, 1e-9 relative; plain twin, 1e-10
 * @param centered column whose mean has been taken off
 * @param sums lags + 1 values, zero before the first chunk
 */
export function laggedProducts(centered: usize, from: i32, to: i32, lags: i32, sums: usize): void {
  for (let lag = 0; lag <= lags; lag++) {
    const at = sums + (<usize>lag << 3);
    store<f64>(at, load<f64>(at) + laggedSum(centered, max(from, lag), to, lag));
  }
}
