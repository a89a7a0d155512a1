import { unitStudentLogConstant } from "../../lib/distributions-t";

/**
 * Surprise of each return under a fitted model with Student's t shocks: minus the log density of the return given its past, for t in [from, to).
 * @formula s[t] = -ln p(r[t] | past) = ln sigma[t] - c(nu) + (nu + 1)/2 ln(1 + z[t]^2 / (nu - 2))
 * @source Shannon's information of an event; conditional density of Bollerslev (1987)
 * @tolerance 1e-13 against the density itself; the sum is minus the log-likelihood of the fit within 1e-9
 * @param z standardized residuals
 * @param volatility sigma[t], above 0
 * @param nu degrees of freedom, above 2
 */
export function studentSurprise(z: usize, volatility: usize, from: i32, to: i32, nu: f64, out: usize): void {
  const constant = unitStudentLogConstant(nu);
  const half = 0.5 * (nu + 1.0);
  const share = 1.0 / (nu - 2.0);
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    const x = load<f64>(z + at);
    store<f64>(out + at, Math.log(load<f64>(volatility + at)) - constant + half * Math.log(1.0 + x * x * share));
  }
}

/**
 * Rank of a value in a column: how many of values[from..to) are below it, ties counted half. NaN in the column is skipped.
 * @param out rank and number of values that are not NaN; added to
 */
export function rankWithin(values: usize, from: i32, to: i32, value: f64, out: usize): void {
  let below: f64 = 0;
  let count: f64 = 0;
  for (let t = from; t < to; t++) {
    const other = load<f64>(values + (<usize>t << 3));
    below += other < value ? 1.0 : other == value ? 0.5 : 0.0;
    count += other == other ? 1.0 : 0.0;
  }
  store<f64>(out, load<f64>(out) + below);
  store<f64>(out, load<f64>(out, 8) + count, 8);
}
