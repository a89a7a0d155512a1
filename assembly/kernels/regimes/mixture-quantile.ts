import { normalCdf } from "../../lib/special-error";
import { MEANS, VARIANCES } from "./layout";

/**
 * Quantile of a mixture of the model's normal distributions, by bisection.
 * @formula x such that sum of share[i] Phi((x - mean[i]) / deviation[i]) = p
 * @source definition; Phi by Cody's rational functions
 * @tolerance one regime: the normal quantile within 1e-13; the mixture's distribution function at the quantile returns p within 1e-13
 * @param shares one weight per regime, adding up to 1
 * @param p above 0 and below 1
 */
export function mixtureQuantile(model: usize, shares: usize, states: i32, p: f64): f64 {
  let low: f64 = Infinity;
  let high: f64 = -Infinity;
  for (let i: usize = 0; i < <usize>states; i++) {
    const mean = load<f64>(model + (i << 3), MEANS);
    const reach = 38.0 * Math.sqrt(load<f64>(model + (i << 3), VARIANCES));
    low = Math.min(low, mean - reach);
    high = Math.max(high, mean + reach);
  }
  for (let round = 0; round < 80; round++) {
    const middle = 0.5 * (low + high);
    let below: f64 = 0.0;
    for (let i: usize = 0; i < <usize>states; i++) {
      const deviation = Math.sqrt(load<f64>(model + (i << 3), VARIANCES));
      below += load<f64>(shares + (i << 3)) * normalCdf((middle - load<f64>(model + (i << 3), MEANS)) / deviation);
    }
    if (below < p) low = middle;
    else high = middle;
  }
  return 0.5 * (low + high);
}
