/**
 * Columns for the sums of products of a GARCH(1,1), two observations to a vector. The four derivatives of the variance follow d[t] = x[t] +
 * beta d[t-1]; unrolled once, d[t+1] = x[t+1] + beta x[t] + beta^2 d[t-1], so that each vector follows from the one before. Twice the
 * scores are stored, which saves a multiplication each.
 */
import { pinned, pinnedBits } from "../../lib/pinned";
import * as S from "./garch-state";
import { get } from "./garch-state";

/** ln m = s P(s^2), s = (m - 1) / (m + 1): P to 1.8e-13 for 0.666 <= m <= 1.502, and ln 2; negative, as needed by the score of nu. */
const MINUS_LOG = memory.data<f64>([
  -1.9999999999996474, -0.6666666672977144, -0.39999981731922124, -0.28573357425768836, -0.22130600241438603, -0.2016522909869084,
  -0.693147180559945309417,
]);

/**
 * For a run of at most 128 observations plus one: roots of the variances, integer powers of two, and the other terms of nu's score. Short
 * loops between these fit into the out-of-order window, unlike one long chain of a root, a division and a series.
 */
const ROOTS = memory.data(1040, 16);
const POWERS = memory.data(1040, 16);
const SLOPES_BY_NU = memory.data(1040, 16);

/** Factors of the density scores: more than the registers hold, and a load is cheaper than spilling locals. */
const FACTORS = memory.data(11 * 8, 16);
const PULL: usize = 0;
const K: usize = 1;
const WIDTH: usize = 2;
const SHIFT: usize = 3;
const LEVEL_NU: usize = 4;
const WITH_E: usize = 5;
const WITH_ROOT: usize = 6;
const LEVEL_LAMBDA: usize = 7;
const TILT_E: usize = 8;
const TILT_ROOT: usize = 9;
const TILT_SIDE: usize = 10;

@inline
function times(address: usize, offset: usize, x: v128): v128 {
  return f64x2.mul(v128.load64_splat(address + (offset << 3)), x);
}

@inline
function plus(address: usize, offset: usize, x: v128): v128 {
  return f64x2.add(v128.load64_splat(address + (offset << 3)), x);
}

/**
 * Twice the scores of the density: those of the location with opposite sign at `out` (e = r - mu), those of the shapes in columns 4 and 5.
 * One division serves 1 / x and the logarithm of x / (k h).
 */
