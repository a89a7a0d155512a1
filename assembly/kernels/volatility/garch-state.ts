/**
 * The block of memory every GARCH kernel works on: parameters and settings in, results out, and the state carried from one chunk to the
 * next.
 *
 * Model (Bollerslev 1986): r[t] = mu + e[t], e[t] = sqrt(h[t]) z[t], h[t] = omega + sum alpha[i] e[t-i]^2 + sum beta[j] h[t-j],
 * with z of mean 0 and variance 1. Everything here is in the units of the standardized series (mean 0, variance 1), where h stays
 * inside 2^-60..2^60; only LOG_LIKELIHOOD is reported in the units of the series as given.
 *
 * Slots are f64; `workers/volatility/likelihoods/garch-state.ts` mirrors the ones the driver writes and reads.
 */
import { unitStudentLogConstant } from "../../lib/distributions-t";
import { digamma } from "../../lib/special-gamma";
import { get, set } from "../../lib/slots";

export { get, set } from "../../lib/slots";

export const MAX_LAGS: i32 = 5;

// Parameters, in the order used everywhere: mu, omega, alpha1..5, beta1..5, nu, lambda. Unused lags are 0.
export const MU: usize = 0;
export const OMEGA: usize = 1;
export const ALPHA: usize = 2;
export const BETA: usize = 7;
export const NU: usize = 12;
export const LAMBDA: usize = 13;
// Settings.
export const PRESAMPLE: usize = 14;
/**
 * Derivative of the pre-sample variance with respect to mu.
 * @of garchLogLikelihood
 */
export const PRESAMPLE_SLOPE: usize = 15;
/** Number of shock lags (alpha). */
export const SHOCK_LAGS: usize = 16;
/** Number of variance lags (beta). */
export const VARIANCE_LAGS: usize = 17;
export const DENSITY: usize = 18;
export const COUNT: usize = 19;
/** Divisor of the series (its standard deviation). */
export const SCALE: usize = 20;
// Results.
export const LOG_LIKELIHOOD: usize = 21;
/** h[n], the variance after the last observation. */
export const NEXT_VARIANCE: usize = 22;
/** Gradient of the log-likelihood, in the order of the parameters. */
export const GRADIENT: usize = 24;
// Constants of the density at the current nu and lambda (Hansen's names a, b, c).
export const K: usize = 40;
export const LOG_C: usize = 41;
export const SHIFT: usize = 42;
export const WIDTH: usize = 43;
export const SHIFT_BY_LAMBDA: usize = 44;
export const WIDTH_BY_LAMBDA: usize = 45;
export const SHIFT_BY_NU: usize = 46;
export const WIDTH_BY_NU: usize = 47;
export const LOG_C_BY_NU: usize = 48;
// Carried by the forward pass: last variances and squared shocks (newest first), look-ahead variances, products, exponents, sums.
export const LAG_H: usize = 56;
export const LAG_E2: usize = 61;
export const AHEAD: usize = 68;
export const PRODUCT_H: usize = 72;
export const EXPONENT_H: usize = 74;
export const PRODUCT_X: usize = 76;
export const EXPONENT_X: usize = 78;
export const SUMS: usize = 80;
const SUM_COUNT: usize = 10;
// Carried by the backward pass: adjoints, and sums by parameter (pairs of lanes, added up at the end).
export const ADJOINT: usize = 92;
export const ADJOINT_SUMS: usize = 100;
export const ADJOINT_SLOTS: usize = 40;
export const STATE_SLOTS: i32 = 160;

export const NORMAL: i32 = 0;
export const STUDENT: i32 = 1;
export const SKEWED: i32 = 2;

/** A smaller omega could push products of eight variances out of the range of a double. */
const MIN_OMEGA: f64 = 1e-16;
const LN2: f64 = 0.693147180559945309417;
const LOG_TWO_PI: f64 = 1.8378770664093454836;
const FRACTION_BITS: u64 = 0x000fffffffffffff;
const EXPONENT_ONE: u64 = 0x3ff0000000000000;

/** The factor in [1, 2) of a positive normal number: the number without its power of two. */
@inline
export function fraction(x: f64): f64 {
  return reinterpret<f64>((reinterpret<u64>(x) & FRACTION_BITS) | EXPONENT_ONE);
}

/** The power of two removed by `fraction`. */
@inline
export function exponent(x: f64): i64 {
  return <i64>(reinterpret<u64>(x) >> 52) - 1023;
}

function densityConstants(state: usize, density: i32): void {
  const nu = get(state, NU);
  const lambda = density == SKEWED ? get(state, LAMBDA) : 0.0;
  const k = nu - 2.0;
  const logC = unitStudentLogConstant(nu);
  const slope = 0.5 * (digamma(0.5 * (nu + 1.0)) - digamma(0.5 * nu) - 1.0 / k);
  const unit = (4.0 * Math.exp(logC) * k) / (nu - 1.0);
  const a = lambda * unit;
  const b = Math.sqrt(1.0 + 3.0 * lambda * lambda - a * a);
  const aNu = a * (slope + 1.0 / k - 1.0 / (nu - 1.0));
  set(state, K, k);
  set(state, LOG_C, logC);
  set(state, SHIFT, a);
  set(state, WIDTH, b);
  set(state, SHIFT_BY_LAMBDA, unit);
  set(state, WIDTH_BY_LAMBDA, (3.0 * lambda - a * unit) / b);
  set(state, SHIFT_BY_NU, aNu);
  set(state, WIDTH_BY_NU, (-a * aNu) / b);
  set(state, LOG_C_BY_NU, slope);
}

