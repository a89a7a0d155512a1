/**
 * Derivatives of one observation's log-density, and their expected products: the building blocks of standard errors and of the scoring
 * matrix.
 */
import { pinned } from "../../lib/pinned";
import * as S from "./garch-state";
import { get } from "./garch-state";

/** Quadrature nodes over the density: the error is far below what affects an iteration. */
const NODES: i32 = 512;
const HALF_PI: f64 = 1.57079632679489661923;
/** For each node, the logarithm of the cosine of its angle, and the tangent. Computed on first use. */
const ANGLES: usize = memory.data(NODES * 16, 16);

function fillAngles(): void {
  for (let i = 0; i < NODES; i++) {
    const angle = HALF_PI * ((2.0 * <f64>i + 1.0) / <f64>NODES - 1.0);
    store<f64>(ANGLES + (<usize>i << 4), Math.log(Math.cos(angle)));
    store<f64>(ANGLES + (<usize>i << 4), Math.tan(angle), 8);
  }
}

/**
 * Derivatives of ln f(e | h) at `out`: with respect to e, h, nu and lambda (0 where the density has no such parameter).
 * @of garchLogLikelihood
 * @param v the variance h
 */
export function densityScores(state: usize, density: i32, e: f64, v: f64, out: usize): void {
  if (density == S.NORMAL) {
    const inverse = 1.0 / v;
    store<f64>(out, -e * inverse);
    store<f64>(out, 0.5 * inverse * (e * e * inverse - 1.0), 8);
    store<f64>(out, 0.0, 16);
    store<f64>(out, 0.0, 24);
    return;
  }
  const nu = get(state, S.NU), k = get(state, S.K);
  const shift = get(state, S.SHIFT), width = get(state, S.WIDTH);
  const lambda = density == S.SKEWED ? get(state, S.LAMBDA) : 0.0;
  const root = Math.sqrt(v);
  const m = width * e + shift * root;
  const side = m < 0.0 ? -1.0 / (1.0 - lambda) : 1.0 / (1.0 + lambda);
  const mr = m * side * side;
  const square = m * mr;
  const x = k * v + square;
  const c = mr / x;
  const share = square / x;
  store<f64>(out, -(nu + 1.0) * width * c);
  store<f64>(out, 0.5 * (nu / v - (nu + 1.0) * (k + (shift * mr) / root) / x), 8);
  const widthNu = get(state, S.WIDTH_BY_NU), shiftNu = get(state, S.SHIFT_BY_NU);
  const slope = 2.0 * c * (widthNu * e + shiftNu * root) - share / k;
  store<f64>(out, get(state, S.LOG_C_BY_NU) + widthNu / width - 0.5 * Math.log(1.0 + square / (k * v)) - 0.5 * (nu + 1.0) * slope, 16);
  let byLambda: f64 = 0.0;
  if (density == S.SKEWED) {
    const widthLambda = get(state, S.WIDTH_BY_LAMBDA);
    const tilted = c * (widthLambda * e + get(state, S.SHIFT_BY_LAMBDA) * root) - share * side;
    byLambda = widthLambda / width - (nu + 1.0) * tilted;
  }
  store<f64>(out, byLambda, 24);
}

