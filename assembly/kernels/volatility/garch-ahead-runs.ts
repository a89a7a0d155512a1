/**
 * Forward pass of a GARCH(1,1) with Student's t or Hansen's skewed t that keeps h and g: the arithmetic of `garch-ahead.ts`, in two loops
 * over runs that fit into the L1 cache. A chain of a root, a selection and a division per observation would exceed the processor's
 * out-of-order window; the first loop ends with the root, the second begins after it.
 */
import { pinned, pinnedBits } from "../../lib/pinned";
import * as S from "./garch-state";
import { get, set } from "./garch-state";

/**
 * Observations per run: a multiple of 16, so that products are stripped of their power of two at the same observations as in the single
 * loop.
 */
const RUN: i32 = 256;
const ROOTS: usize = memory.data(RUN * 8, 16);

/** Variances of a run, and for the skewed t their roots and (in place of g) the shifted residuals m. */
@inline
function variances(density: i32, state: usize, y: usize, hAt: usize, m: usize, from: i32, to: i32): void {
  const mu = pinned(get(state, S.MU));
  const betaValue = get(state, S.BETA);
  const alpha = pinned(get(state, S.ALPHA));
  const beta = pinned(betaValue);
  const beta2 = pinned(betaValue * betaValue);
  const beta4 = pinned(betaValue * betaValue * betaValue * betaValue);
  const constant = pinned(get(state, S.OMEGA) * (1.0 + betaValue) * (1.0 + betaValue * betaValue));
  const shift = pinned(get(state, S.SHIFT));
  const width = pinned(get(state, S.WIDTH));
  let h0 = v128.load(state + (S.AHEAD << 3));
  let h1 = v128.load(state + (S.AHEAD << 3), 16);
  let at = y + (<usize>from << 3);
  const last = y + (<usize>to << 3);
  let h = hAt + (<usize>from << 3);
  let out = m + (<usize>from << 3);
  let roots = ROOTS;
  let e0 = f64x2.sub(v128.load(at), mu);
  let e1 = f64x2.sub(v128.load(at, 16), mu);
  let q0 = f64x2.mul(e0, e0);
  let q1 = f64x2.mul(e1, e1);
  let f2 = f64x2.add(v128.shuffle<u64>(q0, q1, 1, 2), f64x2.mul(beta, q0));
  while (at < last) {
    v128.store(h, h0);
    v128.store(h, h1, 16);
    h += 32;
    if (density == S.SKEWED) {
      const r0 = f64x2.sqrt(h0);
      const r1 = f64x2.sqrt(h1);
      v128.store(roots, r0);
      v128.store(roots, r1, 16);
      v128.store(out, f64x2.add(f64x2.mul(width, e0), f64x2.mul(shift, r0)));
      v128.store(out, f64x2.add(f64x2.mul(width, e1), f64x2.mul(shift, r1)), 16);
      roots += 32;
      out += 32;
    }
    e0 = f64x2.sub(v128.load(at, 32), mu);
    e1 = f64x2.sub(v128.load(at, 48), mu);
    const next0 = f64x2.mul(e0, e0);
    const next1 = f64x2.mul(e1, e1);
    const f4 = f64x2.add(v128.shuffle<u64>(q1, next0, 1, 2), f64x2.mul(beta, q1));
    const f6 = f64x2.add(v128.shuffle<u64>(next0, next1, 1, 2), f64x2.mul(beta, next0));
    h0 = f64x2.add(f64x2.add(constant, f64x2.mul(alpha, f64x2.add(f4, f64x2.mul(beta2, f2)))), f64x2.mul(beta4, h0));
    h1 = f64x2.add(f64x2.add(constant, f64x2.mul(alpha, f64x2.add(f6, f64x2.mul(beta2, f4)))), f64x2.mul(beta4, h1));
    f2 = f6;
    q0 = next0;
    q1 = next1;
    at += 32;
  }
  v128.store(state + (S.AHEAD << 3), h0);
  v128.store(state + (S.AHEAD << 3), h1, 16);
  const shock = load<f64>(last - 8) - get(state, S.MU);
  set(state, S.LAG_H, load<f64>(h - 8));
  set(state, S.LAG_E2, shock * shock);
}

function skewedVariances(state: usize, y: usize, h: usize, m: usize, from: i32, to: i32): void {
  variances(S.SKEWED, state, y, h, m, from, to);
}
function studentVariances(state: usize, y: usize, h: usize, from: i32, to: i32): void {
  variances(S.STUDENT, state, y, h, 0, from, to);
}

