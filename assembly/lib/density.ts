/**
 * The innovation densities of the volatility models, all of mean 0 and variance 1, with exact derivatives: one block of memory holds the
 * constants at the current shape, and the results of `densityAt` for one z.
 *
 * Normal; Student's t and Hansen's skewed t: ln f = C - (nu + 1) / 2 ln x, with x = 1 + y^2 / (nu - 2); generalized error distribution: ln
 * f = C - |z / c|^nu / 2. The factor x is returned without its logarithm, so that a pass can multiply many factors and take one logarithm
 * of the product.
 */
import { gedLogConstant, gedLogScale } from "./distributions-ged";
import { unitStudentLogConstant } from "./distributions-t";
import { digamma } from "./special-gamma";

export const NORMAL: i32 = 0;
export const STUDENT: i32 = 1;
export const SKEWED: i32 = 2;
export const GED: i32 = 3;

export const DENSITY_SLOTS: i32 = 24;
// Settings and constants, in bytes.
const CODE: usize = 0;
const NU: usize = 8;
const LAMBDA: usize = 16;
/** C, and its derivatives. */
const CONSTANT: usize = 24;
const CONSTANT_BY_NU: usize = 32;
const CONSTANT_BY_LAMBDA: usize = 40;
/** (nu + 1) / 2 and nu - 2. */
const HALF: usize = 48;
const K: usize = 56;
/** Hansen's a and b with their derivatives; for the GED c, d ln c / d nu. */
const A: usize = 64;
const B: usize = 72;
const A_BY_NU: usize = 80;
const B_BY_NU: usize = 88;
const A_BY_LAMBDA: usize = 96;
const B_BY_LAMBDA: usize = 104;
// Results for one z: ln f = constant - half ln(factor) - rest.
const FACTOR: usize = 112;
const REST: usize = 120;
const SLOPE: usize = 128;
const BY_NU: usize = 136;
const BY_LAMBDA: usize = 144;

const LN2: f64 = 0.693147180559945309417;
const HALF_LOG_TWO_PI: f64 = 0.91893853320467274178;

function prepareStudent(block: usize, nu: f64, lambda: f64): void {
  const k = nu - 2.0;
  const logC = unitStudentLogConstant(nu);
  const slope = 0.5 * (digamma(0.5 * (nu + 1.0)) - digamma(0.5 * nu) - 1.0 / k);
  const unit = (4.0 * Math.exp(logC) * k) / (nu - 1.0);
  const a = lambda * unit;
  const b = Math.sqrt(1.0 + 3.0 * lambda * lambda - a * a);
  const aByNu = a * (slope + 1.0 / k - 1.0 / (nu - 1.0));
  const bByNu = (-a * aByNu) / b;
  const bByLambda = (3.0 * lambda - a * unit) / b;
  store<f64>(block, logC + Math.log(b), CONSTANT);
  store<f64>(block, slope + bByNu / b, CONSTANT_BY_NU);
  store<f64>(block, bByLambda / b, CONSTANT_BY_LAMBDA);
  store<f64>(block, 0.5 * (nu + 1.0), HALF);
  store<f64>(block, k, K);
  store<f64>(block, a, A);
  store<f64>(block, b, B);
  store<f64>(block, aByNu, A_BY_NU);
  store<f64>(block, bByNu, B_BY_NU);
  store<f64>(block, unit, A_BY_LAMBDA);
  store<f64>(block, bByLambda, B_BY_LAMBDA);
}

function prepareGed(block: usize, nu: f64): void {
  const one = digamma(1.0 / nu) / (nu * nu);
  const scaleByNu = 0.5 * ((2.0 * LN2) / (nu * nu) - one + (3.0 * digamma(3.0 / nu)) / (nu * nu));
  store<f64>(block, gedLogConstant(nu), CONSTANT);
  store<f64>(block, 1.0 / nu - scaleByNu + one + LN2 / (nu * nu), CONSTANT_BY_NU);
  store<f64>(block, gedLogScale(nu), A);
  store<f64>(block, scaleByNu, A_BY_NU);
}

