/**
 * Sum of the outer products of the scores of the GJR model. The derivatives of the variances follow dh[t] = x[t] + sum beta[j] dh[t-j] (forward
 * mode), one column to a parameter, block by block; a score is dl/dh dh + dl/de de, and the products are summed column by column.
 */
import { GjrPassBlock } from "../../build/layouts/volatility";
import { densityAt, densityByNu, densityConstantByNu, densitySlope, GED } from "../../lib/density";
import { densityScoresOfRun } from "./garch-density";
import * as S from "./garch-state";
import { get } from "./garch-state";
import * as V from "./gjr-state";

const BLOCK: usize = 128;
const LAGS: usize = 5;
/** c, phi 1..5, omega, alpha 1..5, gamma, beta 1..5, nu, lambda at most. */
const COLUMNS: usize = 20;
const ROW: usize = COLUMNS;

// Layout of the work area, in f64.
const SUMS_AT: usize = 0;
const CARRY_AT: usize = SUMS_AT + ROW * COLUMNS;
const SQUARE_AT: usize = CARRY_AT + COLUMNS * LAGS;
const LOSS_AT: usize = SQUARE_AT + LAGS + BLOCK;
const INPUT_AT: usize = LOSS_AT + LAGS + BLOCK;
const SCORES_AT: usize = INPUT_AT + LAGS + BLOCK + 1;
const COLUMNS_AT: usize = SCORES_AT + 4 * BLOCK + 2;
const WORK_LENGTH: i32 = <i32>(COLUMNS_AT + COLUMNS * BLOCK + 2);

/** Number of f64 the work area of `gjrProducts` needs; its first 20 x 20 values are the sums, row-major. */
export function gjrProductsSize(): i32 {
  return WORK_LENGTH;
}

@inline
function at(work: usize, offset: usize): usize {
  return work + (offset << 3);
}

@inline
function column(work: usize, index: usize): usize {
  return at(work, COLUMNS_AT + index * BLOCK);
}

/** Squares and losses of the shocks of a block, with five values of history before it. */
function shocksOfBlock(state: usize, e: usize, work: usize, start: i32, length: usize): void {
  const presample = get(state, S.PRESAMPLE);
  const squares = at(work, SQUARE_AT), losses = at(work, LOSS_AT);
  for (let i: usize = 0; i < length + LAGS; i++) {
    const t = start - <i32>LAGS + <i32>i;
    const shock = t < 0 ? 0.0 : load<f64>(e + (<usize>t << 3));
    const square = t < 0 ? presample : shock * shock;
    store<f64>(squares + (i << 3), square);
    store<f64>(losses + (i << 3), t < 0 ? 0.5 * presample : shock < 0.0 ? square : 0.0);
  }
}

/** Effect of a parameter of the mean on the inputs of the variances of a block, at `out`; `lag` 0 is the constant. */
function meanInputs(state: usize, y: usize, e: usize, work: usize, lag: usize, start: i32, length: usize, out: usize): void {
  const early = get(state, V.PRESAMPLE_SLOPES + lag);
  const inputs = at(work, INPUT_AT);
  for (let i: usize = 0; i < length + LAGS; i++) {
    const t = start - <i32>LAGS + <i32>i;
    const place = <usize>t << 3;
    const regressor = lag == 0 ? 1.0 : t < 0 ? 0.0 : load<f64>(y + place - (lag << 3));
    store<f64>(inputs + (i << 3), t < 0 ? early : -2.0 * load<f64>(e + place) * regressor);
  }
  const shockLags = <usize>get(state, S.SHOCK_LAGS);
  const gamma = get(state, V.GAMMA);
  const losses = at(work, LOSS_AT);
  for (let i: usize = 0; i < length; i++) {
    const newest = (i + LAGS - 1) << 3;
    // Before the sample half of a square counts as a loss; within it, all or nothing.
    const share = start + <i32>i == 0 ? 0.5 : load<f64>(losses + newest) > 0.0 ? 1.0 : 0.0;
    let total = gamma * share * load<f64>(inputs + newest);
    for (let back: usize = 1; back <= shockLags; back++) {
      total += get(state, S.ALPHA + back - 1) * load<f64>(inputs + ((i + LAGS - back) << 3));
    }
    store<f64>(out + (i << 3), total);
  }
}

