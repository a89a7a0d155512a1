/**
 * Standardized residuals of returns with a constant mean: out[t] = (returns[t] - mean) / volatility[t]. Same bits for any chunking.
 * @formula z[t] = (r[t] - mu) / sigma[t]
 * @source definition
 * @tolerance residuals of the fit itself, 1e-12 absolute
 * @param volatility all above 0
 * @param out may be `returns`
 */
export function standardizeReturns(returns: usize, volatility: usize, from: i32, to: i32, mean: f64, out: usize): void {
  const center = f64x2.splat(mean);
  let t = from;
  for (; t + 1 < to; t += 2) {
    const place = <usize>t << 3;
    v128.store(out + place, f64x2.div(f64x2.sub(v128.load(returns + place), center), v128.load(volatility + place)));
  }
  if (t < to) {
    const place = <usize>t << 3;
    store<f64>(out + place, (load<f64>(returns + place) - mean) / load<f64>(volatility + place));
  }
}
