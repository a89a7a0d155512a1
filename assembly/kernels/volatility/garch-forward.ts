/** Forward pass for any order: one observation at a time, logarithms replaced by a running product and its power of two. */
import { ahead } from "./garch-ahead";
import * as S from "./garch-state";
import { exponent, fraction, get, set } from "./garch-state";

/** Observations the look-ahead kernel takes at a time. */
const STRIDE: i32 = 16;

/** Runs the recursion over [from, to); h and g are 0 if only the likelihood is wanted. `deep`, a constant: more than two lags. */
@inline
function stepwise(state: usize, y: usize, h: usize, g: usize, from: i32, to: i32, deep: bool): void {
  const density = <i32>get(state, S.DENSITY);
  const mu = get(state, S.MU);
  const omega = get(state, S.OMEGA);
  const a1 = get(state, S.ALPHA), a2 = get(state, S.ALPHA + 1), a3 = get(state, S.ALPHA + 2), a4 = get(state, S.ALPHA + 3);
  const a5 = get(state, S.ALPHA + 4);
  const b1 = get(state, S.BETA), b2 = get(state, S.BETA + 1), b3 = get(state, S.BETA + 2), b4 = get(state, S.BETA + 3);
  const b5 = get(state, S.BETA + 4);
  let h1 = get(state, S.LAG_H), h2 = get(state, S.LAG_H + 1), h3 = get(state, S.LAG_H + 2), h4 = get(state, S.LAG_H + 3);
  let h5 = get(state, S.LAG_H + 4);
  let q1 = get(state, S.LAG_E2), q2 = get(state, S.LAG_E2 + 1), q3 = get(state, S.LAG_E2 + 2), q4 = get(state, S.LAG_E2 + 3);
  let q5 = get(state, S.LAG_E2 + 4);
  const nu = get(state, S.NU), k = get(state, S.K), shift = get(state, S.SHIFT), width = get(state, S.WIDTH);
  const right = 1.0 / (1.0 + get(state, S.LAMBDA)), left = 1.0 / (1.0 - get(state, S.LAMBDA));
  let product = get(state, S.PRODUCT_H), productX = get(state, S.PRODUCT_X);
  let powers: i64 = 0, powersX: i64 = 0;
  let s0 = get(state, S.SUMS), s1 = get(state, S.SUMS + 2), s2 = get(state, S.SUMS + 4), s3 = get(state, S.SUMS + 6);
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    const e = load<f64>(y + at) - mu;
    const e2 = e * e;
    // Everything but the newest variance first: the dependency chain from h to h is then one multiplication and one addition.
    let older = omega + a1 * q1 + a2 * q2 + b2 * h2;
    if (deep) {
      older += a3 * q3 + (a4 * q4 + a5 * q5) + b3 * h3 + (b4 * h4 + b5 * h5);
      h5 = h4;
      h4 = h3;
      h3 = h2;
      q5 = q4;
      q4 = q3;
      q3 = q2;
    }
    const v = older + b1 * h1;
    h2 = h1;
    h1 = v;
    q2 = q1;
    q1 = e2;
    let slope: f64;
    product *= v;
    if (density == S.NORMAL) {
      const inverse = 1.0 / v;
      const ratio = e2 * inverse;
      s0 += e * inverse;
      s1 += ratio;
      slope = inverse * (ratio - 1.0);
    } else if (density == S.STUDENT) {
      const x = k * v + e2;
      const inverse = 1.0 / (v * x);
      const w = v * inverse;
      productX *= x;
      s0 += e * w;
      s1 += e2 * w;
      slope = inverse * (nu * e2 - k * v);
    } else {
      const s = Math.sqrt(v);
      const m = width * e + shift * s;
      const side = m < 0.0 ? -left : right;
      const mr = m * side * side;
      const x = k * v + m * mr;
      const inverse = 1.0 / (v * x);
      const c = mr * v * inverse;
      productX *= x;
      s0 += c;
      s1 += c * e;
      s2 += c * s;
      s3 += c * m * side;
      slope = inverse * (nu * x - (nu + 1.0) * (k * v + shift * mr * s));
    }
    if (h != 0) {
      store<f64>(h + at, v);
      store<f64>(g + at, slope);
    }
    if ((t & 7) == 7) {
      powers += exponent(product);
      product = fraction(product);
      powersX += exponent(productX);
      productX = fraction(productX);
    }
  }
  set(state, S.PRODUCT_H, fraction(product));
  set(state, S.PRODUCT_X, fraction(productX));
  const atH = state + (S.EXPONENT_H << 3), atX = state + (S.EXPONENT_X << 3);
  store<i64>(atH, load<i64>(atH) + powers + exponent(product));
  store<i64>(atX, load<i64>(atX) + powersX + exponent(productX));
  set(state, S.SUMS, s0);
  set(state, S.SUMS + 2, s1);
  set(state, S.SUMS + 4, s2);
  set(state, S.SUMS + 6, s3);
  set(state, S.LAG_H, h1);
  set(state, S.LAG_H + 1, h2);
  set(state, S.LAG_H + 2, h3);
  set(state, S.LAG_H + 3, h4);
  set(state, S.LAG_H + 4, h5);
  set(state, S.LAG_E2, q1);
  set(state, S.LAG_E2 + 1, q2);
  set(state, S.LAG_E2 + 2, q3);
  set(state, S.LAG_E2 + 3, q4);
  set(state, S.LAG_E2 + 4, q5);
}