/** Products, sums and g of a run with Student's t. */
function studentDensities(state: usize, y: usize, hAt: usize, gAt: usize, from: i32, to: i32): void {
  const mu = pinned(get(state, S.MU));
  const one = pinned(1.0);
  const nu = pinned(get(state, S.NU));
  const k = pinned(get(state, S.K));
  const fractionBits = pinnedBits(0x000fffffffffffff);
  const exponentOne = pinnedBits(0x3ff0000000000000);
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
  while (at < last) {
    const stop = at + 128;
    while (at < stop) {
      const h0 = v128.load(h);
      const h1 = v128.load(h, 16);
      const e0 = f64x2.sub(v128.load(at), mu);
      const e1 = f64x2.sub(v128.load(at, 16), mu);
      const q0 = f64x2.mul(e0, e0);
      const q1 = f64x2.mul(e1, e1);
      const k0 = f64x2.mul(k, h0);
      const k1 = f64x2.mul(k, h1);
      const x0 = f64x2.add(k0, q0);
      const x1 = f64x2.add(k1, q1);
      product = f64x2.mul(product, f64x2.mul(h0, h1));
      productX = f64x2.mul(productX, f64x2.mul(x0, x1));
      const i0 = f64x2.div(one, f64x2.mul(h0, x0));
      const i1 = f64x2.div(one, f64x2.mul(h1, x1));
      v128.store(g, f64x2.mul(i0, f64x2.sub(f64x2.mul(nu, q0), k0)));
      v128.store(g, f64x2.mul(i1, f64x2.sub(f64x2.mul(nu, q1), k1)), 16);
      const w0 = f64x2.mul(h0, i0);
      const w1 = f64x2.mul(h1, i1);
      s0 = f64x2.add(s0, f64x2.add(f64x2.mul(e0, w0), f64x2.mul(e1, w1)));
      s1 = f64x2.add(s1, f64x2.add(f64x2.mul(q0, w0), f64x2.mul(q1, w1)));
      at += 32;
      h += 32;
      g += 32;
    }
    powers = i64x2.add(powers, i64x2.shr_u(product, 52));
    product = v128.or(v128.and(product, fractionBits), exponentOne);
    powersX = i64x2.add(powersX, i64x2.shr_u(productX, 52));
    productX = v128.or(v128.and(productX, fractionBits), exponentOne);
  }
  const bias = i64x2.splat(1023 * <i64>((to - from) >> 4));
  v128.store(state + (S.EXPONENT_H << 3), i64x2.sub(powers, bias));
  v128.store(state + (S.PRODUCT_H << 3), product);
  v128.store(state + (S.EXPONENT_X << 3), i64x2.sub(powersX, bias));
  v128.store(state + (S.PRODUCT_X << 3), productX);
  v128.store(state + (S.SUMS << 3), s0);
  v128.store(state + (S.SUMS << 3), s1, 16);
}

