/**
 * Second derivatives of the log-likelihood of a GARCH(1,1) by mu, omega, alpha and beta in one sweep. With d[t] the derivatives of h[t], H
 * = sum of l_hh d d' + l_h d2h + the direct terms of mu, and the sum of l_h[t] d2h[t] is that of L[t] S[t]: L the adjoint stored by the
 * backward pass, S[t] the input of the recursion of d2h at t: 2 alpha (mu, mu), -2 e[t-1] (mu, alpha), d[t-1] (its own parameter with beta,
 * twice for beta itself).
 */
import { GarchCurvatureBlock } from "../../build/layouts/volatility";
import { pinned } from "../../lib/pinned";
import * as S from "./garch-state";
import { get } from "./garch-state";

/** Observations per run: its columns fit into the L1 cache. */
const RUN: i32 = 128;
const COLUMN: usize = 136 << 3;
/** Columns of a run, each preceded by two earlier values: d h by mu, omega, alpha, beta; twice l_hh, l_he and l_ee. */
const COLUMNS: usize = memory.data(7 * 136 * 8, 16);
const BEFORE: usize = 16;
const SLOPES: usize = COLUMNS + BEFORE;
const TWICE_HH: usize = SLOPES + 4 * COLUMN;
const TWICE_HE: usize = TWICE_HH + COLUMN;
const TWICE_EE: usize = TWICE_HE + COLUMN;

/** Twice the second derivatives of the log-density by h and e. `density`, a constant. */
@inline
function densityCurvature(density: i32, state: usize, y: usize, h: usize, end: usize): void {
  const mu = pinned(get(state, S.MU)), one = pinned(1.0), two = pinned(2.0);
  const nu = pinned(get(state, S.NU)), nuPlus = pinned(get(state, S.NU) + 1.0), k = pinned(get(state, S.K));
  const shift = pinned(get(state, S.SHIFT)), width = pinned(get(state, S.WIDTH));
  const right = pinned(1.0 / (1.0 + get(state, S.LAMBDA))), left = pinned(-1.0 / (1.0 - get(state, S.LAMBDA))), zero = pinned(0.0);
  for (let at: usize = 0; at < end; at += 16) {
    const v = v128.load(h + at);
    const e = f64x2.sub(v128.load(y + at), mu);
    const inverse = f64x2.div(one, v);
    if (density == S.NORMAL) {
      const scaled = f64x2.mul(e, inverse);
      const square = f64x2.mul(inverse, inverse);
      v128.store(TWICE_HH + at, f64x2.mul(square, f64x2.sub(one, f64x2.mul(two, f64x2.mul(e, scaled)))));
      v128.store(TWICE_HE + at, f64x2.mul(two, f64x2.mul(scaled, inverse)));
      v128.store(TWICE_EE + at, f64x2.neg(f64x2.mul(two, inverse)));
      continue;
    }
    // x = k h + y^2, y = m side, m = width e + shift sqrt(h); its derivatives by e and h, each over x.
    let scaled = e, side = one, byH = k, byE = f64x2.mul(two, e), byHH = zero, byHE = zero, byEE = two;
    if (density == S.SKEWED) {
      const root = f64x2.sqrt(v);
      const m = f64x2.add(f64x2.mul(width, e), f64x2.mul(shift, root));
      side = v128.bitselect(left, right, f64x2.lt(m, zero));
      scaled = f64x2.mul(m, side);
      const pulled = f64x2.mul(scaled, side);
      const perRoot = f64x2.div(shift, root);
      const steep = f64x2.mul(side, perRoot);
      byE = f64x2.mul(two, f64x2.mul(width, pulled));
      byH = f64x2.add(k, f64x2.mul(pulled, perRoot));
      byEE = f64x2.mul(two, f64x2.mul(f64x2.mul(width, side), f64x2.mul(width, side)));
      byHE = f64x2.mul(f64x2.mul(width, side), steep);
      // Halves of both: a^2 side^2 / (2 h) - a m side^2 / (2 h sqrt(h)).
      const bent = f64x2.sub(f64x2.mul(steep, steep), f64x2.mul(f64x2.mul(pulled, perRoot), inverse));
      byHH = f64x2.div(bent, two);
    }
    const x = f64x2.add(f64x2.mul(k, v), f64x2.mul(scaled, scaled));
    const perX = f64x2.div(one, x);
    const slopeH = f64x2.mul(byH, perX);
    const slopeE = f64x2.mul(byE, perX);
    const bentH = f64x2.sub(f64x2.mul(slopeH, slopeH), f64x2.mul(byHH, perX));
    v128.store(TWICE_HH + at, f64x2.sub(f64x2.mul(nuPlus, bentH), f64x2.mul(nu, f64x2.mul(inverse, inverse))));
    v128.store(TWICE_HE + at, f64x2.mul(nuPlus, f64x2.sub(f64x2.mul(slopeE, slopeH), f64x2.mul(byHE, perX))));
    v128.store(TWICE_EE + at, f64x2.mul(nuPlus, f64x2.sub(f64x2.mul(slopeE, slopeE), f64x2.mul(byEE, perX))));
  }
}

