/**
 * Forward pass of GARCH(1,1), four observations at a time. The recursion h[t] = u[t] + beta h[t-1] is unrolled exactly:
 * h[t+4] = C + alpha (F[t+4] + beta^2 F[t+2]) + beta^4 h[t], F[t] = e[t-1]^2 + beta e[t-2]^2, C = omega (1 + beta + beta^2 + beta^3),
 * so four variances are in flight instead of one; results differ from the plain recursion by rounding only (about 1e-15).
 */
import { pinned, pinnedBits } from "../../lib/pinned";
import { aheadSkewed, aheadStudent } from "./garch-ahead-runs";
import * as S from "./garch-state";
import { get, set } from "./garch-state";

/** Pairs of products are stripped of their power of two after eight factors a lane. */
const STRIDE: i32 = 16;
/** Variances of the latest two observations, if no column stores them. */
const LATEST: usize = memory.data(16, 16);

/** One kernel per density, the normal's with and without storing h and g: `density` and `keep` are constants at every call. */
@inline
function run(state: usize, y: usize, hAt: usize, gAt: usize, from: i32, to: i32, density: i32, keep: bool): void {
  const mu = pinned(get(state, S.MU));
  const betaValue = get(state, S.BETA);
  const alpha = pinned(get(state, S.ALPHA));
  const beta = pinned(betaValue);
  const beta2 = pinned(betaValue * betaValue);
  const beta4 = pinned(betaValue * betaValue * betaValue * betaValue);
  const constant = pinned(get(state, S.OMEGA) * (1.0 + betaValue) * (1.0 + betaValue * betaValue));
  const one = pinned(1.0);
  const k = pinned(get(state, S.K));
  const shift = pinned(get(state, S.SHIFT));
  const width = pinned(get(state, S.WIDTH));
  const right = pinned(1.0 / (1.0 + get(state, S.LAMBDA)));
  const left = pinned(-1.0 / (1.0 - get(state, S.LAMBDA)));
  const zero = pinned(0.0);
  const fractionBits = pinnedBits(0x000fffffffffffff);
  const exponentOne = pinnedBits(0x3ff0000000000000);

  let h0 = v128.load(state + (S.AHEAD << 3));
  let h1 = v128.load(state + (S.AHEAD << 3), 16);
  let product = v128.load(state + (S.PRODUCT_H << 3));
  let powers = v128.load(state + (S.EXPONENT_H << 3));
  let productX = v128.load(state + (S.PRODUCT_X << 3));
  let powersX = v128.load(state + (S.EXPONENT_X << 3));
  let s0 = v128.load(state + (S.SUMS << 3));
  let s1 = v128.load(state + (S.SUMS << 3), 16);

  let at = y + (<usize>from << 3);
  const last = y + (<usize>to << 3);
  let h = hAt + (<usize>from << 3);
  let g = gAt + (<usize>from << 3);
  let e0 = f64x2.sub(v128.load(at), mu);
  let e1 = f64x2.sub(v128.load(at, 16), mu);
  let q0 = f64x2.mul(e0, e0);
  let q1 = f64x2.mul(e1, e1);
  let f2 = f64x2.add(v128.shuffle<u64>(q0, q1, 1, 2), f64x2.mul(beta, q0));
  while (at < last) {
    const stop = at + (STRIDE << 3);
    while (at < stop) {
    // 1. Contributions of these four observations.
    if (density == S.NORMAL) {
      const both = f64x2.mul(h0, h1);
      product = f64x2.mul(product, both);
      if (keep) {
        const inverse = f64x2.div(one, both);
        const i0 = f64x2.mul(h1, inverse);
        const i1 = f64x2.mul(h0, inverse);
        const r0 = f64x2.mul(q0, i0);
        const r1 = f64x2.mul(q1, i1);
        s0 = f64x2.add(s0, f64x2.add(f64x2.mul(e0, i0), f64x2.mul(e1, i1)));
        s1 = f64x2.add(s1, f64x2.add(r0, r1));
        v128.store(g, f64x2.mul(i0, f64x2.sub(r0, one)));
        v128.store(g, f64x2.mul(i1, f64x2.sub(r1, one)), 16);
      } else {
        const top = f64x2.add(f64x2.mul(q0, h1), f64x2.mul(q1, h0));
        s1 = f64x2.add(s1, f64x2.div(top, both));
      }
    } else if (density == S.STUDENT) {
      const k0 = f64x2.mul(k, h0);
      const k1 = f64x2.mul(k, h1);
      const x0 = f64x2.add(k0, q0);
      const x1 = f64x2.add(k1, q1);
      product = f64x2.mul(product, f64x2.mul(h0, h1));
      productX = f64x2.mul(productX, f64x2.mul(x0, x1));
    } else {
      const r0 = f64x2.sqrt(h0);
      const r1 = f64x2.sqrt(h1);
      const m0 = f64x2.add(f64x2.mul(width, e0), f64x2.mul(shift, r0));
      const m1 = f64x2.add(f64x2.mul(width, e1), f64x2.mul(shift, r1));
      const side0 = v128.bitselect(left, right, f64x2.lt(m0, zero));
      const side1 = v128.bitselect(left, right, f64x2.lt(m1, zero));
      const y0 = f64x2.mul(m0, side0);
      const y1 = f64x2.mul(m1, side1);
      const k0 = f64x2.mul(k, h0);
      const k1 = f64x2.mul(k, h1);
      const x0 = f64x2.add(k0, f64x2.mul(y0, y0));
      const x1 = f64x2.add(k1, f64x2.mul(y1, y1));
      product = f64x2.mul(product, f64x2.mul(h0, h1));
      productX = f64x2.mul(productX, f64x2.mul(x0, x1));
    }
    if (keep) {
      v128.store(h, h0);
      v128.store(h, h1, 16);
      h += 32;
      g += 32;
    }
    // 2. The next four variances.
    if (!keep) v128.store(LATEST, h1);
    const shocks0 = f64x2.sub(v128.load(at, 32), mu);
    const shocks1 = f64x2.sub(v128.load(at, 48), mu);
    const next0 = f64x2.mul(shocks0, shocks0);
    const next1 = f64x2.mul(shocks1, shocks1);
    const f4 = f64x2.add(v128.shuffle<u64>(q1, next0, 1, 2), f64x2.mul(beta, q1));
    const f6 = f64x2.add(v128.shuffle<u64>(next0, next1, 1, 2), f64x2.mul(beta, next0));
    h0 = f64x2.add(f64x2.add(constant, f64x2.mul(alpha, f64x2.add(f4, f64x2.mul(beta2, f2)))), f64x2.mul(beta4, h0));
    h1 = f64x2.add(f64x2.add(constant, f64x2.mul(alpha, f64x2.add(f6, f64x2.mul(beta2, f4)))), f64x2.mul(beta4, h1));
    f2 = f6;
    e0 = shocks0;
    e1 = shocks1;
    q0 = next0;
    q1 = next1;
    at += 32;
    }
    // 3. Every 16 observations the products are stripped of their power of two.
    powers = i64x2.add(powers, i64x2.shr_u(product, 52));
    product = v128.or(v128.and(product, fractionBits), exponentOne);
    if (density != S.NORMAL) {
      powersX = i64x2.add(powersX, i64x2.shr_u(productX, 52));
      productX = v128.or(v128.and(productX, fractionBits), exponentOne);
    }
  }
  // The biased exponents still include 1023 for every strip.
  const bias = i64x2.splat(1023 * <i64>((to - from) / STRIDE));
  v128.store(state + (S.EXPONENT_H << 3), i64x2.sub(powers, bias));
  v128.store(state + (S.PRODUCT_H << 3), product);
  if (density != S.NORMAL) {
    v128.store(state + (S.EXPONENT_X << 3), i64x2.sub(powersX, bias));
    v128.store(state + (S.PRODUCT_X << 3), productX);
  }
  v128.store(state + (S.AHEAD << 3), h0);
  v128.store(state + (S.AHEAD << 3), h1, 16);
  v128.store(state + (S.SUMS << 3), s0);
  v128.store(state + (S.SUMS << 3), s1, 16);
  const shock = load<f64>(last - 8) - get(state, S.MU);
  set(state, S.LAG_H, keep ? load<f64>(h - 8) : load<f64>(LATEST, 8));
  set(state, S.LAG_E2, shock * shock);
}