/**
 * Fills a block of DENSITY_SLOTS values for a density and its shape.
 * @param density 0 normal, 1 Student's t (nu > 2), 2 Hansen's skewed t (nu > 2, |lambda| < 1), 3 GED (nu > 1)
 * @returns 0, or 1 if the shape defines no density
 */
export function densityPrepare(block: usize, density: i32, nu: f64, lambda: f64): i32 {
  memory.fill(block, 0, <usize>DENSITY_SLOTS << 3);
  store<f64>(block, <f64>density, CODE);
  store<f64>(block, nu, NU);
  store<f64>(block, lambda, LAMBDA);
  store<f64>(block, 1.0, FACTOR);
  if (density == NORMAL) {
    store<f64>(block, -HALF_LOG_TWO_PI, CONSTANT);
    return 0;
  }
  if (!isFinite(nu)) return 1;
  if (density == GED) {
    if (!(nu > 1.0)) return 1;
    prepareGed(block, nu);
    return 0;
  }
  const skew = density == SKEWED ? lambda : 0.0;
  if (!(nu > 2.0) || !(abs(skew) < 1.0)) return 1;
  prepareStudent(block, nu, skew);
  return 0;
}

/** Evaluates the density at one z; the functions below read the results. */
@inline
export function densityAt(block: usize, density: i32, z: f64): void {
  if (density == NORMAL) {
    store<f64>(block, 0.5 * z * z, REST);
    store<f64>(block, -z, SLOPE);
  } else if (density == STUDENT) {
    const perK = 1.0 / load<f64>(block, K);
    const factor = 1.0 + z * z * perK;
    const pull = (2.0 * load<f64>(block, HALF) * perK) / factor;
    store<f64>(block, factor, FACTOR);
    store<f64>(block, -pull * z, SLOPE);
    store<f64>(block, 0.5 * pull * perK * z * z, BY_NU);
  } else if (density == SKEWED) {
    const lambda = load<f64>(block, LAMBDA);
    const perK = 1.0 / load<f64>(block, K);
    const b = load<f64>(block, B);
    const shifted = b * z + load<f64>(block, A);
    const side = shifted < 0.0 ? -1.0 : 1.0;
    const width = 1.0 / (1.0 + side * lambda);
    const y = shifted * width;
    const factor = 1.0 + y * y * perK;
    // d ln f / dy, and the derivatives of y by nu and lambda.
    const pull = (-2.0 * load<f64>(block, HALF) * perK * y) / factor;
    const yByNu = (load<f64>(block, B_BY_NU) * z + load<f64>(block, A_BY_NU)) * width;
    const yByLambda = (load<f64>(block, B_BY_LAMBDA) * z + load<f64>(block, A_BY_LAMBDA) - side * y) * width;
    store<f64>(block, factor, FACTOR);
    store<f64>(block, pull * b * width, SLOPE);
    store<f64>(block, pull * yByNu - 0.5 * pull * y * perK, BY_NU);
    store<f64>(block, pull * yByLambda, BY_LAMBDA);
  } else {
    const nu = load<f64>(block, NU);
    const size = abs(z);
    if (size == 0.0) {
      store<f64>(block, 0.0, REST);
      store<f64>(block, 0.0, SLOPE);
      store<f64>(block, 0.0, BY_NU);
      return;
    }
    const logSize = Math.log(size) - load<f64>(block, A);
    const rest = 0.5 * Math.exp(nu * logSize);
    store<f64>(block, rest, REST);
    store<f64>(block, (-nu * rest) / z, SLOPE);
    store<f64>(block, -rest * (logSize - nu * load<f64>(block, A_BY_NU)), BY_NU);
  }
}

/** x >= 1; ln f contains -`densityHalf` ln(x). 1 if a density has no such factor. */
@inline
export function densityFactor(block: usize): f64 {
  return load<f64>(block, FACTOR);
}

/** The remaining term, subtracted from ln f. */
@inline
export function densityRest(block: usize): f64 {
  return load<f64>(block, REST);
}

/** d ln f / dz */
@inline
export function densitySlope(block: usize): f64 {
  return load<f64>(block, SLOPE);
}