/** d[t] = x[t] + sum beta[j] d[t-j] in place, carrying the last five. */
function recursion(state: usize, carry: usize, values: usize, length: usize): void {
  const b1 = get(state, S.BETA), b2 = get(state, S.BETA + 1), b3 = get(state, S.BETA + 2), b4 = get(state, S.BETA + 3);
  const b5 = get(state, S.BETA + 4);
  let d1 = load<f64>(carry), d2 = load<f64>(carry, 8), d3 = load<f64>(carry, 16), d4 = load<f64>(carry, 24), d5 = load<f64>(carry, 32);
  const end = values + (length << 3);
  for (let at = values; at < end; at += 8) {
    const d = load<f64>(at) + b2 * d2 + (b3 * d3 + (b4 * d4 + b5 * d5)) + b1 * d1;
    store<f64>(at, d);
    d5 = d4;
    d4 = d3;
    d3 = d2;
    d2 = d1;
    d1 = d;
  }
  store<f64>(carry, d1);
  store<f64>(carry, d2, 8);
  store<f64>(carry, d3, 16);
  store<f64>(carry, d4, 24);
  store<f64>(carry, d5, 32);
}

/** Derivatives of the variances of a block with respect to all but nu and lambda, in order; returns the number of columns. */
function derivatives(state: usize, y: usize, e: usize, h: usize, work: usize, start: i32, length: usize): usize {
  const meanLags = <usize>get(state, V.MEAN_LAGS), q = <usize>get(state, S.SHOCK_LAGS), p = <usize>get(state, S.VARIANCE_LAGS);
  shocksOfBlock(state, e, work, start, length);
  let index: usize = 0;
  for (; index <= meanLags; index++) meanInputs(state, y, e, work, index, start, length, column(work, index));
  const ones = column(work, index++);
  for (let i: usize = 0; i < length; i++) store<f64>(ones + (i << 3), 1.0);
  for (let lag: usize = 1; lag <= q; lag++) memory.copy(column(work, index++), at(work, SQUARE_AT + LAGS - lag), length << 3);
  memory.copy(column(work, index++), at(work, LOSS_AT + LAGS - 1), length << 3);
  for (let lag: usize = 1; lag <= p; lag++) memory.copy(column(work, index++), h + (<usize>start << 3) - (lag << 3), length << 3);
  for (let i: usize = 0; i < index; i++) recursion(state, at(work, CARRY_AT + i * LAGS), column(work, i), length);
  return index;
}

/** Derivatives of the log-density of a block by e, h, nu and lambda, in four columns. */
function densityColumns(state: usize, e: usize, h: usize, out: usize, length: usize): void {
  const density = <i32>get(state, S.DENSITY);
  if (density != GED) {
    densityScoresOfRun(state, density, e, h, out, BLOCK << 3, length);
    return;
  }
  const block = state + (V.GED_BLOCK << 3);
  const level = densityConstantByNu(block);
  for (let i: usize = 0; i < length; i++) {
    const place = out + (i << 3);
    const perRoot = 1.0 / Math.sqrt(load<f64>(h + (i << 3)));
    const z = load<f64>(e + (i << 3)) * perRoot;
    densityAt(block, GED, z);
    const slope = densitySlope(block);
    store<f64>(place, slope * perRoot);
    store<f64>(place + (BLOCK << 3), -0.5 * perRoot * perRoot * (1.0 + z * slope));
    store<f64>(place + (BLOCK << 4), level + densityByNu(block));
  }
}

/** Turns derivatives of the variances into scores, and appends those of nu and lambda; returns the number of columns. */
function scores(state: usize, y: usize, e: usize, h: usize, work: usize, start: i32, length: usize, count: usize): usize {
  const meanLags = <usize>get(state, V.MEAN_LAGS), density = <i32>get(state, S.DENSITY);
  const offset = <usize>start << 3;
  const byShock = at(work, SCORES_AT), byVariance = byShock + (BLOCK << 3);
  densityColumns(state, e + offset, h + offset, byShock, length);
  for (let index: usize = 0; index < count; index++) {
    const values = column(work, index);
    const earlier = y + offset - (index << 3);
    for (let i: usize = 0; i < length << 3; i += 8) {
      let score = load<f64>(values + i) * load<f64>(byVariance + i);
      if (index == 0) score -= load<f64>(byShock + i);
      else if (index <= meanLags) score -= load<f64>(byShock + i) * load<f64>(earlier + i);
      store<f64>(values + i, score);
    }
  }
  const shapes: usize = density == S.NORMAL ? 0 : density == S.SKEWED ? 2 : 1;
  for (let shape: usize = 0; shape < shapes; shape++) {
    memory.copy(column(work, count + shape), at(work, SCORES_AT + (2 + shape) * BLOCK), length << 3);
  }
  return count + shapes;
}

