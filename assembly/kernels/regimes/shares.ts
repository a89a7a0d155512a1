/**
 * Probability of one regime at each step, from unnormalized weights: out[t] = w[t, regime] / sum over regimes.
 * @formula P(regime i at t) = a[t, i] / sum over j of a[t, j]
 * @source definition
 * @tolerance sums over the regimes to 1 within 1e-15; within 1e-9 of statsmodels 0.15.0 on 7 series
 * @param weights `lanes` values a step: `alpha` of the filter gives filtered, `shares` of the smoother smoothed probabilities
 * @param lanes 2 or 4
 * @param regime place among the lanes
 * @param out may not be `weights`
 */
export function regimeShares(weights: usize, from: i32, to: i32, lanes: i32, regime: i32, out: usize): void {
  for (let t = from; t < to; t++) {
    const at = weights + ((<usize>t * <usize>lanes) << 3);
    let sum = load<f64>(at) + load<f64>(at, 8);
    if (lanes == 4) sum += load<f64>(at, 16) + load<f64>(at, 24);
    store<f64>(out + (<usize>t << 3), load<f64>(at + (<usize>regime << 3)) / sum);
  }
}
