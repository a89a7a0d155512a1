/**
 * Forward pass of the GJR model in blocks that fit into the L1 cache: shocks, their contributions to the variance, the recursion, and then
 * the density given the variances; logarithms are replaced by a running product and its power of two.
 */
import { GjrPassBlock } from "../../build/layouts/volatility";
import { densityAt, densityByNu, densityRest, densitySlope, GED } from "../../lib/density";
import * as S from "./garch-state";
import { exponent, fraction, get, set } from "./garch-state";
import { passNormal, passSkewed, passStudent } from "./gjr-density";
import * as V from "./gjr-state";

const BLOCK: i32 = 512;

/** e[t] = y[t] - c - sum phi[k] y[t-k] */
function shocks(state: usize, y: usize, e: usize, from: i32, to: i32): void {
  const end = <usize>to << 3;
  const constant = f64x2.splat(get(state, V.MEAN));
  for (let at = <usize>from << 3; at < end; at += 16) v128.store(e + at, f64x2.sub(v128.load(y + at), constant));
  const lags = <usize>get(state, V.MEAN_LAGS);
  for (let lag: usize = 1; lag <= lags; lag++) {
    const phi = f64x2.splat(get(state, V.MEAN + lag));
    const earlier = y - (lag << 3);
    for (let at = <usize>from << 3; at < end; at += 16) {
      v128.store(e + at, f64x2.sub(v128.load(e + at), f64x2.mul(phi, v128.load(earlier + at))));
    }
  }
}

/** Contribution of omega and the shocks to each variance, stored in place of the variance. */
function inputs(state: usize, e: usize, h: usize, from: i32, to: i32): void {
  const end = <usize>to << 3;
  const omega = f64x2.splat(get(state, S.OMEGA)), alpha = f64x2.splat(get(state, S.ALPHA)), gamma = f64x2.splat(get(state, V.GAMMA));
  const zero = f64x2.splat(0.0);
  const before = e - 8;
  for (let at = <usize>from << 3; at < end; at += 16) {
    const shock = v128.load(before + at);
    const loss = f64x2.mul(shock, f64x2.pmin(shock, zero));
    v128.store(h + at, f64x2.add(omega, f64x2.add(f64x2.mul(alpha, f64x2.mul(shock, shock)), f64x2.mul(gamma, loss))));
  }
  const lags = <usize>get(state, S.SHOCK_LAGS);
  for (let lag: usize = 2; lag <= lags; lag++) {
    const weight = f64x2.splat(get(state, S.ALPHA + lag - 1));
    const earlier = e - (lag << 3);
    for (let at = <usize>from << 3; at < end; at += 16) {
      const shock = v128.load(earlier + at);
      v128.store(h + at, f64x2.add(v128.load(h + at), f64x2.mul(weight, f64x2.mul(shock, shock))));
    }
  }
  if (from > 0) return;
  // Pre-sample shocks are stored as 0 in the column, although their squares are the pre-sample variance.
  const presample = get(state, S.PRESAMPLE);
  store<f64>(h, load<f64>(h) + 0.5 * get(state, V.GAMMA) * presample);
  for (let lag: usize = 1; lag <= lags; lag++) {
    const added = get(state, S.ALPHA + lag - 1) * presample;
    for (let t: usize = 0; t < lag; t++) store<f64>(h + (t << 3), load<f64>(h + (t << 3)) + added);
  }
}

/**
 * h[t] += beta h[t-1], four at a time: with F[t] = x[t] + beta x[t-1], h[t] = F[t] + beta^2 F[t-2] + beta^4 h[t-4]. Differs from the plain
 * recursion by rounding only.
 */
function recursion(state: usize, h: usize, from: i32, to: i32): void {
  const b = get(state, S.BETA);
  const beta = f64x2.splat(b), beta2 = f64x2.splat(b * b), beta4 = f64x2.splat(b * b * b * b);
  const carry = state + (V.CARRY << 3);
  let x = v128.load(carry), f = v128.load(carry, 16);
  let h0: v128, h2: v128;
  if (from == 0) {
    const presample = get(state, S.PRESAMPLE);
    x = f64x2.splat(presample * (1.0 - b));
    f = f64x2.splat(presample * (1.0 - b * b));
    h0 = f64x2.splat(presample);
    h2 = h0;
  } else {
    const earlier = h + (<usize>from << 3) - 32;
    h0 = v128.load(earlier);
    h2 = v128.load(earlier, 16);
  }
  const end = h + (<usize>to << 3);
  for (let at = h + (<usize>from << 3); at < end; at += 32) {
    const x0 = v128.load(at), x2 = v128.load(at, 16);
    const f0 = f64x2.add(x0, f64x2.mul(beta, v128.shuffle<u64>(x, x0, 1, 2)));
    const f2 = f64x2.add(x2, f64x2.mul(beta, v128.shuffle<u64>(x0, x2, 1, 2)));
    h0 = f64x2.add(f64x2.add(f0, f64x2.mul(beta2, f)), f64x2.mul(beta4, h0));
    h2 = f64x2.add(f64x2.add(f2, f64x2.mul(beta2, f0)), f64x2.mul(beta4, h2));
    v128.store(at, h0);
    v128.store(at, h2, 16);
    x = x2;
    f = f2;
  }
  v128.store(carry, x);
  v128.store(carry, f, 16);
}