@inline
function densityColumns(state: usize, y: usize, h: usize, out: usize, stride: usize, length: usize, density: i32): void {
  const mu = pinned(get(state, S.MU));
  const end = length << 3;
  if (density == S.NORMAL) {
    const two = pinned(2.0);
    for (let at: usize = 0; at < end; at += 16) {
      const e = f64x2.sub(v128.load(y + at), mu);
      v128.store(out + at, f64x2.div(f64x2.mul(two, e), v128.load(h + at)));
    }
    return;
  }
  const k = get(state, S.K), nuPlus = get(state, S.NU) + 1.0;
  const widthValue = density == S.SKEWED ? get(state, S.WIDTH) : 1.0, lambda = density == S.SKEWED ? get(state, S.LAMBDA) : 0.0;
  const sideRight = pinned(1.0 / (1.0 + lambda)), sideLeft = pinned(-1.0 / (1.0 - lambda)), zero = pinned(0.0);
  const byWidth = density == S.SKEWED ? get(state, S.WIDTH_BY_NU) : 0.0;
  store<f64>(FACTORS, 2.0 * nuPlus * widthValue, PULL << 3);
  store<f64>(FACTORS, k, K << 3);
  store<f64>(FACTORS, widthValue, WIDTH << 3);
  store<f64>(FACTORS, get(state, S.SHIFT), SHIFT << 3);
  store<f64>(FACTORS, 2.0 * (get(state, S.LOG_C_BY_NU) + byWidth / widthValue), LEVEL_NU << 3);
  store<f64>(FACTORS, nuPlus * (widthValue / k - 2.0 * byWidth), WITH_E << 3);
  store<f64>(FACTORS, nuPlus * (get(state, S.SHIFT) / k - 2.0 * get(state, S.SHIFT_BY_NU)), WITH_ROOT << 3);
  store<f64>(FACTORS, (2.0 * get(state, S.WIDTH_BY_LAMBDA)) / widthValue, LEVEL_LAMBDA << 3);
  store<f64>(FACTORS, -2.0 * nuPlus * get(state, S.WIDTH_BY_LAMBDA), TILT_E << 3);
  store<f64>(FACTORS, -2.0 * nuPlus * get(state, S.SHIFT_BY_LAMBDA), TILT_ROOT << 3);
  store<f64>(FACTORS, 2.0 * nuPlus, TILT_SIDE << 3);
  const half = pinnedBits(0x0008000000000000), exponentBits = pinnedBits(0xfff0000000000000);
  const integer = pinnedBits(0x4330000000000000), integerOne = pinned(4503599627370496.0);
  const one = pinned(1.0);
  const byNu = out + 4 * stride, byLambda = byNu + stride;
  if (density == S.SKEWED) for (let at: usize = 0; at < end; at += 16) v128.store(ROOTS + at, f64x2.sqrt(v128.load(h + at)));
  for (let at: usize = 0; at < end; at += 16) {
    const e = f64x2.sub(v128.load(y + at), mu);
    const v = v128.load(h + at);
    let root = v, pulled = e, scaled = e;
    if (density == S.SKEWED) {
      root = v128.load(ROOTS + at);
      const m = f64x2.add(times(FACTORS, WIDTH, e), times(FACTORS, SHIFT, root));
      const side = v128.bitselect(sideLeft, sideRight, f64x2.lt(m, zero));
      scaled = f64x2.mul(m, side);
      pulled = f64x2.mul(scaled, side);
    }
    const kv = times(FACTORS, K, v);
    const x = f64x2.add(kv, f64x2.mul(scaled, scaled));
    // The bits of a double are 2^52 times its base-2 logarithm to within 0.09: their difference gives the power of two of x / (k h).
    const steps = i64x2.add(i64x2.sub(x, kv), half);
    const reduced = i64x2.sub(x, v128.and(steps, exponentBits));
    const power = f64x2.sub(v128.or(i64x2.shr_u(steps, 52), integer), integerOne);
    const bottom = f64x2.add(reduced, kv);
    const inverse = f64x2.div(one, f64x2.mul(x, bottom));
    const c = f64x2.mul(pulled, f64x2.mul(bottom, inverse));
    const s = f64x2.mul(f64x2.mul(f64x2.sub(reduced, kv), x), inverse);
    v128.store(out + at, times(FACTORS, PULL, c));
    let slope = times(FACTORS, WITH_E, e);
    if (density == S.SKEWED) {
      slope = f64x2.add(slope, times(FACTORS, WITH_ROOT, root));
      const tilted = f64x2.add(f64x2.add(times(FACTORS, TILT_E, e), times(FACTORS, TILT_ROOT, root)), times(FACTORS, TILT_SIDE, scaled));
      v128.store(byLambda + at, plus(FACTORS, LEVEL_LAMBDA, f64x2.mul(c, tilted)));
    }
    v128.store(byNu + at, s);
    v128.store(POWERS + at, power);
    v128.store(SLOPES_BY_NU + at, f64x2.mul(c, slope));
  }
  for (let at: usize = 0; at < end; at += 16) {
    const s = v128.load(byNu + at);
    const q = f64x2.mul(s, s);
    let series = plus(MINUS_LOG, 4, times(MINUS_LOG, 5, q));
    series = plus(MINUS_LOG, 3, f64x2.mul(q, series));
    series = plus(MINUS_LOG, 2, f64x2.mul(q, series));
    series = plus(MINUS_LOG, 1, f64x2.mul(q, series));
    series = plus(MINUS_LOG, 0, f64x2.mul(q, series));
    const minusLog = f64x2.add(times(MINUS_LOG, 6, v128.load(POWERS + at)), f64x2.mul(s, series));
    v128.store(byNu + at, f64x2.add(plus(FACTORS, LEVEL_NU, minusLog), v128.load(SLOPES_BY_NU + at)));
  }
}