/** ln of two numbers in [1, 2^1000): m 2^e with m around 1, and 2 atanh((m-1)/(m+1)) to seven terms (relative error below 1e-11). */
@inline
function logOfPair(x: v128): v128 {
  const rootHalf: i64 = 0x3fe6a09e667f3bcd;
  const shifted = i64x2.add(x, i64x2.splat(0x3ff0000000000000 - rootHalf));
  // The biased exponent in the low bits of 2^52: a subtraction turns it into a number.
  const biased = v128.or(i64x2.shr_u(shifted, 52), i64x2.splat(0x4330000000000000));
  const power = f64x2.sub(biased, f64x2.splat(4503599627370496.0 + 1023.0));
  const m = i64x2.add(v128.and(shifted, i64x2.splat(0x000fffffffffffff)), i64x2.splat(rootHalf));
  const one = pinned(1.0);
  const s = f64x2.div(f64x2.sub(m, one), f64x2.add(m, one));
  const q = f64x2.mul(s, s);
  let sum = f64x2.add(f64x2.splat(2.0 / 11.0), f64x2.mul(q, f64x2.splat(2.0 / 13.0)));
  sum = f64x2.add(f64x2.splat(2.0 / 9.0), f64x2.mul(q, sum));
  sum = f64x2.add(f64x2.splat(2.0 / 7.0), f64x2.mul(q, sum));
  sum = f64x2.add(f64x2.splat(2.0 / 5.0), f64x2.mul(q, sum));
  sum = f64x2.add(f64x2.splat(2.0 / 3.0), f64x2.mul(q, sum));
  sum = f64x2.add(f64x2.splat(2.0), f64x2.mul(q, sum));
  return f64x2.add(f64x2.mul(power, f64x2.splat(0.693147180559945309417)), f64x2.mul(s, sum));
}

/**
 * `densityScores` for a run of observations, two at a time, into four columns `stride` bytes apart. Reads and writes one value past the
 * run, for which the columns have room.
 */
export function densityScoresOfRun(state: usize, density: i32, y: usize, h: usize, out: usize, stride: usize, length: usize): void {
  const mu = pinned(get(state, S.MU));
  const one = pinned(1.0), half = pinned(0.5), zero = pinned(0.0);
  const byV = out + stride, byNu = byV + stride, byLambda = byNu + stride;
  const end = length << 3;
  if (density == S.NORMAL) {
    for (let at: usize = 0; at < end; at += 16) {
      const e = f64x2.sub(v128.load(y + at), mu);
      const inverse = f64x2.div(one, v128.load(h + at));
      const scaled = f64x2.mul(e, inverse);
      v128.store(out + at, f64x2.neg(scaled));
      v128.store(byV + at, f64x2.mul(f64x2.mul(half, inverse), f64x2.sub(f64x2.mul(e, scaled), one)));
    }
    return;
  }
  const nu = pinned(get(state, S.NU)), nuPlus = pinned(get(state, S.NU) + 1.0), k = pinned(get(state, S.K));
  const halfNuPlus = pinned(0.5 * (get(state, S.NU) + 1.0)), perK = pinned(1.0 / get(state, S.K)), two = pinned(2.0);
  const widthValue = get(state, S.WIDTH), lambda = density == S.SKEWED ? get(state, S.LAMBDA) : 0.0;
  const shift = pinned(get(state, S.SHIFT)), width = pinned(widthValue);
  const shiftNu = pinned(get(state, S.SHIFT_BY_NU)), widthNu = pinned(get(state, S.WIDTH_BY_NU));
  const shiftLambda = pinned(get(state, S.SHIFT_BY_LAMBDA)), widthLambda = pinned(get(state, S.WIDTH_BY_LAMBDA));
  const right = pinned(1.0 / (1.0 + lambda)), left = pinned(-1.0 / (1.0 - lambda));
  const levelNu = pinned(get(state, S.LOG_C_BY_NU) + get(state, S.WIDTH_BY_NU) / widthValue);
  const levelLambda = pinned(get(state, S.WIDTH_BY_LAMBDA) / widthValue);
  for (let at: usize = 0; at < end; at += 16) {
    const e = f64x2.sub(v128.load(y + at), mu);
    const v = v128.load(h + at);
    const root = f64x2.sqrt(v);
    const m = f64x2.add(f64x2.mul(width, e), f64x2.mul(shift, root));
    const side = v128.bitselect(left, right, f64x2.lt(m, zero));
    const mr = f64x2.mul(m, f64x2.mul(side, side));
    const square = f64x2.mul(m, mr);
    const kv = f64x2.mul(k, v);
    const x = f64x2.add(kv, square);
    const inverse = f64x2.div(one, f64x2.mul(v, x));
    const perX = f64x2.mul(v, inverse);
    const c = f64x2.mul(mr, perX);
    const share = f64x2.mul(square, perX);
    v128.store(out + at, f64x2.neg(f64x2.mul(f64x2.mul(nuPlus, width), c)));
    const pulled = f64x2.mul(nuPlus, f64x2.add(kv, f64x2.mul(shift, f64x2.mul(mr, root))));
    v128.store(byV + at, f64x2.mul(f64x2.mul(half, inverse), f64x2.sub(f64x2.mul(nu, x), pulled)));
    const ratio = f64x2.mul(f64x2.mul(x, x), f64x2.mul(inverse, perK));
    const moved = f64x2.mul(two, f64x2.mul(c, f64x2.add(f64x2.mul(widthNu, e), f64x2.mul(shiftNu, root))));
    const slope = f64x2.mul(halfNuPlus, f64x2.sub(moved, f64x2.mul(share, perK)));
    v128.store(byNu + at, f64x2.sub(f64x2.sub(levelNu, f64x2.mul(half, logOfPair(ratio))), slope));
    if (density == S.SKEWED) {
      const turned = f64x2.mul(c, f64x2.add(f64x2.mul(widthLambda, e), f64x2.mul(shiftLambda, root)));
      v128.store(byLambda + at, f64x2.sub(levelLambda, f64x2.mul(nuPlus, f64x2.sub(turned, f64x2.mul(share, side)))));
    }
  }
}

