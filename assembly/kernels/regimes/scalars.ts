import { LN2 } from "./layout";

/**
 * e^x, the same bits in every browser.
 * @of forwardTwo
 */
export function exponential(x: f64): f64 {
  return Math.exp(x);
}

/** Log-likelihood from the filter's `carry` after the last step. */
export function forwardLogLikelihood(carry: usize): f64 {
  const sum = load<f64>(carry) + load<f64>(carry, 8) + load<f64>(carry, 16) + load<f64>(carry, 24);
  return load<f64>(carry, 32) + (Math.log(sum) + LN2 * load<f64>(carry, 40));
}
