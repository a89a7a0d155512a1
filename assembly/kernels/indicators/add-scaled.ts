/**
 * A column plus a multiple of another: the bands around a mean or, with factor -1, the difference of two averages. NaN in either gives NaN.
 * Same bits for any chunking.
 * @term Bollinger bands
 * @formula out[t] = x[t] + factor y[t]; bands: SMA +- k sqrt(sum (P - SMA)^2 / n); MACD: EMA fast - EMA slow, signal = EMA of that
 * @source Bollinger (2001); Appel (2005); TA-Lib and R TTR
 * @tolerance R TTR 0.24.3, BBands and MACD, on 6 series, 1e-10 relative
 * @param x column
 * @param y column aligned with x
 * @param from first index to compute
 * @param to index to stop before
 * @param factor of y
 * @param out aligned with x
 */
export function addScaled(x: usize, y: usize, from: i32, to: i32, factor: f64, out: usize): void {
  const factors = f64x2.splat(factor);
  let at = <usize>from << 3;
  const end = <usize>to << 3;
  for (; at + 8 < end; at += 16) v128.store(out + at, f64x2.add(v128.load(x + at), f64x2.mul(factors, v128.load(y + at))));
  if (at < end) store<f64>(out + at, load<f64>(x + at) + factor * load<f64>(y + at));
}