/** Adds the products of every two columns, summed over a block, to a 20 x 20 matrix, on and above its diagonal. */
function addProducts(work: usize, count: usize, length: usize, matrix: usize): void {
  const end = length << 3;
  if (length & 1) for (let i: usize = 0; i < count; i++) store<f64>(column(work, i) + end, 0.0);
  for (let i: usize = 0; i < count; i++) {
    const a = column(work, i);
    for (let j = i; j < count; j++) {
      const b = column(work, j);
      let even = f64x2.splat(0.0), odd = f64x2.splat(0.0);
      let place: usize = 0;
      for (; place + 16 < end; place += 32) {
        even = f64x2.add(even, f64x2.mul(v128.load(a + place), v128.load(b + place)));
        odd = f64x2.add(odd, f64x2.mul(v128.load(a + place, 16), v128.load(b + place, 16)));
      }
      if (place < end) even = f64x2.add(even, f64x2.mul(v128.load(a + place), v128.load(b + place)));
      even = f64x2.add(even, odd);
      const sum = at(matrix, i * ROW + j);
      store<f64>(sum, load<f64>(sum) + f64x2.extract_lane(even, 0) + f64x2.extract_lane(even, 1));
    }
  }
}

/** Turns the columns of scores of a block into their sums from the first observation on, in place; `sums` carries them on. */
function runningSums(work: usize, sums: usize, count: usize, length: usize): void {
  for (let i: usize = 0; i < count; i++) {
    let total = load<f64>(sums + (i << 3));
    const values = column(work, i), end = values + (length << 3);
    for (let place = values; place < end; place += 8) {
      total += load<f64>(place);
      store<f64>(place, total);
    }
    store<f64>(sums + (i << 3), total);
  }
}

/**
 * Sum over observations [from, to) of the outer products of the scores; after a complete `gjrForward` at the same parameters. Columns: c,
 * phi 1..MEAN_LAGS, omega, alpha 1..q, gamma, beta 1..p, and nu and lambda if the density has them.
 * @formula sum of s s', s = d ln f / d theta
 * @source Berndt, Hall, Hall and Hausman 1974; Bollerslev and Wooldridge 1992
 * @tolerance scores within 1e-6 of differences of the log-likelihood; published standard errors of DEM/GBP within 2e-5
 * @param pass the `GjrPassBlock` of the forward pass
 * @param from a multiple of 128 for the same bits with any chunking
 * @param work `gjrProductsSize` values, kept from chunk to chunk; from = 0 clears it
 * @param sums 20 running sums S[t] of the scores and a 20 x 20 matrix of the sums of S[t] S[t]', 0 before the first chunk; address 0 for
 * none
 */
export function gjrProducts(pass: usize, work: usize, from: i32, to: i32, sums: usize): void {
  const given = changetype<GjrPassBlock>(pass);
  const state = given.state;
  const y = given.y;
  const e = given.e;
  const h = given.h;
  if (from == 0) {
    memory.fill(work, 0, <usize>WORK_LENGTH << 3);
    // Before the sample the variance only depends on the mean.
    for (let index: usize = 0; index <= <usize>get(state, V.MEAN_LAGS); index++) {
      for (let lag: usize = 0; lag < LAGS; lag++) store<f64>(at(work, CARRY_AT + index * LAGS + lag), get(state, V.PRESAMPLE_SLOPES + index));
    }
  }
  for (let start = from; start < to; start += <i32>BLOCK) {
    const length = <usize>min(<i32>BLOCK, to - start);
    const dynamic = derivatives(state, y, e, h, work, start, length);
    const count = scores(state, y, e, h, work, start, length, dynamic);
    addProducts(work, count, length, at(work, SUMS_AT));
    if (sums == 0) continue;
    runningSums(work, sums, count, length);
    addProducts(work, count, length, at(sums, COLUMNS));
  }
}

/**
 * Derivatives of h[n], the variance after the last observation, with respect to all columns of `gjrProducts` but the shapes, at `out`. Call
 * after `gjrProducts` has processed the whole series; the carried values are overwritten.
 */
export function gjrNextSlopes(pass: usize, work: usize, out: usize): void {
  const given = changetype<GjrPassBlock>(pass);
  const state = given.state;
  const dynamic = derivatives(state, given.y, given.e, given.h, work, <i32>get(state, S.COUNT), 1);
  for (let index: usize = 0; index < dynamic; index++) store<f64>(out + (index << 3), load<f64>(column(work, index)));
}