/** d ln f / d nu, without its constant part and without -ln(x) / 2. */
@inline
export function densityByNu(block: usize): f64 {
  return load<f64>(block, BY_NU);
}

/** d ln f / d lambda, without its constant part. */
@inline
export function densityByLambda(block: usize): f64 {
  return load<f64>(block, BY_LAMBDA);
}

/** C of ln f = C - half ln(x) - rest. */
export function densityConstant(block: usize): f64 {
  return load<f64>(block, CONSTANT);
}

export function densityConstantByNu(block: usize): f64 {
  return load<f64>(block, CONSTANT_BY_NU);
}

export function densityConstantByLambda(block: usize): f64 {
  return load<f64>(block, CONSTANT_BY_LAMBDA);
}

/** (nu + 1) / 2 for the two t densities, 0 for the others. */
export function densityHalf(block: usize): f64 {
  return load<f64>(block, HALF);
}

/** Number of values a block holds. */
export function densitySize(): i32 {
  return DENSITY_SLOTS;
}

/**
 * ln f(z), with its derivatives with respect to z, nu and lambda.
 * @formula ln f = C - (nu + 1)/2 ln x - rest
 * @source Bollerslev 1987 (t), Hansen 1994 (skewed t), Nelson 1991 (generalized error distribution)
 * @tolerance values of Python arch 8.0.0 within 1e-14; derivatives against central differences within 1e-7
 * @param block filled by densityPrepare
 * @param out four values, out
 */
export function densityLog(block: usize, z: f64, out: usize): void {
  densityAt(block, <i32>load<f64>(block, CODE), z);
  const half = densityHalf(block);
  const logFactor = half > 0.0 ? Math.log(densityFactor(block)) : 0.0;
  store<f64>(out, densityConstant(block) - half * logFactor - densityRest(block));
  store<f64>(out, densitySlope(block), 8);
  store<f64>(out, densityConstantByNu(block) - 0.5 * logFactor + densityByNu(block), 16);
  store<f64>(out, densityConstantByLambda(block) + densityByLambda(block), 24);
}

/** Largest product of factors a pass accumulates before it takes the logarithm. */
export const LARGE_PRODUCT: f64 = 1e150;

/** Scores by nu and lambda at the observation last passed to `densityAt`: two values at `out`. @param half `densityHalf` of the block */
@inline
export function densityScores(block: usize, half: f64, out: usize): void {
  const tail = half > 0.0 ? 0.5 * Math.log(densityFactor(block)) : 0.0;
  store<f64>(out, densityConstantByNu(block) - tail + densityByNu(block));
  store<f64>(out, densityConstantByLambda(block) + densityByLambda(block), 8);
}

/**
 * The log-likelihood of n observations, in the units of the series as given.
 * @param sums six values from a pass: sums of ln h, of the rests and of the scores by nu and by lambda; the product of factors, and the
 * logarithms taken so far
 * @param scale divisor of the series
 * @param byShape output, two values: its partial derivatives by nu and lambda at fixed variances
 */
export function densityTotal(block: usize, sums: usize, n: f64, scale: f64, byShape: usize): f64 {
  const logFactors = load<f64>(sums, 40) + Math.log(load<f64>(sums, 32));
  const half = densityHalf(block);
  const tail = half > 0.0 ? 0.5 * logFactors : 0.0;
  store<f64>(byShape, n * densityConstantByNu(block) - tail + load<f64>(sums, 16));
  store<f64>(byShape, n * densityConstantByLambda(block) + load<f64>(sums, 24), 8);
  return n * (densityConstant(block) - Math.log(scale)) - half * logFactors - load<f64>(sums, 8) - 0.5 * load<f64>(sums);
}

/** The constants a pass needs after summation: C, its derivatives by nu and lambda, and (nu + 1) / 2, four values at `out`. */
export function densityConstants(block: usize, out: usize): void {
  store<f64>(out, densityConstant(block));
  store<f64>(out, densityConstantByNu(block), 8);
  store<f64>(out, densityConstantByLambda(block), 16);
  store<f64>(out, densityHalf(block), 24);
}