/**
 * Expected products of the derivatives at h = 1 (location, variance, nu, lambda): a symmetric 4 x 4 matrix at `out`, row-major.
 * Normal: 1 and 1/2 on the diagonal. Otherwise the midpoint rule in the angle w, y = sqrt(nu - 2) tan(w), where y is the standardized
 * distance on either side of the mode: the density becomes cos(w)^(nu - 1), smooth and bounded for every nu > 2.
 * @param scratch room for 4 values
 */
export function garchDensityInformation(state: usize, out: usize, scratch: usize): void {
  const density = <i32>get(state, S.DENSITY);
  memory.fill(out, 0, 16 << 3);
  if (density == S.NORMAL) {
    store<f64>(out, 1.0);
    store<f64>(out, 0.5, 5 << 3);
    return;
  }
  const nu = get(state, S.NU), lambda = density == S.SKEWED ? get(state, S.LAMBDA) : 0.0;
  const reach = Math.sqrt(get(state, S.K)), shift = get(state, S.SHIFT), width = get(state, S.WIDTH);
  let weights: f64 = 0.0;
  if (load<f64>(ANGLES) == 0.0) fillAngles();
  for (let i = 0; i < NODES; i++) {
    const node = ANGLES + (<usize>i << 4);
    const skew = 2 * i < NODES ? 1.0 - lambda : 1.0 + lambda;
    const weight = skew * Math.exp((nu - 1.0) * load<f64>(node));
    densityScores(state, density, (skew * reach * load<f64>(node, 8) - shift) / width, 1.0, scratch);
    weights += weight;
    for (let row: usize = 0; row < 4; row++) {
      const scaled = weight * load<f64>(scratch + (row << 3));
      for (let column: usize = 0; column <= row; column++) {
        const at = out + ((4 * row + column) << 3);
        store<f64>(at, load<f64>(at) + scaled * load<f64>(scratch + (column << 3)));
      }
    }
  }
  for (let row: usize = 0; row < 4; row++) {
    for (let column: usize = 0; column <= row; column++) {
      const value = load<f64>(out + ((4 * row + column) << 3)) / weights;
      store<f64>(out + ((4 * row + column) << 3), value);
      store<f64>(out + ((4 * column + row) << 3), value);
    }
  }
}
