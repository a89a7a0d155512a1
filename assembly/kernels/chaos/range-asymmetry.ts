/**
 * Sums of the next step's size, separately after losses and after gains: Parkinson's range ln(high / low), or |return| if no highs and lows
 * are given. Steps after no change, and bars without a valid range, are skipped.
 * @of lossAsymmetry
 * @param returns n returns; returns[t] leads to bar t + 1 of highs and lows
 * @param highs n + 1 values, or 0; `lows` likewise
 * @param from first t; `to`: exclusive end, at most n - 1
 * @param sums six values, added to: count, sum and sum of squares after a loss; the same after a gain
 */
export function rangeAsymmetry(returns: usize, highs: usize, lows: usize, from: i32, to: i32, sums: usize): void {
  for (let t = from; t < to; t++) {
    const step = load<f64>(returns + (<usize>t << 3));
    let size = abs(load<f64>(returns + (<usize>t << 3), 8));
    if (highs != 0) {
      const high = load<f64>(highs + (<usize>t << 3), 16);
      const low = load<f64>(lows + (<usize>t << 3), 16);
      if (!(low > 0.0) || !(high >= low) || !isFinite(high)) continue;
      size = Math.log(high / low);
    }
    if (step == 0.0) continue;
    const at = step < 0.0 ? sums : sums + 24;
    store<f64>(at, load<f64>(at) + 1.0);
    store<f64>(at, load<f64>(at, 8) + size, 8);
    store<f64>(at, load<f64>(at, 16) + size * size, 16);
  }
}
