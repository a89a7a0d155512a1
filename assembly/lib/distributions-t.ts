/** Student's t: plain (variance nu / (nu - 2)), and scaled to variance 1 as the models use it. */
import { logGammaRise } from "./special-gamma";
import { normalQuantile } from "./special-error";
import { betaI } from "./special-incomplete";

const PI: f64 = 3.1415926535897932385;
const LOG_PI: f64 = 1.1447298858494001741;

/**
 * Constant of the unit-variance t log-density: ln G((nu+1)/2) - ln G(nu/2) - ln(pi (nu-2)) / 2, for nu > 2.
 * @of densityLog
 */
export function unitStudentLogConstant(nu: f64): f64 {
  return logGammaRise(0.5 * nu, 0.5) - 0.5 * (LOG_PI + Math.log(nu - 2.0));
}

/** ln of the density at x of Student's t scaled to variance 1; nu > 2. */
export function unitStudentLogDensity(x: f64, nu: f64): f64 {
  return unitStudentLogConstant(nu) - 0.5 * (nu + 1.0) * Math.log1p((x * x) / (nu - 2.0));
}

/** P(T > t) for t >= 0. */
function studentTail(t: f64, nu: f64): f64 {
  const square = t * t;
  if (square == Infinity) return 0.0;
  const whole = nu + square;
  return 0.5 * betaI(0.5 * nu, 0.5, nu / whole, square / whole);
}

/** Distribution function of Student's t with nu > 0 degrees of freedom, relative error below 1e-13, the lower tail included. */
export function studentCdf(t: f64, nu: f64): f64 {
  if (isNaN(t) || !(nu > 0.0)) return NaN;
  if (t >= 0.0) return 1.0 - studentTail(t, nu);
  return studentTail(-t, nu);
}

function studentDensity(t: f64, nu: f64): f64 {
  return Math.exp(logGammaRise(0.5 * nu, 0.5) - 0.5 * (LOG_PI + Math.log(nu)) - 0.5 * (nu + 1.0) * Math.log1p((t * t) / nu));
}

/** Start for the upper quantile of tail probability `tail`: Hill 1970, algorithm 396. */
function hillStart(tail: f64, nu: f64): f64 {
  const a = 1.0 / (nu - 0.5);
  const b = 48.0 / (a * a);
  let c = (((20700.0 * a) / b - 98.0) * a - 16.0) * a + 96.36;
  const d = ((94.5 / (b + c) - 3.0) / b + 1.0) * Math.sqrt(a * PI * 0.5) * nu;
  const x = d * 2.0 * tail;
  let y = Math.pow(x, 2.0 / nu);
  if (y > 0.05 + a) {
    const z = normalQuantile(tail);
    y = z * z;
    if (nu < 5.0) c += 0.3 * (nu - 4.5) * (z + 0.6);
    c = (((0.05 * d * z - 5.0) * z - 7.0) * z - 2.0) * z + b + c;
    y = (((((0.4 * y + 6.3) * y + 36.0) * y + 94.5) / c - y - 3.0) / b + 1.0) * z;
    y = Math.expm1(a * y * y);
  } else {
    y = ((1.0 / (((nu + 6.0) / (nu * y) - 0.089 * d - 0.822) * (nu + 2.0) * 3.0) + 0.5 / (nu + 4.0)) * y - 1.0) * ((nu + 1.0) / (nu + 2.0)) + 1.0 / y;
  }
  return Math.sqrt(nu * y);
}

/**
 * Quantile of Student's t, relative error below 1e-12: Hill's start, then Newton steps with the curvature of the density.
 * @param p probability; 0 and 1 give the infinities, outside NaN
 * @param nu degrees of freedom, at least 1
 */
export function studentQuantile(p: f64, nu: f64): f64 {
  if (!(p >= 0.0 && p <= 1.0) || !(nu >= 1.0)) return NaN;
  if (p == 0.5) return 0.0;
  const tail = min(p, 1.0 - p);
  if (tail == 0.0) return p < 0.5 ? -Infinity : Infinity;
  // Near the median the tail probability hardly depends on t: solve for its distance from 1/2 instead.
  const center = abs(p - 0.5);
  let t = center < 1e-3 ? center / studentDensity(0.0, nu) : hillStart(tail, nu);
  for (let step = 0; step < 12; step++) {
    const error = tail > 0.25 ? center - studentMiddle(t, nu) : studentTail(t, nu) - tail;
    const newton = error / studentDensity(t, nu);
    const change = newton / (1.0 - 0.5 * newton * ((t * (nu + 1.0)) / (nu + t * t)));
    t += change;
    if (abs(change) <= 1e-15 * t) break;
  }
  return p < 0.5 ? -t : t;
}

/** P(0 < T < t) for t >= 0, to full relative precision near 0. */
function studentMiddle(t: f64, nu: f64): f64 {
  const square = t * t;
  const whole = nu + square;
  return 0.5 * betaI(0.5, 0.5 * nu, square / whole, nu / whole);
}

/** Distribution function of Student's t scaled to variance 1; nu > 2. */
export function unitStudentCdf(x: f64, nu: f64): f64 {
  return studentCdf(x * Math.sqrt(nu / (nu - 2.0)), nu);
}

/** Quantile of Student's t scaled to variance 1; nu > 2. */
export function unitStudentQuantile(p: f64, nu: f64): f64 {
  return studentQuantile(p, nu) * Math.sqrt((nu - 2.0) / nu);
}