function normalColumns(state: usize, y: usize, h: usize, out: usize, stride: usize, length: usize): void {
  densityColumns(state, y, h, out, stride, length, S.NORMAL);
}
function studentColumns(state: usize, y: usize, h: usize, out: usize, stride: usize, length: usize): void {
  densityColumns(state, y, h, out, stride, length, S.STUDENT);
}
function skewedColumns(state: usize, y: usize, h: usize, out: usize, stride: usize, length: usize): void {
  densityColumns(state, y, h, out, stride, length, S.SKEWED);
}

/**
 * For the information of a symmetric density, for which mean and variance are uncorrelated: the sums of d h / h and of 1 / h, at the
 * positions of their products with the columns 1 and 1 / sqrt(h).
 */
export function addLevels(sums: usize, row: usize, h: usize, columns: usize, stride: usize, length: usize): void {
  const one = pinned(1.0);
  const end = length << 3;
  let s0 = f64x2.splat(0.0), s1 = s0, s2 = s0, s3 = s0, inverse = s0;
  // Values after an odd run have been cleared in the columns.
  const even = (length & ~1) << 3;
  for (let at: usize = 0; at < even; at += 16) inverse = f64x2.add(inverse, f64x2.div(one, v128.load(h + at)));
  for (let at: usize = 0; at < end; at += 16) {
    s0 = f64x2.add(s0, v128.load(columns + at));
    s1 = f64x2.add(s1, v128.load(columns + stride + at));
    s2 = f64x2.add(s2, v128.load(columns + 2 * stride + at));
    s3 = f64x2.add(s3, v128.load(columns + 3 * stride + at));
  }
  let total = both(inverse);
  if (even < end) total += 1.0 / load<f64>(h + even);
  const place = sums + (5 << 3);
  store<f64>(place, load<f64>(place) + both(s0));
  store<f64>(place + row, load<f64>(place + row) + both(s1));
  store<f64>(place + 2 * row, load<f64>(place + 2 * row) + both(s2));
  store<f64>(place + 3 * row, load<f64>(place + 3 * row) + both(s3));
  const level = sums + 4 * row + (4 << 3);
  store<f64>(level, load<f64>(level) + total);
}

