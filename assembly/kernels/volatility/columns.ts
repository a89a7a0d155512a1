/** Results of volatility fits, from their passes. */
import { FitColumnsBlock } from "../../build/layouts/volatility";

/**
 * e^x as computed by the kernels: the same bits in every engine.
 * @of standardizeReturns
 */
export function exponential(x: f64): f64 {
  return Math.exp(x);
}

/**
 * The columns of a fit over [from, to): volatility scale / |inverse[t]|, and residuals (y[t] - mu) |inverse[t]|.
 * @param columns `FitColumnsBlock`, declared in assembly/layouts/volatility.mjs; its spread is one over the standard deviation, with any sign
 */
export function rootColumns(columns: usize, from: i32, to: i32): void {
  const given = changetype<FitColumnsBlock>(columns);
  const y = given.y;
  const mu = given.mu;
  const scale = given.scale;
  const volatility = given.volatility;
  const residuals = given.residuals;
  const inverse = given.spread;
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    const root = abs(load<f64>(inverse + at));
    store<f64>(volatility + at, scale / root);
    store<f64>(residuals + at, (load<f64>(y + at) - mu) * root);
  }
}
