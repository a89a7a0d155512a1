/**
 * The passes over the sample of a model whose variance is a constant and a weighted sum of past squared shocks (FIGARCH, HAR), besides
 * `lagFilter`, which computes the variances.
 *
 * Sums of a pass, 10 values at `sums`, cleared before its first chunk: ln h, rests, by nu, by lambda, product of factors (initially 1), the
 * logarithm taken so far, direct derivative by mu, sum of d log-likelihood / dh, error flag (1 if a variance is not above 0).
 */
import { LagPassBlock, LagScoresBlock } from "../../build/layouts/volatility";
import { addCrossProducts, addRunningProducts } from "../../lib/cross-products";
import {
  densityAt,
  densityByLambda,
  densityByNu,
  densityFactor,
  densityHalf,
  densityRest,
  densityScores,
  densitySlope,
  LARGE_PRODUCT,
} from "../../lib/density";
import { addMeanSlopes } from "../../lib/mean-slopes";

/**
 * Shocks over [from, to): e[t] = y[t] - mu - sum of ar[i] y[t - i] and its square. The derivative of the square by mu is -2 e[t], that by
 * ar[i] -2 e[t] y[t - i]: the products are stored without the -2.
 * @of lagFilter
 * @param pass `LagPassBlock`, declared in assembly/layouts/volatility.mjs; shocks and squares are written
 */
export function lagShocks(pass: usize, from: i32, to: i32): void {
  const given = changetype<LagPassBlock>(pass);
  const y = given.y;
  const mean = given.mean;
  const lags = given.lags;
  const stride = given.stride;
  const squares = given.squares;
  const products = given.shocks;
  const mu = load<f64>(mean);
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    let e = load<f64>(y + at) - mu;
    for (let i: usize = 1; i <= <usize>lags; i++) e -= load<f64>(mean + (i << 3)) * load<f64>(y + at - (i << 3));
    store<f64>(squares + at, e * e);
    store<f64>(products + at, e);
    for (let i: usize = 1; i <= <usize>lags; i++) store<f64>(products + i * stride + at, e * load<f64>(y + at - (i << 3)));
  }
}

/**
 * Log-density of [from, to) at given variances; chunks in ascending order.
 * @param pass the `LagPassBlock` of `lagShocks`; slopes and direct are written
 */
export function lagDensity(pass: usize, from: i32, to: i32): void {
  const given = changetype<LagPassBlock>(pass);
  const shocks = given.shocks;
  const variances = given.variances;
  const slopes = given.slopes;
  const direct = given.direct;
  const sums = given.sums;
  const block = given.density;
  const density = given.code;
  let sumLog = load<f64>(sums), sumRest = load<f64>(sums, 8), byNu = load<f64>(sums, 16), byLambda = load<f64>(sums, 24);
  let product = load<f64>(sums, 32), logProduct = load<f64>(sums, 40), byMu = load<f64>(sums, 48), total = load<f64>(sums, 56);
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    const h = load<f64>(variances + at);
    if (!(h > 0.0)) {
      store<f64>(sums, 1.0, 64);
      return;
    }
    const root = 1.0 / Math.sqrt(h);
    const z = load<f64>(shocks + at) * root;
    densityAt(block, density, z);
    const byZ = densitySlope(block);
    const slope = (-0.5 - 0.5 * z * byZ) / h;
    store<f64>(slopes + at, slope);
    total += slope;
    byMu -= byZ * root;
    if (direct != 0) store<f64>(direct + at, -byZ * root);
    sumLog += Math.log(h);
    sumRest += densityRest(block);
    byNu += densityByNu(block);
    byLambda += densityByLambda(block);
    product *= densityFactor(block);
    if (product > LARGE_PRODUCT) {
      logProduct += Math.log(product);
      product = 1.0;
    }
  }
  store<f64>(sums, sumLog);
  store<f64>(sums, sumRest, 8);
  store<f64>(sums, byNu, 16);
  store<f64>(sums, byLambda, 24);
  store<f64>(sums, product, 32);
  store<f64>(sums, logProduct, 40);
  store<f64>(sums, byMu, 48);
  store<f64>(sums, total, 56);
}