@inline
function both(sum: v128): f64 {
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

/** Columns 1 / sqrt(h) and 1 for the information. */
function unitColumns(h: usize, out: usize, stride: usize, length: usize): void {
  const one = pinned(1.0);
  const end = length << 3;
  for (let at: usize = 0; at < end; at += 16) {
    v128.store(out + at, f64x2.sqrt(f64x2.div(one, v128.load(h + at))));
    v128.store(out + stride + at, one);
  }
}

/** The four derivatives of the variance at the first two observations, before which it only depends on mu. */
function begin(state: usize, y: usize, h: usize, carry: usize): void {
  const alpha = get(state, S.ALPHA), beta = get(state, S.BETA), presample = get(state, S.PRESAMPLE), slope = get(state, S.PRESAMPLE_SLOPE);
  const e = load<f64>(y) - get(state, S.MU);
  const byMu = (alpha + beta) * slope;
  store<f64>(carry, byMu);
  store<f64>(carry, beta * byMu - 2.0 * alpha * e, 8);
  store<f64>(carry, 1.0, 16);
  store<f64>(carry, 1.0 + beta, 24);
  store<f64>(carry, presample, 32);
  store<f64>(carry, e * e + beta * presample, 40);
  store<f64>(carry, presample, 48);
  store<f64>(carry, load<f64>(h) + beta * presample, 56);
}

/**
 * The four columns of mu, omega, alpha and beta: d h times g, mu's added to what `out` holds, or, with g = 0 (a constant), d h / h.
 * @param carry the four derivatives at the two observations before `y`, or at the first two if the series begins here (`first`)
 */
@inline
function slopes(state: usize, y: usize, h: usize, g: usize, carry: usize, first: bool, out: usize, stride: usize, length: usize): void {
  const mu = pinned(get(state, S.MU));
  const betaValue = get(state, S.BETA);
  const beta = pinned(betaValue), beta2 = pinned(betaValue * betaValue);
  const constant = pinned(1.0 + betaValue), newest = pinned(-2.0 * get(state, S.ALPHA));
  const one = pinned(1.0);
  const byOmega = out + stride, byAlpha = byOmega + stride, byBeta = byAlpha + stride;
  let dm = v128.load(carry), dw = v128.load(carry, 16), da = v128.load(carry, 32), db = v128.load(carry, 48);
  let e2 = f64x2.sub(v128.load(y - 16), mu);
  let q2 = f64x2.mul(e2, e2);
  const end = length << 3;
  for (let at: usize = 0; at < end; at += 16) {
    const e1 = f64x2.sub(v128.load(y + at - 8), mu);
    const q1 = f64x2.mul(e1, e1);
    if (!first) {
      dm = f64x2.add(f64x2.mul(newest, f64x2.add(e1, f64x2.mul(beta, e2))), f64x2.mul(beta2, dm));
      dw = f64x2.add(constant, f64x2.mul(beta2, dw));
      da = f64x2.add(f64x2.add(q1, f64x2.mul(beta, q2)), f64x2.mul(beta2, da));
      db = f64x2.add(f64x2.add(v128.load(h + at - 8), f64x2.mul(beta, v128.load(h + at - 16))), f64x2.mul(beta2, db));
    }
    first = false;
    e2 = f64x2.sub(v128.load(y + at), mu);
    q2 = f64x2.mul(e2, e2);
    const factor = g != 0 ? v128.load(g + at) : f64x2.div(one, v128.load(h + at));
    const byMu = f64x2.mul(factor, dm);
    v128.store(out + at, g != 0 ? f64x2.add(byMu, v128.load(out + at)) : byMu);
    v128.store(byOmega + at, f64x2.mul(factor, dw));
    v128.store(byAlpha + at, f64x2.mul(factor, da));
    v128.store(byBeta + at, f64x2.mul(factor, db));
  }
  v128.store(carry, dm);
  v128.store(carry, dw, 16);
  v128.store(carry, da, 32);
  v128.store(carry, db, 48);
}

function scaledSlopes(state: usize, y: usize, h: usize, carry: usize, first: bool, out: usize, stride: usize, length: usize): void {
  slopes(state, y, h, 0, carry, first, out, stride, length);
}

/**
 * Columns of one run of observations at `out`, `stride` bytes apart: mu, omega, alpha, beta; then, with g = 0, 1 / sqrt(h) and 1 if the
 * density is skewed (see `addLevels`), otherwise nu and lambda if the density has them. One value past the run is read and written, and
 * then cleared.
 * @param g stored by the forward pass beside h: the columns are twice the scores; 0: derivatives of h over h
 * @param carry 8 values, carried from run to run (of even length, except for the last); `first` begins the series
 * @returns the number of columns
 */
export function simpleColumns(state: usize, y: usize, h: usize, g: usize, carry: usize, first: bool, out: usize, stride: usize, length: usize): usize {
  let columns: usize = 6;
  if (first) begin(state, y, h, carry);
  if (g == 0) {
    scaledSlopes(state, y, h, carry, first, out, stride, length);
    if (get(state, S.DENSITY) == <f64>S.SKEWED) unitColumns(h, out + 4 * stride, stride, length);
    else columns = 4;
  } else {
    const density = <i32>get(state, S.DENSITY);
    columns = density == S.NORMAL ? 4 : density == S.STUDENT ? 5 : 6;
    if (density == S.NORMAL) normalColumns(state, y, h, out, stride, length);
    else if (density == S.STUDENT) studentColumns(state, y, h, out, stride, length);
    else skewedColumns(state, y, h, out, stride, length);
    slopes(state, y, h, g, carry, first, out, stride, length);
  }
  if (length & 1) for (let column: usize = 0; column < columns; column++) store<f64>(out + column * stride + (length << 3), 0.0);
  return columns;
}
