/** Moments of absolute innovations to a power: the average contribution of a shock to an APARCH's sigma^delta. */
import {
  densityAt,
  densityByLambda,
  densityByNu,
  densityConstant,
  densityConstantByLambda,
  densityConstantByNu,
  densityFactor,
  densityHalf,
  densityPrepare,
  densityRest,
  SKEWED,
  STUDENT,
} from "../../lib/density";
import { skewedTScale, skewedTShift } from "../../lib/distributions-skewed-t";

const HALF_PI: f64 = 1.57079632679489661923;
/** Step of the trapezoid rule, whose error falls geometrically with it. */
const STEP: f64 = 0.0625;
const FROM: f64 = -4.0;
const TO: f64 = 6.0;
/** Same size as `DENSITY_SLOTS`. */
const BLOCK = memory.data(24 * 8, 16);
/** Per side: the moment, and its derivatives by the power, nu and lambda. */
const OUT = memory.data(8 * 8, 16);

/** Adds one node of an integral over z of |z|^delta f(z). */
function addNode(density: i32, delta: f64, z: f64, weight: f64): void {
  const size = abs(z);
  if (!(size > 0.0) || !(weight > 0.0)) return;
  densityAt(BLOCK, density, z);
  const half = densityHalf(BLOCK);
  const logFactor = half > 0.0 ? Math.log(densityFactor(BLOCK)) : 0.0;
  const logSize = Math.log(size);
  const term = weight * Math.exp(delta * logSize + densityConstant(BLOCK) - half * logFactor - densityRest(BLOCK));
  if (!(term > 0.0)) return;
  const out = OUT + (z < 0.0 ? 32 : 0);
  store<f64>(out, load<f64>(out) + term);
  store<f64>(out, load<f64>(out, 8) + term * logSize, 8);
  store<f64>(out, load<f64>(out, 16) + term * (densityConstantByNu(BLOCK) - 0.5 * logFactor + densityByNu(BLOCK)), 16);
  store<f64>(out, load<f64>(out, 24) + term * (densityConstantByLambda(BLOCK) + densityByLambda(BLOCK)), 24);
}

/**
 * E |z|^delta over the gains and over the losses of a unit-variance density, each with its derivatives by delta, nu and lambda: the double
 * exponential rule on either side of 0 and of the mode, and between the two.
 * @formula E |z|^delta 1[z > 0] and E |z|^delta 1[z < 0]; an APARCH's persistence is sum alpha E(|z| - gamma z)^delta + sum beta
 * @source Takahasi and Mori 1974 (double exponential rule); Ding, Granger and Engle 1993, appendix A (the moments)
 * @tolerance closed forms of the normal, t and generalized error distributions within 1e-12, of SciPy's quad of a skewed t within 1e-10
 * @param density 0 normal, 1 Student's t, 2 skewed t, 3 generalized error distribution
 * @returns address of eight values, overwritten by the next call; not finite if there is no such moment or density
 */
export function powerMoments(density: i32, nu: f64, lambda: f64, delta: f64): usize {
  memory.fill(OUT, 0, 64);
  const heavy = density == STUDENT || density == SKEWED;
  if (densityPrepare(BLOCK, density, nu, lambda) != 0 || (heavy && !(delta < nu))) {
    store<f64>(OUT, Infinity);
    store<f64>(OUT, Infinity, 32);
    return OUT;
  }
  const mode = density == SKEWED ? -skewedTShift(nu, lambda) / skewedTScale(nu, lambda) : 0.0;
  const right = max(mode, 0.0), left = min(mode, 0.0), radius = 0.5 * (right - left);
  for (let x = FROM; x <= TO; x += STEP) {
    const e = Math.exp(x);
    const angle = HALF_PI * 0.5 * (e - 1.0 / e);
    const speed = STEP * HALF_PI * 0.5 * (e + 1.0 / e);
    const distance = Math.exp(angle);
    addNode(density, delta, right + distance, speed * distance);
    addNode(density, delta, left - distance, speed * distance);
    if (radius == 0.0) continue;
    // tanh by the smaller of the two exponentials.
    const small = Math.exp(-2.0 * abs(angle));
    const near = (2.0 * radius * small) / (1.0 + small);
    const z = angle < 0.0 ? left + near : right - near;
    const weight = (4.0 * radius * speed * small) / ((1.0 + small) * (1.0 + small));
    addNode(density, delta, z, weight);
  }
  return OUT;
}

/** A moment of one side times the power of that side's weight. */
@inline
function weighted(weight: f64, delta: f64, moment: f64): f64 {
  return weight > 0.0 ? Math.exp(delta * Math.log(weight)) * moment : 0.0;
}

/** E(|z| - gamma z)^delta; not finite if there is no such moment or density. */
export function powerOfShock(density: i32, nu: f64, lambda: f64, delta: f64, gamma: f64): f64 {
  const moments = powerMoments(density, nu, lambda, delta);
  return weighted(1.0 - gamma, delta, load<f64>(moments)) + weighted(1.0 + gamma, delta, load<f64>(moments, 32));
}
