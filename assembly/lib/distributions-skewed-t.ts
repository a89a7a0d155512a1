/** Hansen's (1994) skewed t with mean 0 and variance 1: nu > 2 degrees of freedom, asymmetry lambda in (-1, 1). */
import { studentCdf, studentQuantile, unitStudentCdf, unitStudentLogConstant, unitStudentLogDensity } from "./distributions-t";

/** Hansen's a = 4 lambda c (nu - 2) / (nu - 1): the mode is -a / b. */
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

/** Integral of (scale s - shift)^2 over a unit-variance Student's t s below `top`, whose partial moments are closed forms. */
function squareBelow(top: f64, scale: f64, shift: f64, nu: f64): f64 {
  const mass = unitStudentCdf(top, nu);
  const peak = Math.exp(unitStudentLogDensity(top, nu)) * (1.0 + (top * top) / (nu - 2.0));
  const first = (-peak * (nu - 2.0)) / (nu - 1.0);
  const second = mass - top * peak;
  return scale * scale * second - 2.0 * scale * shift * first + shift * shift * mass;
}

/**
 * E z^2 1[z < 0] of Hansen's skewed t: the share of the variance due to losses, 1/2 at lambda = 0.
 * @formula E z^2 1[z < 0] from partial moments of Student's t on either side of the mode
 * @source Hansen 1994 for the density
 * @tolerance quadrature of the density within 1e-13
 */
export function skewedTLossShare(nu: f64, lambda: f64): f64 {
  const a = skewedTShift(nu, lambda);
  const b = skewedTScale(nu, lambda);
  const left = 1.0 - lambda, right = 1.0 + lambda;
  // z < 0 means b z + a < a: left of the mode up to min(0, a), and for a > 0 also a part right of it.
  let total = left * squareBelow(min(0.0, a / left), left, a, nu);
  if (a > 0.0) total += right * (squareBelow(a / right, right, a, nu) - squareBelow(0.0, right, a, nu));
  return total / (b * b);
}
