/** Generalized error distribution with mean 0 and variance 1 (Nelson 1991): shape nu > 0; 2 is normal, 1 Laplace, smaller has heavier tails. */
import { nextGamma, nextUniform } from "./rng";
import { normalQuantile } from "./special-error";
import { logGamma } from "./special-gamma";
import { gammaP, gammaQ } from "./special-incomplete";

const LN2: f64 = 0.693147180559945309417;

/**
 * ln of the scale c that makes the variance 1: (-(2 / nu) ln 2 + ln G(1/nu) - ln G(3/nu)) / 2.
 * @of densityLog
 */
export function gedLogScale(nu: f64): f64 {
  return 0.5 * ((-2.0 / nu) * LN2 + logGamma(1.0 / nu) - logGamma(3.0 / nu));
}

/** Constant of the log-density: ln nu - ln c - ln G(1/nu) - (1 + 1/nu) ln 2. */
export function gedLogConstant(nu: f64): f64 {
  return Math.log(nu) - gedLogScale(nu) - logGamma(1.0 / nu) - (1.0 + 1.0 / nu) * LN2;
}

/** ln of the density at x: constant - |x / c|^nu / 2. */
export function gedLogDensity(x: f64, nu: f64): f64 {
  return gedLogConstant(nu) - 0.5 * Math.pow(abs(x) / Math.exp(gedLogScale(nu)), nu);
}

/** Distribution function: |x / c|^nu / 2 has a gamma distribution of shape 1 / nu. */
export function gedCdf(x: f64, nu: f64): f64 {
  if (isNaN(x) || !(nu > 0.0)) return NaN;
  const tail = 0.5 * gammaQ(1.0 / nu, 0.5 * Math.pow(abs(x) / Math.exp(gedLogScale(nu)), nu));
  return x < 0.0 ? tail : 1.0 - tail;
}

/**
 * Quantile: the inverse of gedCdf, relative error about 1e-13. Newton's method on the logarithm of the tail or, near the median, on the
 * distance from 1/2; both are concave for nu >= 1, so the iteration cannot overshoot.
 * @param p probability; 0 and 1 give the infinities, outside NaN
 */
export function gedQuantile(p: f64, nu: f64): f64 {
  if (!(p >= 0.0 && p <= 1.0) || !(nu >= 1.0)) return NaN;
  if (p == 0.5) return 0.0;
  const tail = min(p, 1.0 - p);
  if (tail == 0.0) return p < 0.5 ? -Infinity : Infinity;
  const a = 1.0 / nu;
  const peak = Math.exp(Math.log(nu) - (1.0 + a) * LN2 - logGamma(a));
  const central = tail > 0.25;
  const center = abs(p - 0.5);
  let u = central ? center / peak : -normalQuantile(tail);
  for (let step = 0; step < 200; step++) {
    const power = 0.5 * Math.pow(u, nu);
    const density = peak * Math.exp(-power);
    let change: f64;
    if (central) change = (center - 0.5 * gammaP(a, power)) / density;
    else {
      const here = 0.5 * gammaQ(a, power);
      change = here > 0.0 ? ((Math.log(here) - Math.log(tail)) * here) / density : -0.5 * u;
    }
    u = max(u + change, 0.5 * u);
    if (abs(change) <= 1e-15 * u) break;
  }
  u *= Math.exp(gedLogScale(nu));
  return p < 0.5 ? -u : u;
}

/** One draw: |x / c|^nu / 2 is a gamma variate of shape 1 / nu, made from one of shape 1 + 1 / nu and a uniform variate. */
export function nextGed(state: usize, nu: f64, scale: f64): f64 {
  const size = scale * Math.pow(2.0 * nextGamma(state, 1.0 + 1.0 / nu), 1.0 / nu);
  return size * (2.0 * nextUniform(state) - 1.0);
}