function stepwiseDeep(state: usize, y: usize, h: usize, g: usize, from: i32, to: i32): void {
  stepwise(state, y, h, g, from, to, true);
}
function stepwiseShallow(state: usize, y: usize, h: usize, g: usize, from: i32, to: i32): void {
  stepwise(state, y, h, g, from, to, false);
}

/** GARCH(1,1) uses the look-ahead kernel in strides of 16; its tail and every other order are processed one by one. */
function forward(state: usize, y: usize, h: usize, g: usize, from: i32, to: i32): void {
  if (get(state, S.SHOCK_LAGS) == 1.0 && get(state, S.VARIANCE_LAGS) == 1.0) {
    const end = from + ((to - from) & ~(STRIDE - 1));
    if (end > from) ahead(state, y, h, g, from, end);
    from = end;
  }
  if (to <= from) return;
  if (get(state, S.SHOCK_LAGS) > 2.0 || get(state, S.VARIANCE_LAGS) > 2.0) stepwiseDeep(state, y, h, g, from, to);
  else stepwiseShallow(state, y, h, g, from, to);
}

/**
 * Log-likelihood alone, over observations [from, to); call it between `garchPrepare` and `garchFinishForward`.
 * @term GARCH log-likelihood
 * @formula sum of ln f(e[t] / sqrt h[t]) - 1/2 ln h[t]; h[t] = omega + sum alpha e^2[t-i] + sum beta h[t-j]
 * @source Bollerslev (1986, 1987), Hansen (1994)
 * @tolerance Fiorentini, Calzolari and Panattoni (1996) on DM/GBP, log-likelihood 1e-6, parameters 6 digits; arch 8.0.0, 1e-10 at fixed parameters
 * @param y standardized series; 16 readable values past its end
 * @param from a multiple of 16, continuing where the last chunk ended
 */
export function garchLogLikelihood(state: usize, y: usize, from: i32, to: i32): void {
  forward(state, y, 0, 0, from, to);
}

/**
 * Log-likelihood over [from, to) that also stores the inputs of the backward pass.
 * @param h receives the variances h[t]; the five values before it receive the pre-sample variance
 * @param g receives twice the derivative of the log-density with respect to h[t]; followed by zeros
 */
export function garchForward(state: usize, y: usize, h: usize, g: usize, from: i32, to: i32): void {
  const n = <i32>get(state, S.COUNT);
  if (from == 0) {
    for (let lag: usize = 1; lag <= <usize>S.MAX_LAGS; lag++) store<f64>(h - (lag << 3), get(state, S.PRESAMPLE));
  }
  forward(state, y, h, g, from, to);
  if (to == n) {
    memory.fill(h + (<usize>n << 3), 0, 64);
    memory.fill(g + (<usize>n << 3), 0, 64);
  }
}