/**
 * Adds sum of slopes[t] x[t - i] over [from, to) to out[i - 1], i = 1..lags: the derivative of the log-likelihood by each lag's weight.
 * @param from a multiple of 2
 * @param lags a multiple of 4
 */
export function lagCorrelate(slopes: usize, x: usize, lags: i32, out: usize, from: i32, to: i32): void {
  const start = <usize>from << 3;
  const pairs = (<usize>to << 3) & ~15;
  for (let lag = 1; lag <= lags; lag += 4) {
    const shifted = x - (<usize>lag << 3);
    let a = f64x2.splat(0.0), b = a, c = a, d = a;
    let at = start;
    for (; at < pairs; at += 16) {
      const slope = v128.load(slopes + at);
      a = f64x2.add(a, f64x2.mul(slope, v128.load(shifted + at)));
      b = f64x2.add(b, f64x2.mul(slope, v128.load(shifted + at - 8)));
      c = f64x2.add(c, f64x2.mul(slope, v128.load(shifted + at - 16)));
      d = f64x2.add(d, f64x2.mul(slope, v128.load(shifted + at - 24)));
    }
    const place = out + (<usize>(lag - 1) << 3);
    let s0 = f64x2.extract_lane(a, 0) + f64x2.extract_lane(a, 1);
    let s1 = f64x2.extract_lane(b, 0) + f64x2.extract_lane(b, 1);
    let s2 = f64x2.extract_lane(c, 0) + f64x2.extract_lane(c, 1);
    let s3 = f64x2.extract_lane(d, 0) + f64x2.extract_lane(d, 1);
    for (; at < <usize>to << 3; at += 8) {
      const slope = load<f64>(slopes + at);
      s0 += slope * load<f64>(shifted + at);
      s1 += slope * load<f64>(shifted + at - 8);
      s2 += slope * load<f64>(shifted + at - 16);
      s3 += slope * load<f64>(shifted + at - 24);
    }
    store<f64>(place, load<f64>(place) + s0);
    store<f64>(place, load<f64>(place, 8) + s1, 8);
    store<f64>(place, load<f64>(place, 16) + s2, 16);
    store<f64>(place, load<f64>(place, 24) + s3, 24);
  }
}

/**
 * Adds the outer products of the scores of [from, to) to a matrix of (count + 2) columns, upper triangle: the parameters of the variance,
 * mu and ar first, then nu and lambda.
 * @param pass the `LagPassBlock` of the forward pass
 * @param scores `LagScoresBlock`, declared in assembly/layouts/volatility.mjs
 */
export function lagScores(pass: usize, scores: usize, from: i32, to: i32): void {
  const given = changetype<LagPassBlock>(pass);
  const y = given.y;
  const lags = given.lags;
  const shocks = given.shocks;
  const variances = given.variances;
  const slopes = given.slopes;
  const block = given.density;
  const density = given.code;
  const products = changetype<LagScoresBlock>(scores);
  const derivatives = products.derivatives;
  const stride = products.stride;
  const count = products.count;
  const row = products.row;
  const matrix = products.matrix;
  const sums = products.sums;
  const half = densityHalf(block);
  const shape = row + (<usize>count << 3);
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    const slope = load<f64>(slopes + at);
    const root = 1.0 / Math.sqrt(load<f64>(variances + at));
    for (let i = 0; i < count; i++) {
      store<f64>(row + (<usize>i << 3), slope * load<f64>(derivatives + <usize>i * stride + (<usize>(t - from) << 3)));
    }
    densityAt(block, density, load<f64>(shocks + at) * root);
    addMeanSlopes(row, y + at, <usize>lags, -densitySlope(block) * root);
    densityScores(block, half, shape);
    addCrossProducts(row, count + 2, matrix);
    if (sums != 0) addRunningProducts(row, count + 2, sums);
  }
}

/** The roots of [from, to): out[t] = 1 / sqrt(h[t]); may be in place. */
export function inverseRoots(variances: usize, out: usize, from: i32, to: i32): void {
  for (let t = from; t < to; t++) store<f64>(out + (<usize>t << 3), 1.0 / Math.sqrt(load<f64>(variances + (<usize>t << 3))));
}