/** The recursion with several lags, one by one. */
function recursionOfLags(state: usize, h: usize, from: i32, to: i32): void {
  const b1 = get(state, S.BETA), b2 = get(state, S.BETA + 1), b3 = get(state, S.BETA + 2), b4 = get(state, S.BETA + 3);
  const b5 = get(state, S.BETA + 4);
  let at = h + (<usize>from << 3);
  let h1 = load<f64>(at - 8), h2 = load<f64>(at - 16), h3 = load<f64>(at - 24), h4 = load<f64>(at - 32), h5 = load<f64>(at - 40);
  for (const end = h + (<usize>to << 3); at < end; at += 8) {
    const v = load<f64>(at) + b2 * h2 + (b3 * h3 + (b4 * h4 + b5 * h5)) + b1 * h1;
    store<f64>(at, v);
    h5 = h4;
    h4 = h3;
    h3 = h2;
    h2 = h1;
    h1 = v;
  }
}

/** Density of the GED: one power per observation. */
function passGed(state: usize, e: usize, h: usize, g: usize, u: usize, from: i32, to: i32): void {
  const block = state + (V.GED_BLOCK << 3);
  let product = get(state, S.PRODUCT_H);
  let rest = get(state, V.GED_SUMS), byNu = get(state, V.GED_SUMS + 1);
  let powers: i64 = 0;
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    const v = load<f64>(h + at);
    const perRoot = 1.0 / Math.sqrt(v);
    const z = load<f64>(e + at) * perRoot;
    densityAt(block, GED, z);
    const slope = densitySlope(block);
    product *= v;
    rest += densityRest(block);
    byNu += densityByNu(block);
    store<f64>(g + at, -perRoot * perRoot * (1.0 + z * slope));
    store<f64>(u + at, slope * perRoot);
    if ((t & 7) == 7) {
      powers += exponent(product);
      product = fraction(product);
    }
  }
  set(state, S.PRODUCT_H, fraction(product));
  const place = state + (S.EXPONENT_H << 3);
  store<i64>(place, load<i64>(place) + powers + exponent(product));
  set(state, V.GED_SUMS, rest);
  set(state, V.GED_SUMS + 1, byNu);
}

/** Before the first observation: variances at the pre-sample's, shocks at 0. */
function begin(state: usize, e: usize, h: usize): void {
  for (let lag: usize = 1; lag <= 8; lag++) {
    store<f64>(h - (lag << 3), get(state, S.PRESAMPLE));
    store<f64>(e - (lag << 3), 0.0);
  }
}

/** After the last observation: the state for the next variance, and zeros in the columns. */
function end(state: usize, e: usize, h: usize, g: usize, u: usize, n: i32): void {
  for (let lag = 1; lag <= S.MAX_LAGS; lag++) {
    const at = <usize>(n - lag) << 3;
    const shock = lag <= n ? load<f64>(e + at) : 0.0;
    set(state, S.LAG_H + <usize>lag - 1, load<f64>(h + at));
    set(state, S.LAG_E2 + <usize>lag - 1, lag <= n ? shock * shock : get(state, S.PRESAMPLE));
    if (lag == 1) set(state, V.CARRY, shock < 0.0 ? shock * shock : 0.0);
  }
  const bytes = <usize>n << 3;
  memory.fill(e + bytes, 0, 64);
  memory.fill(h + bytes, 0, 64);
  memory.fill(g + bytes, 0, 64);
  memory.fill(u + bytes, 0, 64);
}

/**
 * Log-likelihood over observations [from, to), with everything the backward pass needs; call it between `gjrPrepare` and `gjrFinish`.
 * @term GJR-GARCH
 * @formula h = omega + sum alpha e^2 + gamma e^2 1[e < 0] + sum beta h, with e = r - c - sum phi r
 * @source Glosten, Jagannathan and Runkle 1993; Bollerslev 1986; Python arch 8.0.0 for the pre-sample values
 * @tolerance log-likelihood at given parameters within 1e-10 of arch 8.0.0; gradient within 1e-6 of differences
 * @param pass `GjrPassBlock`, declared in assembly/layouts/volatility.mjs; all but state and y are written
 * @param from a multiple of 16, continuing where the last chunk ended
 */
export function gjrForward(pass: usize, from: i32, to: i32): void {
  const given = changetype<GjrPassBlock>(pass);
  const state = given.state;
  const y = given.y;
  const e = given.e;
  const h = given.h;
  const g = given.g;
  const u = given.u;
  const n = <i32>get(state, S.COUNT), density = <i32>get(state, S.DENSITY);
  const several = get(state, S.VARIANCE_LAGS) > 1.0;
  if (from == 0) begin(state, e, h);
  for (let start = from; start < to; start += BLOCK) {
    const stop = min(to, start + BLOCK);
    shocks(state, y, e, start, stop);
    inputs(state, e, h, start, stop);
    if (several) recursionOfLags(state, h, start, stop);
    else recursion(state, h, start, stop);
    if (density == S.NORMAL) passNormal(state, e, h, g, u, start, stop);
    else if (density == S.STUDENT) passStudent(state, e, h, g, u, start, stop);
    else if (density == S.SKEWED) passSkewed(state, e, h, g, u, start, stop);
    else passGed(state, e, h, g, u, start, stop);
  }
  if (to == n) end(state, e, h, g, u, n);
}