function normalCurvature(state: usize, y: usize, h: usize, end: usize): void {
  densityCurvature(S.NORMAL, state, y, h, end);
}
function studentCurvature(state: usize, y: usize, h: usize, end: usize): void {
  densityCurvature(S.STUDENT, state, y, h, end);
}
function skewedCurvature(state: usize, y: usize, h: usize, end: usize): void {
  densityCurvature(S.SKEWED, state, y, h, end);
}

/** The derivatives of h at the first two observations, before which it only depends on mu. */
function begin(state: usize, y: usize, h: usize): void {
  const alpha = get(state, S.ALPHA), beta = get(state, S.BETA), presample = get(state, S.PRESAMPLE), slope = get(state, S.PRESAMPLE_SLOPE);
  const e = load<f64>(y) - get(state, S.MU);
  const byMu = (alpha + beta) * slope;
  for (let column: usize = 0; column < 4; column++) store<f64>(SLOPES + column * COLUMN - 8, 0.0);
  store<f64>(SLOPES - 8, slope);
  store<f64>(SLOPES, byMu);
  store<f64>(SLOPES, beta * byMu - 2.0 * alpha * e, 8);
  store<f64>(SLOPES + COLUMN, 1.0);
  store<f64>(SLOPES + COLUMN, 1.0 + beta, 8);
  store<f64>(SLOPES + 2 * COLUMN, presample);
  store<f64>(SLOPES + 2 * COLUMN, e * e + beta * presample, 8);
  store<f64>(SLOPES + 3 * COLUMN, presample);
  store<f64>(SLOPES + 3 * COLUMN, load<f64>(h) + beta * presample, 8);
}

/** The four derivatives of h over a run, each vector from the one before; one value past an odd run is written. */
function slopes(state: usize, y: usize, h: usize, start: usize, end: usize): void {
  const betaValue = get(state, S.BETA);
  const mu = pinned(get(state, S.MU)), beta = pinned(betaValue), beta2 = pinned(betaValue * betaValue);
  const constant = pinned(1.0 + betaValue), newest = pinned(-2.0 * get(state, S.ALPHA));
  const first = SLOPES + start - 16;
  let dm = v128.load(first), dw = v128.load(first + COLUMN), da = v128.load(first + 2 * COLUMN), db = v128.load(first + 3 * COLUMN);
  for (let at = start; at < end; at += 16) {
    const e1 = f64x2.sub(v128.load(y + at - 8), mu), e2 = f64x2.sub(v128.load(y + at - 16), mu);
    dm = f64x2.add(f64x2.mul(newest, f64x2.add(e1, f64x2.mul(beta, e2))), f64x2.mul(beta2, dm));
    dw = f64x2.add(constant, f64x2.mul(beta2, dw));
    da = f64x2.add(f64x2.add(f64x2.mul(e1, e1), f64x2.mul(beta, f64x2.mul(e2, e2))), f64x2.mul(beta2, da));
    db = f64x2.add(f64x2.add(v128.load(h + at - 8), f64x2.mul(beta, v128.load(h + at - 16))), f64x2.mul(beta2, db));
    v128.store(SLOPES + at, dm);
    v128.store(SLOPES + COLUMN + at, dw);
    v128.store(SLOPES + 2 * COLUMN + at, da);
    v128.store(SLOPES + 3 * COLUMN + at, db);
  }
}

@inline
function add(sums: usize, index: usize, sum: v128): void {
  const at = sums + (index << 3);
  store<f64>(at, load<f64>(at) + (f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1)));
}

/** Sums 0 to 9: of l_hh d d', rows of the upper triangle. */
function addBent(sums: usize, end: usize): void {
  const zero = f64x2.splat(0.0);
  let s00 = zero, s01 = zero, s02 = zero, s03 = zero, s11 = zero, s12 = zero, s13 = zero, s22 = zero, s23 = zero, s33 = zero;
  for (let at: usize = 0; at < end; at += 16) {
    const bent = v128.load(TWICE_HH + at);
    const d0 = v128.load(SLOPES + at), d1 = v128.load(SLOPES + COLUMN + at);
    const d2 = v128.load(SLOPES + 2 * COLUMN + at), d3 = v128.load(SLOPES + 3 * COLUMN + at);
    const u0 = f64x2.mul(bent, d0);
    s00 = f64x2.add(s00, f64x2.mul(u0, d0));
    s01 = f64x2.add(s01, f64x2.mul(u0, d1));
    s02 = f64x2.add(s02, f64x2.mul(u0, d2));
    s03 = f64x2.add(s03, f64x2.mul(u0, d3));
    const u1 = f64x2.mul(bent, d1);
    s11 = f64x2.add(s11, f64x2.mul(u1, d1));
    s12 = f64x2.add(s12, f64x2.mul(u1, d2));
    s13 = f64x2.add(s13, f64x2.mul(u1, d3));
    const u2 = f64x2.mul(bent, d2);
    s22 = f64x2.add(s22, f64x2.mul(u2, d2));
    s23 = f64x2.add(s23, f64x2.mul(u2, d3));
    s33 = f64x2.add(s33, f64x2.mul(f64x2.mul(bent, d3), d3));
  }
  add(sums, 0, s00);
  add(sums, 1, s01);
  add(sums, 2, s02);
  add(sums, 3, s03);
  add(sums, 4, s11);
  add(sums, 5, s12);
  add(sums, 6, s13);
  add(sums, 7, s22);
  add(sums, 8, s23);
  add(sums, 9, s33);
}

