/** Sums of lagged values with given weights: the variance of FIGARCH and HAR models, and terms of their gradients. */
import { LagFilterBlock } from "../../build/layouts/volatility";

/**
 * out[t] = constant + sum of weights[i - 1] x[t - i], i = 1..lags, for t in [from, to).
 * @formula h[t] = constant + sum of lambda[i] e^2[t - i]
 * @source Baillie, Bollerslev and Mikkelsen 1996 (FIGARCH); Mueller et al. 1997 (HARCH)
 * @tolerance plain sums within 1e-13
 * @param filter `LagFilterBlock`, declared in assembly/layouts/volatility.mjs
 */
export function lagFilter(filter: usize, from: i32, to: i32): void {
  const given = changetype<LagFilterBlock>(filter);
  const reversed = given.reversed;
  const lags = given.lags;
  const x = given.x;
  const constant = given.constant;
  const out = given.out;
  const bytes = <usize>lags << 3;
  let t = from;
  // Four sums at a time share the load of each weight.
  for (; t + 4 <= to; t += 4) {
    const start = x + (<usize>t << 3) - bytes;
    let low = f64x2.splat(constant), high = low;
    for (let at: usize = 0; at < bytes; at += 8) {
      const weight = v128.load64_splat(reversed + at);
      low = f64x2.add(low, f64x2.mul(weight, v128.load(start + at)));
      high = f64x2.add(high, f64x2.mul(weight, v128.load(start + at + 16)));
    }
    v128.store(out + (<usize>t << 3), low);
    v128.store(out + (<usize>t << 3), high, 16);
  }
  for (; t < to; t++) {
    const start = x + (<usize>t << 3) - bytes;
    let sum = constant;
    for (let at: usize = 0; at < bytes; at += 8) sum += load<f64>(reversed + at) * load<f64>(start + at);
    store<f64>(out + (<usize>t << 3), sum);
  }
}