/** Products, sums and g of a run from the results of `variances`, with the skewed t. */
function skewedDensities(state: usize, y: usize, hAt: usize, gAt: usize, from: i32, to: i32): void {
  const mu = pinned(get(state, S.MU));
  const one = pinned(1.0);
  const zero = pinned(0.0);
  const nu = pinned(get(state, S.NU));
  const nuPlus = pinned(get(state, S.NU) + 1.0);
  const k = pinned(get(state, S.K));
  const shift = pinned(get(state, S.SHIFT));
  const right = pinned(1.0 / (1.0 + get(state, S.LAMBDA)));
  const left = pinned(-1.0 / (1.0 - get(state, S.LAMBDA)));
  const fractionBits = pinnedBits(0x000fffffffffffff);
  const exponentOne = pinnedBits(0x3ff0000000000000);
  let product = v128.load(state + (S.PRODUCT_H << 3));
  let powers = v128.load(state + (S.EXPONENT_H << 3));
  let productX = v128.load(state + (S.PRODUCT_X << 3));
  let powersX = v128.load(state + (S.EXPONENT_X << 3));
  let s0 = v128.load(state + (S.SUMS << 3));
  let s1 = v128.load(state + (S.SUMS << 3), 16);
  let s2 = v128.load(state + (S.SUMS << 3), 32);
  let s3 = v128.load(state + (S.SUMS << 3), 48);
  let at = y + (<usize>from << 3);
  const last = y + (<usize>to << 3);
  let h = hAt + (<usize>from << 3);
  let g = gAt + (<usize>from << 3);
  let roots = ROOTS;
  while (at < last) {
    const stop = at + 128;
    while (at < stop) {
      const m0 = v128.load(g);
      const m1 = v128.load(g, 16);
      const side0 = v128.bitselect(left, right, f64x2.lt(m0, zero));
      const side1 = v128.bitselect(left, right, f64x2.lt(m1, zero));
      const y0 = f64x2.mul(m0, side0);
      const y1 = f64x2.mul(m1, side1);
      const h0 = v128.load(h);
      const h1 = v128.load(h, 16);
      const k0 = f64x2.mul(k, h0);
      const k1 = f64x2.mul(k, h1);
      const x0 = f64x2.add(k0, f64x2.mul(y0, y0));
      const x1 = f64x2.add(k1, f64x2.mul(y1, y1));
      product = f64x2.mul(product, f64x2.mul(h0, h1));
      productX = f64x2.mul(productX, f64x2.mul(x0, x1));
      const i0 = f64x2.div(one, f64x2.mul(h0, x0));
      const i1 = f64x2.div(one, f64x2.mul(h1, x1));
      const mr0 = f64x2.mul(y0, side0);
      const mr1 = f64x2.mul(y1, side1);
      const r0 = v128.load(roots);
      const r1 = v128.load(roots, 16);
      const p0 = f64x2.add(k0, f64x2.mul(shift, f64x2.mul(mr0, r0)));
      const p1 = f64x2.add(k1, f64x2.mul(shift, f64x2.mul(mr1, r1)));
      v128.store(g, f64x2.mul(i0, f64x2.sub(f64x2.mul(nu, x0), f64x2.mul(nuPlus, p0))));
      v128.store(g, f64x2.mul(i1, f64x2.sub(f64x2.mul(nu, x1), f64x2.mul(nuPlus, p1))), 16);
      const c0 = f64x2.mul(mr0, f64x2.mul(h0, i0));
      const c1 = f64x2.mul(mr1, f64x2.mul(h1, i1));
      s0 = f64x2.add(s0, f64x2.add(c0, c1));
      s2 = f64x2.add(s2, f64x2.add(f64x2.mul(c0, r0), f64x2.mul(c1, r1)));
      s3 = f64x2.add(s3, f64x2.add(f64x2.mul(c0, y0), f64x2.mul(c1, y1)));
      const e0 = f64x2.sub(v128.load(at), mu);
      const e1 = f64x2.sub(v128.load(at, 16), mu);
      s1 = f64x2.add(s1, f64x2.add(f64x2.mul(c0, e0), f64x2.mul(c1, e1)));
      at += 32;
      h += 32;
      g += 32;
      roots += 32;
    }
    powers = i64x2.add(powers, i64x2.shr_u(product, 52));
    product = v128.or(v128.and(product, fractionBits), exponentOne);
    powersX = i64x2.add(powersX, i64x2.shr_u(productX, 52));
    productX = v128.or(v128.and(productX, fractionBits), exponentOne);
  }
  // The biased exponents still include 1023 for every strip.
  const bias = i64x2.splat(1023 * <i64>((to - from) >> 4));
  v128.store(state + (S.EXPONENT_H << 3), i64x2.sub(powers, bias));
  v128.store(state + (S.PRODUCT_H << 3), product);
  v128.store(state + (S.EXPONENT_X << 3), i64x2.sub(powersX, bias));
  v128.store(state + (S.PRODUCT_X << 3), productX);
  v128.store(state + (S.SUMS << 3), s0);
  v128.store(state + (S.SUMS << 3), s1, 16);
  v128.store(state + (S.SUMS << 3), s2, 32);
  v128.store(state + (S.SUMS << 3), s3, 48);
}

/** Processes [from, to), a multiple of 16 observations, from the state set by `ahead`. */
export function aheadSkewed(state: usize, y: usize, h: usize, g: usize, from: i32, to: i32): void {
  for (let start = from; start < to; start += RUN) {
    const end = min(start + RUN, to);
    skewedVariances(state, y, h, g, start, end);
    skewedDensities(state, y, h, g, start, end);
  }
}

/** The same with Student's t. */
export function aheadStudent(state: usize, y: usize, h: usize, g: usize, from: i32, to: i32): void {
  for (let start = from; start < to; start += RUN) {
    const end = min(start + RUN, to);
    studentVariances(state, y, h, start, end);
    studentDensities(state, y, h, g, start, end);
  }
}
