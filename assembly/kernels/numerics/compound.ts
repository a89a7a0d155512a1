/**
 * Value of one unit invested, from simple returns: out[0] = 1, out[t + 1] = out[t] (1 + scale returns[t]).
 * @of performanceOf
 * @param scale 0.01 for returns in percent, 1 for fractions
 * @param out one value more than returns
 */
export function compound(returns: usize, from: i32, to: i32, scale: f64, out: usize): void {
  if (from == 0) store<f64>(out, 1.0);
  let value = load<f64>(out + (<usize>from << 3));
  for (let t = from; t < to; t++) {
    value *= 1.0 + scale * load<f64>(returns + (<usize>t << 3));
    store<f64>(out + (<usize>t << 3), value, 8);
  }
}
