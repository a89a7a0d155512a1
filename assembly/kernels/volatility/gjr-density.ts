/** Densities given shocks and variances, two observations to a vector: log-likelihood and its derivatives by e and h. */
import * as S from "./garch-state";
import { get } from "./garch-state";

/** Factors per lane before its power of two is stripped. */
const FACTORS: usize = 8;

/**
 * One loop per density, a constant at every call. The sums are those read by `garchFinishForward`. An odd number of observations is padded
 * with a neutral one.
 */
@inline
function pass(state: usize, e: usize, h: usize, g: usize, u: usize, from: i32, to: i32, density: i32): void {
  const nu = f64x2.splat(get(state, S.NU)), nuPlus = f64x2.splat(get(state, S.NU) + 1.0);
  const kValue = get(state, S.K), k = f64x2.splat(kValue);
  const shift = f64x2.splat(get(state, S.SHIFT));
  const widthValue = density == S.SKEWED ? get(state, S.WIDTH) : 1.0, width = f64x2.splat(widthValue);
  const pull = f64x2.splat(-(get(state, S.NU) + 1.0) * widthValue);
  const right = f64x2.splat(1.0 / (1.0 + get(state, S.LAMBDA))), left = f64x2.splat(-1.0 / (1.0 - get(state, S.LAMBDA)));
  const one = f64x2.splat(1.0), zero = f64x2.splat(0.0);
  const fractionBits = i64x2.splat(0x000fffffffffffff), exponentOne = i64x2.splat(0x3ff0000000000000), bias = i64x2.splat(1023);
  const sums = state + (S.SUMS << 3);
  let product = v128.load(state + (S.PRODUCT_H << 3)), powers = v128.load(state + (S.EXPONENT_H << 3));
  let productX = v128.load(state + (S.PRODUCT_X << 3)), powersX = v128.load(state + (S.EXPONENT_X << 3));
  let s0 = v128.load(sums), s1 = v128.load(sums, 16), s2 = v128.load(sums, 32), s3 = v128.load(sums, 48);
  const odd = (to & 1) != 0;
  const end = <usize>(to + (to & 1)) << 3;
  if (odd) {
    store<f64>(h + end - 8, 1.0);
    store<f64>(e + end - 8, density == S.SKEWED ? -get(state, S.SHIFT) / widthValue : 0.0);
  }
  for (let at = <usize>from << 3; at < end; ) {
    const stop = min(end, at + (FACTORS << 4));
    for (; at < stop; at += 16) {
      const shock = v128.load(e + at);
      const v = v128.load(h + at);
      const square = f64x2.mul(shock, shock);
      product = f64x2.mul(product, v);
      if (density == S.NORMAL) {
        const inverse = f64x2.div(one, v);
        const scaled = f64x2.mul(shock, inverse);
        const ratio = f64x2.mul(shock, scaled);
        s1 = f64x2.add(s1, ratio);
        v128.store(g + at, f64x2.mul(inverse, f64x2.sub(ratio, one)));
        v128.store(u + at, f64x2.neg(scaled));
      } else if (density == S.STUDENT) {
        const kv = f64x2.mul(k, v);
        const x = f64x2.add(kv, square);
        const inverse = f64x2.div(one, f64x2.mul(v, x));
        const perX = f64x2.mul(v, inverse);
        productX = f64x2.mul(productX, x);
        s1 = f64x2.add(s1, f64x2.mul(square, perX));
        v128.store(g + at, f64x2.mul(inverse, f64x2.sub(f64x2.mul(nu, square), kv)));
        v128.store(u + at, f64x2.mul(pull, f64x2.mul(shock, perX)));
      } else {
        const root = f64x2.sqrt(v);
        const m = f64x2.add(f64x2.mul(width, shock), f64x2.mul(shift, root));
        const side = v128.bitselect(left, right, f64x2.lt(m, zero));
        const scaled = f64x2.mul(m, side);
        const kv = f64x2.mul(k, v);
        const x = f64x2.add(kv, f64x2.mul(scaled, scaled));
        const inverse = f64x2.div(one, f64x2.mul(v, x));
        const mr = f64x2.mul(scaled, side);
        const c = f64x2.mul(mr, f64x2.mul(v, inverse));
        productX = f64x2.mul(productX, x);
        s1 = f64x2.add(s1, f64x2.mul(c, shock));
        s2 = f64x2.add(s2, f64x2.mul(c, root));
        s3 = f64x2.add(s3, f64x2.mul(c, scaled));
        const slope = f64x2.add(kv, f64x2.mul(shift, f64x2.mul(mr, root)));
        v128.store(g + at, f64x2.mul(inverse, f64x2.sub(f64x2.mul(nu, x), f64x2.mul(nuPlus, slope))));
        v128.store(u + at, f64x2.mul(pull, c));
      }
    }
    powers = i64x2.add(powers, i64x2.sub(i64x2.shr_u(product, 52), bias));
    product = v128.or(v128.and(product, fractionBits), exponentOne);
    if (density != S.NORMAL) {
      powersX = i64x2.add(powersX, i64x2.sub(i64x2.shr_u(productX, 52), bias));
      productX = v128.or(v128.and(productX, fractionBits), exponentOne);
    }
  }
  // The neutral observation has the factor k.
  if (odd && density != S.NORMAL) productX = f64x2.replace_lane(productX, 1, f64x2.extract_lane(productX, 1) / kValue);
  v128.store(state + (S.PRODUCT_H << 3), product);
  v128.store(state + (S.EXPONENT_H << 3), powers);
  v128.store(state + (S.PRODUCT_X << 3), productX);
  v128.store(state + (S.EXPONENT_X << 3), powersX);
  v128.store(sums, s0);
  v128.store(sums, s1, 16);
  v128.store(sums, s2, 32);
  v128.store(sums, s3, 48);
}

export function passNormal(state: usize, e: usize, h: usize, g: usize, u: usize, from: i32, to: i32): void {
  pass(state, e, h, g, u, from, to, S.NORMAL);
}
export function passStudent(state: usize, e: usize, h: usize, g: usize, u: usize, from: i32, to: i32): void {
  pass(state, e, h, g, u, from, to, S.STUDENT);
}
export function passSkewed(state: usize, e: usize, h: usize, g: usize, u: usize, from: i32, to: i32): void {
  pass(state, e, h, g, u, from, to, S.SKEWED);
}