/**
 * Checks the parameters and clears the sums: call once before the chunks of a pass.
 * @param state block of STATE_SLOTS values with parameters and settings filled in
 * @returns 0, or 1 if the parameters define no likelihood (omega too small, a negative weight, nu <= 2, |lambda| >= 1, or not finite)
 */
export function garchPrepare(state: usize): i32 {
  const density = <i32>get(state, DENSITY);
  const presample = get(state, PRESAMPLE);
  let total = Math.abs(get(state, MU));
  for (let i: usize = 0; i < 2 * <usize>MAX_LAGS; i++) {
    const weight = get(state, ALPHA + i);
    if (!(weight >= 0.0)) return 1;
    total += weight;
  }
  const omega = get(state, OMEGA);
  if (!(omega >= MIN_OMEGA) || !(presample > 0.0) || !isFinite(total + omega + presample)) return 1;
  // Other densities are handled by their own passes.
  if (density == STUDENT || density == SKEWED) {
    const nu = get(state, NU);
    if (!(nu > 2.0) || !isFinite(nu)) return 1;
    if (density == SKEWED && !(Math.abs(get(state, LAMBDA)) < 1.0)) return 1;
    densityConstants(state, density);
  }
  for (let i: usize = 0; i < <usize>MAX_LAGS; i++) {
    set(state, LAG_H + i, presample);
    set(state, LAG_E2 + i, presample);
  }
  const one = f64x2.splat(1.0);
  v128.store(state + (PRODUCT_H << 3), one);
  v128.store(state + (PRODUCT_X << 3), one);
  memory.fill(state + (EXPONENT_H << 3), 0, 16);
  memory.fill(state + (EXPONENT_X << 3), 0, 16);
  memory.fill(state + (SUMS << 3), 0, SUM_COUNT << 3);
  memory.fill(state + (ADJOINT << 3), 0, ADJOINT_SLOTS << 3);
  return 0;
}

/** ln of the product stored at `slot` by the forward pass: two fractions and the powers of two removed from them. */
function logOfProduct(state: usize, slot: usize): f64 {
  const powers = load<i64>(state + ((slot + 2) << 3)) + load<i64>(state + ((slot + 3) << 3));
  const product = get(state, slot) * get(state, slot + 1);
  return Math.log(product) + <f64>powers * LN2;
}

/** Both lanes of a running sum. */
@inline
function sum(state: usize, index: usize): f64 {
  return get(state, SUMS + 2 * index) + get(state, SUMS + 2 * index + 1);
}

/**
 * Ends a forward pass: LOG_LIKELIHOOD (in the units of the series as given), NEXT_VARIANCE, and the part of the gradient that does not
 * pass through the variances: that of nu and lambda, and the direct part of mu.
 * @returns 0, or 2 when the likelihood is not a finite number
 */
export function garchFinishForward(state: usize): i32 {
  const density = <i32>get(state, DENSITY);
  const n = get(state, COUNT);
  const logH = logOfProduct(state, PRODUCT_H);
  let value: f64;
  let byMu: f64;
  let byNu: f64 = 0.0;
  let byLambda: f64 = 0.0;
  if (density == NORMAL) {
    value = -0.5 * (n * LOG_TWO_PI + logH + sum(state, 1));
    byMu = sum(state, 0);
  } else {
    const nu = get(state, NU);
    const k = get(state, K);
    const logK = Math.log(k);
    const half = 0.5 * (nu + 1.0);
    const logX = logOfProduct(state, PRODUCT_X);
    value = n * (get(state, LOG_C) + half * logK) + 0.5 * nu * logH - half * logX;
    const logOnePlus = logX - logH - n * logK;
    if (density == STUDENT) {
      byMu = (nu + 1.0) * sum(state, 0);
      byNu = n * get(state, LOG_C_BY_NU) - 0.5 * logOnePlus + (half * sum(state, 1)) / k;
    } else {
      const a = get(state, SHIFT);
      const b = get(state, WIDTH);
      const withE = sum(state, 1);
      const withS = sum(state, 2);
      const ratio = b * withE + a * withS;
      value += n * Math.log(b);
      byMu = (nu + 1.0) * b * sum(state, 0);
      const slope = 2.0 * (get(state, WIDTH_BY_NU) * withE + get(state, SHIFT_BY_NU) * withS) - ratio / k;
      byNu = n * (get(state, LOG_C_BY_NU) + get(state, WIDTH_BY_NU) / b) - 0.5 * logOnePlus - half * slope;
      const tilted = get(state, WIDTH_BY_LAMBDA) * withE + get(state, SHIFT_BY_LAMBDA) * withS - sum(state, 3);
      byLambda = (n * get(state, WIDTH_BY_LAMBDA)) / b - (nu + 1.0) * tilted;
    }
  }
  set(state, GRADIENT + MU, byMu);
  set(state, GRADIENT + NU, byNu);
  set(state, GRADIENT + LAMBDA, byLambda);
  let next = get(state, OMEGA);
  for (let i: usize = 0; i < <usize>MAX_LAGS; i++) {
    next += get(state, ALPHA + i) * get(state, LAG_E2 + i) + get(state, BETA + i) * get(state, LAG_H + i);
  }
  set(state, NEXT_VARIANCE, next);
  value -= n * Math.log(get(state, SCALE));
  set(state, LOG_LIKELIHOOD, value);
  return isFinite(value) && isFinite(next) ? 0 : 2;
}