function aheadNormal(state: usize, y: usize, h: usize, g: usize, from: i32, to: i32): void {
  run(state, y, h, g, from, to, S.NORMAL, true);
}
function aheadNormalOnly(state: usize, y: usize, from: i32, to: i32): void {
  run(state, y, 0, 0, from, to, S.NORMAL, false);
}
function aheadStudentOnly(state: usize, y: usize, from: i32, to: i32): void {
  run(state, y, 0, 0, from, to, S.STUDENT, false);
}
function aheadSkewedOnly(state: usize, y: usize, from: i32, to: i32): void {
  run(state, y, 0, 0, from, to, S.SKEWED, false);
}

/** Runs [from, to), a multiple of 16 observations, of a GARCH(1,1); h and g are 0 if only the likelihood is wanted. */
export function ahead(state: usize, y: usize, h: usize, g: usize, from: i32, to: i32): void {
  if (from == 0) {
    const omega = get(state, S.OMEGA);
    const alpha = get(state, S.ALPHA);
    const beta = get(state, S.BETA);
    const mu = get(state, S.MU);
    let variance = omega + (alpha + beta) * get(state, S.PRESAMPLE);
    for (let t: usize = 0; t < 4; t++) {
      set(state, S.AHEAD + t, variance);
      const e = load<f64>(y + (t << 3)) - mu;
      variance = omega + alpha * e * e + beta * variance;
    }
  }
  const density = <i32>get(state, S.DENSITY);
  if (density == S.NORMAL) {
    if (h != 0) aheadNormal(state, y, h, g, from, to);
    else aheadNormalOnly(state, y, from, to);
  } else if (density == S.STUDENT) {
    if (h != 0) aheadStudent(state, y, h, g, from, to);
    else aheadStudentOnly(state, y, from, to);
  } else {
    if (h != 0) aheadSkewed(state, y, h, g, from, to);
    else aheadSkewedOnly(state, y, from, to);
  }
}
