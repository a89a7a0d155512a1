/** Hansen's (1994) skewed t with mean 0 and variance 1: nu > 2 degrees of freedom, asymmetry lambda in (-1, 1). */
import { studentCdf, studentQuantile, unitStudentLogConstant } from "./distributions-t";

/** Hansen's a = 4 lambda c (nu - 2) / (nu - 1): minus a / b is the mode. */
export function skewedTShift(nu: f64, lambda: f64): f64 {
  return (4.0 * lambda * Math.exp(unitStudentLogConstant(nu)) * (nu - 2.0)) / (nu - 1.0);
}

/** Hansen's b = sqrt(1 + 3 lambda^2 - a^2). */
export function skewedTScale(nu: f64, lambda: f64): f64 {
  const a = skewedTShift(nu, lambda);
  return Math.sqrt(1.0 + 3.0 * lambda * lambda - a * a);
}

/** ln of the density at x. */
export function skewedTLogDensity(x: f64, nu: f64, lambda: f64): f64 {
  const a = skewedTShift(nu, lambda);
  const b = skewedTScale(nu, lambda);
  const shifted = b * x + a;
  const y = shifted / (shifted < 0.0 ? 1.0 - lambda : 1.0 + lambda);
  return Math.log(b) + unitStudentLogConstant(nu) - 0.5 * (nu + 1.0) * Math.log1p((y * y) / (nu - 2.0));
}

/** Distribution function. */
export function skewedTCdf(x: f64, nu: f64, lambda: f64): f64 {
  const shifted = skewedTScale(nu, lambda) * x + skewedTShift(nu, lambda);
  const widen = Math.sqrt(nu / (nu - 2.0));
  if (shifted < 0.0) return (1.0 - lambda) * studentCdf((shifted / (1.0 - lambda)) * widen, nu);
  return 1.0 - (1.0 + lambda) * studentCdf((-shifted / (1.0 + lambda)) * widen, nu);
}

/** Quantile: the inverse of skewedTCdf. */
export function skewedTQuantile(p: f64, nu: f64, lambda: f64): f64 {
  const below = 0.5 * (1.0 - lambda);
  const narrow = Math.sqrt((nu - 2.0) / nu);
  const shifted =
    p < below
      ? (1.0 - lambda) * narrow * studentQuantile(p / (1.0 - lambda), nu)
      : -(1.0 + lambda) * narrow * studentQuantile((1.0 - p) / (1.0 + lambda), nu);
  return (shifted - skewedTShift(nu, lambda)) / skewedTScale(nu, lambda);
}
