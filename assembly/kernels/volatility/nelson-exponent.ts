/** Nelson's (1990) exponent of a GARCH model: the mean log growth of a volatility shock per step. Below 0 the process is strictly stationary. */
import { NelsonProductBlock, NelsonSumBlock } from "../../build/layouts/volatility";
import { GED, NORMAL, SKEWED, STUDENT } from "../../lib/density";
import { gedLogDensity } from "../../lib/distributions-ged";
import { skewedTLogDensity, skewedTScale, skewedTShift } from "../../lib/distributions-skewed-t";
import { unitStudentLogDensity } from "../../lib/distributions-t";

/** Replaces 0 before the logarithm is taken. */
const TINY: f64 = 1e-300;
const LOG_ROOT_TWO_PI: f64 = 0.91893853320467274178;
const STATE = memory.data(2 * 9 * 8, 16);

/**
 * Adds ln(beta + alpha z^2), with alpha + gamma for z < 0, over [from, to), and its square, to the two sums: the exponent of GJR(1,1)
 * as a sample mean.
 * @param terms `NelsonSumBlock`, declared in assembly/layouts/volatility.mjs
 */
export function nelsonSum(terms: usize, from: i32, to: i32): void {
  const given = changetype<NelsonSumBlock>(terms);
  const residuals = given.residuals;
  const alpha = given.alpha;
  const gamma = given.gamma;
  const beta = given.beta;
  const sums = given.sums;
  let sum: f64 = 0.0;
  let squares: f64 = 0.0;
  for (let t = from; t < to; t++) {
    const z = load<f64>(residuals + (<usize>t << 3));
    const weight = z < 0.0 ? alpha + gamma : alpha;
    const growth = Math.log(max(beta + weight * z * z, TINY));
    sum += growth;
    squares += growth * growth;
  }
  store<f64>(sums, load<f64>(sums) + sum);
  store<f64>(sums, load<f64>(sums, 8) + squares, 8);
}

/** Contribution of a squared shock to the variance, by its sign. */
@inline
function answer(alpha: usize, gamma: usize, lag: i32, signed: f64): f64 {
  const place = <usize>lag << 3;
  return (signed < 0.0 ? load<f64>(alpha + place) + load<f64>(gamma + place) : load<f64>(alpha + place)) * abs(signed);
}

/**
 * Residuals transformed so that their squares are |z|^delta, over [from, to): sign(z) |z|^(delta / 2). With them, the exponents below are
 * those of sigma^delta in an APARCH.
 */
export function nelsonPowers(residuals: usize, delta: f64, out: usize, from: i32, to: i32): void {
  for (let at = <usize>from << 3; at < <usize>to << 3; at += 8) {
    const z = load<f64>(residuals + at);
    store<f64>(out + at, z == 0.0 ? 0.0 : copysign(Math.exp(0.5 * delta * Math.log(abs(z))), z));
  }
}

/**
 * Log growth over [from, to) of a vector carried through the companion matrices of GARCH(p, q) (Bougerol and Picard 1992), renormalized
 * at each step. Divided by the number of steps it tends to the top Lyapunov exponent.
 * @param terms `NelsonProductBlock`, declared in assembly/layouts/volatility.mjs
 */
export function nelsonProduct(terms: usize, from: i32, to: i32): f64 {
  const given = changetype<NelsonProductBlock>(terms);
  const residuals = given.residuals;
  const weights = given.weights;
  const p = given.p;
  const q = given.q;
  const vector = given.vector;
  const alpha = weights;
  const beta = weights + (<usize>q << 3);
  const gamma = beta + (<usize>p << 3);
  const next = STATE;
  const size = p + q - 1;
  let growth: f64 = 0.0;
  for (let t = from; t < to; t++) {
    const z = load<f64>(residuals + (<usize>t << 3));
    const h = load<f64>(vector);
    // Squared with the sign of its shock.
    const square = z * abs(z) * h;
    let first = answer(alpha, gamma, 0, square);
    for (let i = 1; i < q; i++) first += answer(alpha, gamma, i, load<f64>(vector + (<usize>(p + i - 1) << 3)));
    for (let j = 0; j < p; j++) first += load<f64>(beta + (<usize>j << 3)) * load<f64>(vector + (<usize>j << 3));
    store<f64>(next, first);
    for (let j = 1; j < p; j++) store<f64>(next + (<usize>j << 3), load<f64>(vector + (<usize>(j - 1) << 3)));
    if (q > 1) store<f64>(next + (<usize>p << 3), square);
    for (let i = 2; i < q; i++) store<f64>(next + (<usize>(p + i - 1) << 3), load<f64>(vector + (<usize>(p + i - 2) << 3)));
    let total: f64 = 0.0;
    for (let i = 0; i < size; i++) total += abs(load<f64>(next + (<usize>i << 3)));
    total = max(total, TINY);
    for (let i = 0; i < size; i++) store<f64>(vector + (<usize>i << 3), load<f64>(next + (<usize>i << 3)) / total);
    growth += Math.log(total);
  }
  return growth;
}

function density(z: f64, distribution: i32, nu: f64, lambda: f64): f64 {
  if (distribution == NORMAL) return Math.exp(-0.5 * z * z - LOG_ROOT_TWO_PI);
  if (distribution == GED) return Math.exp(gedLogDensity(z, nu));
  return Math.exp(distribution == STUDENT ? unitStudentLogDensity(z, nu) : skewedTLogDensity(z, nu, lambda));
}

/**
 * E ln(beta + alpha z^2), with alpha + gamma for z < 0, under a unit-variance density: trapezoid rule after z = mode +- exp(v) on either
 * side, which converges geometrically for these densities.
 * @term Nelson exponent
 * @formula gamma = E ln(beta + (alpha + gamma 1[z < 0]) z^2) under the fitted density
 * @source Nelson (1990)
 * @tolerance published values of DM/GBP: normal 1e-10, Student's t 1e-9; plain integrals of the densities 1e-11, 1e-8 for a skewed t
 *   under which gains and losses weigh differently
 * @param distribution 0 normal, 1 Student's t, 2 skewed t, 3 generalized error distribution
 */
export function nelsonIntegral(alpha: f64, gamma: f64, beta: f64, distribution: i32, nu: f64, lambda: f64): f64 {
  const skewed = distribution == SKEWED;
  const mode = skewed ? -skewedTShift(nu, lambda) / skewedTScale(nu, lambda) : 0.0;
  const step: f64 = 0.05;
  let sum: f64 = 0.0;
  for (let v: f64 = -40.0; v < 25.0; v += step) {
    const distance = Math.exp(v);
    for (let side: f64 = -1.0; side < 2.0; side += 2.0) {
      const z = mode + side * distance;
      const weight = density(z, distribution, nu, lambda) * distance;
      if (weight > 0.0) sum += weight * Math.log(max(beta + (z < 0.0 ? alpha + gamma : alpha) * z * z, TINY));
    }
  }
  return sum * step;
}
