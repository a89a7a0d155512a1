/**
 * Absolute values: out[i] = |x[i]| for from <= i < to; NaN stays NaN. Two values per step; the number of rows may be odd.
 * @of volatilityClustering
 * @param x address of the values
 * @param out address of the same number of values; may be `x`
 */
export function magnitudes(x: usize, from: i32, to: i32, out: usize): void {
  let i = from;
  for (; i + 2 <= to; i += 2) {
    const at = (<usize>i) << 3;
    v128.store(out + at, f64x2.abs(v128.load(x + at)));
  }
  if (i < to) {
    const at = (<usize>i) << 3;
    store<f64>(out + at, abs(load<f64>(x + at)));
  }
}