/** Sums 10 to 13: of l_he d; 14 to 17: of L[t] d[t-1]; 18: l_ee; 19: L; 20: L[t] e[t-1]. */
function addMixed(state: usize, sums: usize, y: usize, adjoint: usize, end: usize): void {
  const zero = f64x2.splat(0.0);
  const mu = pinned(get(state, S.MU));
  let c0 = zero, c1 = zero, c2 = zero, c3 = zero, b0 = zero, b1 = zero, b2 = zero, b3 = zero, ee = zero, total = zero, shocks = zero;
  for (let at: usize = 0; at < end; at += 16) {
    const mixed = v128.load(TWICE_HE + at), l = v128.load(adjoint + at);
    c0 = f64x2.add(c0, f64x2.mul(mixed, v128.load(SLOPES + at)));
    c1 = f64x2.add(c1, f64x2.mul(mixed, v128.load(SLOPES + COLUMN + at)));
    c2 = f64x2.add(c2, f64x2.mul(mixed, v128.load(SLOPES + 2 * COLUMN + at)));
    c3 = f64x2.add(c3, f64x2.mul(mixed, v128.load(SLOPES + 3 * COLUMN + at)));
    b0 = f64x2.add(b0, f64x2.mul(l, v128.load(SLOPES + at - 8)));
    b1 = f64x2.add(b1, f64x2.mul(l, v128.load(SLOPES + COLUMN + at - 8)));
    b2 = f64x2.add(b2, f64x2.mul(l, v128.load(SLOPES + 2 * COLUMN + at - 8)));
    b3 = f64x2.add(b3, f64x2.mul(l, v128.load(SLOPES + 3 * COLUMN + at - 8)));
    ee = f64x2.add(ee, v128.load(TWICE_EE + at));
    total = f64x2.add(total, l);
    shocks = f64x2.add(shocks, f64x2.mul(l, f64x2.sub(v128.load(y + at - 8), mu)));
  }
  add(sums, 10, c0);
  add(sums, 11, c1);
  add(sums, 12, c2);
  add(sums, 13, c3);
  add(sums, 14, b0);
  add(sums, 15, b1);
  add(sums, 16, b2);
  add(sums, 17, b3);
  add(sums, 18, ee);
  add(sums, 19, total);
  add(sums, 20, shocks);
}

/**
 * Sums that make up twice the second derivatives by mu, omega, alpha and beta, over [from, to): after `garchForward` and `garchAdjoints` over the
 * whole series at the same parameters.
 * @of garchBackward
 * @param curvature `GarchCurvatureBlock`, declared in assembly/layouts/volatility.mjs
 * @param from a multiple of 128
 */
export function garchCurvature(curvature: usize, from: i32, to: i32): void {
  const given = changetype<GarchCurvatureBlock>(curvature);
  const state = given.state, sums = given.sums, carry = given.carry;
  const density = <i32>get(state, S.DENSITY);
  for (let start = from; start < to; start += RUN) {
    const offset = <usize>start << 3;
    const y = given.y + offset, h = given.h + offset;
    const length = <usize>min(RUN, to - start);
    const end = length << 3;
    if (density == S.NORMAL) normalCurvature(state, y, h, end);
    else if (density == S.STUDENT) studentCurvature(state, y, h, end);
    else skewedCurvature(state, y, h, end);
    if (start == 0) {
      begin(state, y, h);
      slopes(state, y, h, 16, end);
    } else {
      for (let column: usize = 0; column < 4; column++) v128.store(SLOPES + column * COLUMN - 16, v128.load(carry + (column << 4)));
      slopes(state, y, h, 0, end);
    }
    for (let column: usize = 0; column < 4; column++) v128.store(carry + (column << 4), v128.load(SLOPES + column * COLUMN + (<usize>(RUN - 2) << 3)));
    if (length & 1) for (let column: usize = 0; column < 7; column++) store<f64>(SLOPES + column * COLUMN + end, 0.0);
    addBent(sums, end);
    addMixed(state, sums, y, given.adjoint + offset, end);
  }
  // For the first observation, the pre-sample term replaces the previous shock.
  if (from == 0) {
    const first = load<f64>(given.adjoint);
    const shock = load<f64>(given.y - 8) - get(state, S.MU);
    store<f64>(sums + (20 << 3), load<f64>(sums, 20 << 3) - first * (shock + 0.5 * get(state, S.PRESAMPLE_SLOPE)));
  }
}
